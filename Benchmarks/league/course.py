"""One measurement after another: a program is learnt once (its map, its wheel), then recorded and read."""

import json
import pathlib
import shutil
import time

import models
import reading
import screen
import scrolls
import stage
import table

# The slow pass goes this many times as far as any scroll, and at most this share of the display's height at a time.
MARGIN, STEP = 1.1, 0.45
# A wheel that goes farther by this share when it is turned fast is turned less.
TOLERANCE = 0.04
TRIES = 2


class Course:
    """Measures programs on one display; what was learnt of them is kept in `work`."""

    def __init__(self, display, library, work, farthest, is_quick):
        self.display, self.library, self.work, self.is_quick = display, library, work, is_quick
        self.farthest, self.refusals = farthest, []
        self.kept = work / "kept"
        self.kept.mkdir(exist_ok=True)

    def measure(self, program, entry):
        """The figures of one recording; or why there are none."""
        name = program.__name__.rpartition(".")[2]
        folder = self.work / name
        folder.mkdir(exist_ok=True)
        try:
            known = self.learn(program, folder)
            scroll = scrolls.at_speed(entry["scroll"], entry["speed"])
            warm = folder / "home" if entry["condition"] == "warm" else None
            video = folder / "video.mkv"
            picture = None if self.is_quick else (folder / "first.rgb").read_bytes()
            with self.running(program, folder, picture, warm) as (home, ready):
                found = self.record(scroll, known, home, video)
            read = reading.watch(video, folder / "read", folder / "map.mkv")
            models.keep(models.path(self.work, entry), read[0]["timeline"])
            found.update(ready=ready, cells=known["cells"], **reading.figures(video, *read, scroll))
        except reading.Refused as refusal:
            return {"refused": str(refusal)}
        except Exception as error:  # A program may do anything, and the others are still to be measured.
            return {"refused": f"{type(error).__name__}: {error}"}
        kept = self.kept / f"{name}.mkv"
        if (entry["scroll"], entry["condition"], entry["speed"]) == ("fling", "cold", 1) and not kept.exists():
            video.rename(kept)
            kept.with_suffix(".json").write_text(json.dumps(found))
        video.unlink(missing_ok=True)
        return found

    def running(self, program, folder, picture=None, like=None):
        # A path for both, so that what a program stores under it is found again.
        home = stage.fresh(self.work / "at-home", like)
        return stage.running(program, self.library, self.display, home, folder / "words.txt", picture)

    def record(self, scroll, known, home, video):
        """Plays a scroll, and waits until nothing changes any more."""
        plan, seconds = scrolls.clicks(scroll, known["clicksPerScreenful"], known["gain"])
        with stage.Recording(self.display, video), stage.Scale(home) as scale:
            started = time.monotonic()
            time.sleep(0.5)
            late = scrolls.play(self.display, plan, seconds)
            settled = self.display.wait(still=3, most=40, is_idle=scale.is_idle)
            peak, processor = scale.stop()
            taken = time.monotonic() - started
            if not home.processes():
                raise reading.Refused("ended by itself")
        return {"peakBytes": peak, "processorSeconds": round(processor, 2), "seconds": round(taken, 2), "settled": settled,
                "asked": scrolls.distance(scroll), "clicks": len(plan), "lateMs": round(1000 * late)}

    def learn(self, program, folder):
        """How far a click goes, where the photos lie, and the home that a slow pass leaves; learnt once."""
        path = folder / "known.json"
        # The quick form learns less; and a home with other photos, or of another version, does not make a warm start.
        of = {"version": program.version, "library": self.library.words, "isQuick": self.is_quick}
        if path.exists():
            known = json.loads(path.read_text())
            if known["screenfuls"] >= self.farthest and known.get("of") == of:
                return known
        if self.refusals.count(folder) == TRIES:
            raise reading.Refused(f"given up after {TRIES} slow passes")
        self.refusals.append(folder)
        known = {**self.look(program, folder), "of": of}
        path.write_text(json.dumps(known))
        return known

    def look(self, program, folder):
        """A slow pass, from which the first screen, the map and the home come; then, started again, the wheel turned fast."""
        slow, fast = folder / "map.mkv", folder / "try.mkv"
        with self.running(program, folder) as (home, _):
            (folder / "first.rgb").write_bytes(self.display.pixels())
            with stage.Album(self.display, slow) as album, stage.Scale(home) as scale:
                clicks = self.slow_pass(self.farthest * MARGIN, album, scale.is_idle)
        shutil.rmtree(folder / "home", ignore_errors=True)
        home.folder.rename(folder / "home")
        # The program must not continue where it was scrolled to last.
        for place in getattr(program, "REMEMBERS", []):
            shutil.rmtree(folder / "home" / place, ignore_errors=True)
        run, scenario = reading.watch(slow, folder / "read")
        offsets, height = run["timeline"]["offset"], scenario["screen"][1]
        reach = (max(offsets) - min(offsets)) / height
        if reach < 1:
            raise reading.Refused(
                f"expected a scroll of {self.farthest} screenfuls by {clicks} clicks of the wheel, found one of {reach:.1f}")
        known = {"clicksPerScreenful": clicks / reach, "gain": 1.0, "screenfuls": reach / MARGIN + 0.5,
                 "cells": run["metrics"]["appearances"] / (reach + 1), "blankInMap": run["metrics"]["blankAreaRatio"]}
        if self.is_quick:
            return known
        scroll = scrolls.SCROLLS["settle"][:2]
        for _ in range(2):
            with self.running(program, folder, (folder / "first.rgb").read_bytes(), folder / "home") as (home, _):
                found = self.record(scroll, known, home, fast)
            read = reading.figures(fast, *reading.watch(fast, folder / "read", slow), scroll)
            fast.unlink()
            gain = read["travelled"] / found["asked"]
            if abs(gain - 1) < TOLERANCE or gain < 0.1 or read["unknown"] > table.MOST_UNKNOWN:
                break
            known["gain"] *= gain
        return known

    def slow_pass(self, screenfuls, album, is_idle):
        """Turns the wheel little by little, waits each time until nothing changes, and puts all that is seen into an album.

        Returns the clicks until so far down.
        """
        (_, height), clicks, far, each, count, futile = self.display.size, 0, 0, 100, 1, 0
        before = last = self.display.pixels()
        album.add(before)

        def look(pixels):
            """Keeps what moves far before it comes to rest."""
            nonlocal last
            if abs(screen.shift(last, pixels, self.display.size) or 0) > STEP * height / 2:
                album.add(pixels)
                last = pixels

        while far < screenfuls * height and clicks < 2000:
            for _ in range(count):
                self.display.click(screen.DOWN)
                time.sleep(0.05)
            clicks += count
            self.display.wait(still=0.7, most=10, least=0.3, is_idle=is_idle, look=look)
            after = self.display.pixels()
            if screen.is_plain(after, self.display.size) or screen.shift(before, after, self.display.size) is None:
                # No photo has come so far, or none that was there before.
                self.display.wait(still=3, most=20)
                after = self.display.pixels()
            last = after
            if after == before:
                # The end; or a program that is busy.
                if (futile := futile + 1) == 3:
                    break
                continue
            album.add(after)
            moved = screen.shift(before, after, self.display.size)
            if moved and moved > 0:
                each = moved / count
            far, before = far + each * count, after
            # A wheel that speeds up is turned less.
            is_near = moved and moved < 1.4 * STEP * height
            count = max(1, min(2 * count, int(STEP * height / each)) if is_near else count // 2)
        return clicks
