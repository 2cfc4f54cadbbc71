"""What a recording says: scrollsim's figures, and what the program is seen to do."""

import json
import os
import pathlib
import shutil
import statistics
import subprocess

import eyes
import photos
import scrolls

# The command that reads recordings; another build is named by SCROLLSIM.
SCROLLSIM = os.environ.get("SCROLLSIM", str(photos.SCROLLSIM))
FIGURES = {"blank": "scrollBlankRatio", "notSharp": "scrollNotSharpRatio", "wrong": "wrongPhotoRatio", "unknown": "unknownRatio",
           "longestBlankMs": "maxBlankRunMs", "blurred": "blurredAreaRatio",
           "blankOverall": "blankAreaRatio", "gapMs": "longestGapMs", "torn": "tornFrames", "appearances": "appearances"}
# The least share of the screen that a person sees, and the least seconds of a rest.
SEEN, REST_SECONDS = 0.02, 0.3
# Where this much of the screen is blank or unread, no photo tells how far it is scrolled.
NO_PHOTO = 0.99
# The least photos that come at rest, one after the other, from which a program's pace is determined.
LEAST_FILLED = 5


class Refused(Exception):
    """A recording that scrollsim does not read, with its reason."""


def watch(video, folder, known=None):
    """The run and the scenario that scrollsim reads from a video, over the places that another one showed."""
    shutil.rmtree(folder, ignore_errors=True)
    command = [SCROLLSIM, "watch", video, "--name", "video", "--output", folder, "--no-progress", "--format", "json"]
    command += ["--map", known] if known else []
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=1200)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise Refused(lines[-1] if lines else f"exit {done.returncode}")
    result = json.loads((pathlib.Path(folder) / "video.watch.json").read_text())
    shutil.rmtree(folder)
    return result["runs"][0], result["scenario"]


def figures(video, run, scenario, scroll):
    """The figures of a recording of a scroll, in short."""
    metrics, ready = run["metrics"], run["distributions"].get("timeToReadyMs", {})
    found = {name: metrics.get(metric) for name, metric in FIGURES.items()}
    # Without this machine's paths.
    warnings = [warning.replace(f"{pathlib.Path(video).parent}/", "") for warning in run["warnings"]]
    return {**found, "readyMs": ready.get("p50"), "ready95Ms": ready.get("p95"), "warnings": warnings, "columns": scenario["columns"],
            "screen": scenario["screen"], **Timeline(run["timeline"], scenario["screen"][1]).seen(scroll, eyes.Eyes(video))}


class Timeline:
    """Blank area and offset, refresh by refresh."""

    def __init__(self, timeline, height):
        self.times = [time / 1000 for time in timeline["timeMs"]]
        self.offsets, self.blanks, self.height = timeline["offset"], timeline["blankShare"], height
        # Where nothing could be read, the share of blank is 0.
        unread = timeline.get("unknownShare") or [0] * len(self.times)
        self.are_told = [blank + unknown < NO_PHOTO for blank, unknown in zip(self.blanks, unread)]
        # The refreshes at which the picture lies elsewhere than before.
        self.moves = [k for k in range(1, len(self.times)) if abs(self.offsets[k] - self.offsets[k - 1]) > 0.5]

    def seen(self, scroll, sight):
        """How far it went, what was blank on the way there and back, and what tells the program's ways."""
        if not self.moves:
            return {"travelled": 0}
        first = self.moves[0]
        found = {"travelled": sum(abs(self.offsets[k] - self.offsets[k - 1]) for k in self.moves) / self.height,
                 "startsAt": self.times[first], "blankAtStart": statistics.fmean(self.blanks[max(0, first - 12):first]),
                 "blankAtEnd": statistics.fmean(self.blanks[-6:]), "aheads": self.aheads(), "pace": self.pace(),
                 "orders": [sight.order(*rest) for rest in scrolls.rests(scroll, self.times[first])],
                 "stops": self.stops(scroll, first)}
        # Segments of the scroll, by the clock of the video; the wheel turns at once.
        now, frames, moving, blanks = self.times[first], 0, 0.0, {True: [], False: []}
        for far, seconds in scroll:
            if far is not None:
                frames += sight.changes(now, now + seconds)
                moving += seconds
                blanks[far > 0] += [blank for time, blank in zip(self.times, self.blanks) if now <= time < now + seconds]
            now += seconds
        there, back = (statistics.fmean(shares) if shares else None for shares in (blanks[True], blanks[False]))
        return {**found, "fps": frames / moving, "blankThere": there, "blankBack": back}

    def stops(self, scroll, first):
        """The screenfuls below the start at which each movement was to end, and at which it did; None where no photo told it."""
        found, place, top, now = [], 0, self.offsets[first - 1], self.times[first]
        for number, (far, seconds) in enumerate(scroll):
            place += far or 0
            if far is None:
                # Not to the rest's end, since the first movement is seen late; but the last lasts as long as the recording.
                end = now + 0.75 * seconds if number + 1 < len(scroll) else self.times[-1] + 1
                known = [k for k, time in enumerate(self.times) if now <= time < end and self.are_told[k]]
                found.append([place, round((self.offsets[known[-1]] - top) / self.height, 2) if known else None])
            now += seconds
        return found

    def aheads(self):
        """After each rest at which nothing was blank: the screenfuls until something is, and whether something was."""
        found = []
        for before, k in zip([0, *self.moves], self.moves):
            rested = self.times[k] - self.times[before] > REST_SECONDS
            if not rested or self.blanks[k - 1] > SEEN or self.offsets[k] < self.offsets[k - 1]:
                continue
            start, far, is_blank = self.offsets[k - 1], 0.0, False
            for j in range(k, len(self.times)):
                if self.offsets[j] < self.offsets[j - 1] - 0.5:
                    break
                if is_blank := self.blanks[j] > SEEN:
                    break
                far = (self.offsets[j] - start) / self.height
            found.append([round(far, 2), is_blank])
        return found

    def pace(self):
        """The screenfuls a second that are filled at rest, from the first photo that comes to the last; None where too few come."""
        found = []
        for start, end in zip([0, *self.moves], [*self.moves, len(self.times)]):
            filled = [k for k in range(start + 1, end) if self.blanks[k] < self.blanks[k - 1] - SEEN / 2]
            if len(filled) >= LEAST_FILLED:
                share = self.blanks[filled[0]] - self.blanks[filled[-1]]
                found.append(share / (self.times[filled[-1]] - self.times[filled[0]]))
        return statistics.median(found) if found else None
