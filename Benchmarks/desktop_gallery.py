"""What the desktop gallery paints, by strategy and order, compared with replays and a model of the same scroll.

It needs GTK 4 and Xvfb (apt-get install libgtk-4-dev xvfb), and a machine that does nothing else.
"""

import json
import math
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import measure
import photos

PACKAGE = photos.ROOT / "Examples" / "DesktopGallery"
SCRATCH = photos.ROOT / ".build" / "desktop-gallery"
STRATEGIES = ["none", "apple-sample", "screens"]
ORDERS = ["fifo", "urgency"]
PERCENT, MEGABYTES, MILLISECONDS = (100, " %"), (1e-6, " MB"), (1000, " ms")
FIGURES = {"scrollBlankRatio": ("blank", PERCENT), "scrollNotSharpRatio": ("not sharp", PERCENT),
           "peakImageBytes": ("image memory", MEGABYTES)}
# With one, a machine of two cores has the other to draw with.
WORKERS = [1, 2]
SIZE = (600, 800)
COLUMNS = 4
# Points a second at which a finger lets go, and seconds until the next one; momentum falls off as in UIScrollView.
FLINGS = [(3000, 1.5), (6000, 1.2), (6000, 0.6), (8000, 2.5), (-5000, 1.5), (-9000, 2.5)]
DECAY_SECONDS = 0.5
HERTZ = 60


def build():
    """The gallery, compiled for use."""
    command = ["swift", "build", "-c", "release", "--package-path", PACKAGE, "--scratch-path", SCRATCH]
    environment = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, env=environment)
    folder = subprocess.run([*command, "--show-bin-path"], check=True, capture_output=True, text=True, env=environment)
    return pathlib.Path(folder.stdout.strip()) / "desktop-gallery"


def recording(flings):
    """A recording of flings, which begins with two seconds at rest, so that no cold start is counted."""
    time, offset = 2.0, 0.0
    lines = ["time_s,offset_pt", "0,0", f"{time},{offset}"]
    for velocity, seconds in flings:
        start = offset
        for frame in range(1, round(seconds * HERTZ) + 1):
            passed = frame / HERTZ
            offset = max(0, start + velocity * DECAY_SECONDS * (1 - math.exp(-passed / DECAY_SECONDS)))
            lines.append(f"{time + passed:.6f},{offset:.3f}")
        time += round(seconds * HERTZ) / HERTZ
    return "\n".join(lines) + "\n"


def library(count, megapixels):
    """A folder of so many synthetic photos, made once."""
    folder = photos.ROOT / ".build" / "bench" / f"desktop-{megapixels}-{count}"
    subprocess.run(
        [photos.SCROLLSIM, "library", "generate", "--output", folder, "--photos", str(count), "--distinct",
         str(count), "--megapixels", megapixels], check=True, stdout=subprocess.DEVNULL)
    return folder


class Display:
    """A virtual display, and the processor time that its server takes."""

    # The window is at its left upper corner.
    size = SIZE

    def __enter__(self):
        self.server, self.name = measure.display(SIZE[0] + 200, SIZE[1] + 200)
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()

    def processor_seconds(self):
        fields = pathlib.Path(f"/proc/{self.server.pid}/stat").read_text().rpartition(")")[2].split()
        # utime and stime, the 14th and 15th field of the line (proc(5)).
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def in_turn(combinations, rounds):
    """The plays of each strategy and order, every other round backwards, so that a drift of the machine meets all alike."""
    for number in range(rounds):
        for strategy, order in combinations if number % 2 == 0 else reversed(combinations):
            yield {"name": f"{strategy}-{order}-{number + 1}", "run": f"{strategy}/{order}"}


def perform(play, program, folder, trace, place, display, workers):
    """Plays the trace in a window, logs what each frame painted, and returns the processor seconds of the display's server for
    each refresh."""
    environment = {**os.environ, "DISPLAY": display.name, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
                   "GTK_A11Y": "none", "NO_AT_BRIDGE": "1"}
    strategy, order = play["run"].split("/")
    command = [program, folder, "--columns", COLUMNS, "--size", "x".join(map(str, SIZE)), "--strategy", strategy, "--order", order,
               "--resize-mode", "fast", "--workers", workers, "--play", trace, "--seconds", "1.5", "--log", place / f"{play['name']}.csv",
               "--scenario", place / "desktop.json"]
    before, start = display.processor_seconds(), time.monotonic()
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        raise measure.CommandFailed(f"{program}: exit {done.returncode}: {done.stderr.strip()}")
    return (display.processor_seconds() - before) / ((time.monotonic() - start) * HERTZ)


def spend(place, play, besides):
    """Has replays spend on a frame what drawing takes from the decoders: the gallery's main thread, and so many seconds besides."""
    scenario = json.loads((place / "desktop.json").read_text())
    play["frameWork"] = scenario["device"]["frameWork"] = round(scenario["device"]["frameWork"] + besides, 5)
    (place / "desktop.json").write_text(json.dumps(scenario))


def validate(place, play, option, kind, words=()):
    """What `scrollsim validate` finds of a play's log or recording beside one replay."""
    done = subprocess.run(
        [photos.SCROLLSIM, "validate", "desktop.json", "--rounds", "1", "--output", ".", "--no-progress", *words,
         option, f"{play['run']}={play['name']}.{kind}"], capture_output=True, text=True, cwd=place)
    record = place / "desktop.app.json"
    if not record.exists():
        raise measure.CommandFailed(f"scrollsim validate: exit {done.returncode}: {done.stderr.strip()}")
    found = json.loads(record.read_text().replace(f"{photos.ROOT}/", ""))
    record.unlink()
    return {word: found[word] for word in ("bars", "isTooBusyToTell", "runs")}


def decode_ms(place):
    """The median decode of the last replay in a folder."""
    return json.loads((place / "desktop.replay.json").read_text())["runs"][0]["distributions"]["decodeMs"]["p50"]


def measured(workers, combinations, rounds, program, folder, trace, place, display):
    """Plays with so many decoders, each with a replay of its scroll right behind it.

    A host is faster at one minute than at another, and less is sharp where decoding is slower: so each play is held to its own
    replay, and not to replays of half an hour later.
    """
    plays = list(in_turn(combinations, rounds))
    for play in plays:
        spend(place, play, perform(play, program, folder, trace, place, display, workers))
        play["log"] = validate(place, play, "--app", "csv")
        play["decodeMs"] = decode_ms(place)
    return {"workers": workers, "plays": plays}


def run(combinations, rounds, folder, trace):
    machine, program = measure.machine(), build()
    with tempfile.TemporaryDirectory() as place, Display() as display:
        place = pathlib.Path(place)
        if trace is None:
            trace = place / "flings.csv"
            trace.write_text(recording(FLINGS))
        runs = [measured(workers, combinations, rounds, program, folder, trace, place, display) for workers in WORKERS]
    return {"machine": machine, "rounds": rounds, "photos": folder.name, "runs": runs, "loadAverageAtEnd": round(os.getloadavg()[0], 1)}


def by_combination(report):
    """The decoders and the strategy and order of each combination, with its plays in the order of their rounds."""
    for run in report["runs"]:
        for name in dict.fromkeys(play["run"] for play in run["plays"]):
            yield run["workers"], name, [play for play in run["plays"] if play["run"] == name]


def values(plays, source, figure, side):
    """What each play's log or recording says of a figure: of the app, its replay or the model."""
    metrics = [next(one for one in play[source]["runs"][0]["metrics"] if one["metric"] == figure) for play in plays]
    return [one[side] for one in metrics]


def judged(plays, source, figure):
    """How far the plays lie from their replays, how far they may, and whether they do."""
    bar = plays[0][source]["bars"][figure]
    app, replay = (statistics.median(values(plays, source, figure, side)) for side in ("app", "replay"))
    off = f"{100 * (app / replay - 1):+.1f} %" if replay else "–"
    holds = abs(app - replay) <= max(bar["absolute"], bar["relative"] * replay)
    busy = sum(play[source]["isTooBusyToTell"] for play in plays)
    verdict = "not judged" if 2 * busy > len(plays) else "holds" if holds else "**falls short**"
    return f"{off} | ≤ {100 * bar['relative']:.0f} % | {verdict}"


def render(report):
    yield "## The desktop gallery by its log\n"
    yield from order_of_pairs(report)
    yield "\n| decoders | strategy/order | figure | app | replay | model | app against replay | limit | verdict |"
    yield "| ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | --- |"
    for workers, name, plays in by_combination(report):
        for figure, (words, unit) in FIGURES.items():
            sides = " | ".join(spread(values(plays, "log", figure, side), unit) for side in ("app", "replay", "model"))
            yield f"| {workers} | {name} | {words} | {sides} | {judged(plays, 'log', figure)} |"
    yield (f"\nMedians and ranges of {report['rounds']} plays in `Examples/DesktopGallery` under Xvfb, each followed by a replay. "
           "Replays and model scroll as the log does. A difference of less than 0.5 % of the area also holds.\n")
    yield from paces(report, "log")
    yield (f"\nDecoders and drawing share {report['machine']['cores']} cores. For each frame, replays spend on the main path "
           "(`device.frameWork`) as much processor time as the gallery's main thread and the display's server took; the model takes "
           "it from its decoders.")
    yield f"\n{measure.describe(report['machine'])}; load average at the end {report['loadAverageAtEnd']}"


def order_of_pairs(report):
    """How many pairs that all replays tell apart rank the same in the app."""
    for run in report["runs"]:
        missed = {}
        for workers, name, plays in by_combination(report):
            if workers == run["workers"]:
                # As `scrollsim validate` weighs them: a degraded image misses three tenths.
                missed[name] = {side: [0.7 * blank + 0.3 * soft for blank, soft in zip(
                    values(plays, "log", "scrollBlankRatio", side), values(plays, "log", "scrollNotSharpRatio", side))]
                    for side in ("app", "replay")}
        apart = [(one, other) for one in missed for other in missed if max(missed[one]["replay"]) < min(missed[other]["replay"])]
        alike = sum(statistics.median(missed[one]["app"]) < statistics.median(missed[other]["app"]) for one, other in apart)
        yield (f"- Decoders: {run['workers']}. Of {len(apart)} pairs that all replays tell apart by missed area, {alike} rank the "
               "same in the app.")


def paces(report, source):
    """How fast each combination drew and decoded, and what was not sharp by the pace of decoding."""
    yield ("| decoders | strategy/order | frames a second, by the log | processor time per frame in replays | "
           "not sharp in replays, at their median decode time |")
    yield "| ---: | --- | ---: | ---: | --- |"
    for workers, name, plays in by_combination(report):
        rates = [play["log"]["runs"][0]["logs"][0]["figures"]["framesPerSecond"] for play in plays]
        areas = values(plays, source, "scrollNotSharpRatio", "replay")
        decodes = sorted((play["decodeMs"], area) for play, area in zip(plays, areas))
        by_decode = ", ".join(f"{100 * area:.1f} % at {decode:.1f} ms" for decode, area in decodes)
        work = spread([play["frameWork"] for play in plays], MILLISECONDS)
        yield f"| {workers} | {name} | {spread(rates, (1, ''))} | {work} | {by_decode} |"


def spread(numbers, unit):
    """The median and range of numbers, in a unit that is a factor and a word."""
    factor, word = unit
    low, middle, high = (factor * number for number in (min(numbers), statistics.median(numbers), max(numbers)))
    return f"{middle:.1f}{word} ({low:.1f}–{high:.1f})"


if __name__ == "__main__":
    measure.refuse_other(__doc__, ["--play", "--strategies", "--orders", "--rounds", "--photos", "--megapixels", "--json"])
    missing = [tool for tool in ("Xvfb", "swift") if not shutil.which(tool)]
    if missing:
        sys.exit(f"not measured: {', '.join(missing)} {measure.MISSING}")
    trace = measure.argument("--play", None)
    combinations = [(strategy, order) for strategy in measure.argument("--strategies", ",".join(STRATEGIES)).split(",")
                    for order in measure.argument("--orders", ",".join(ORDERS)).split(",")]
    result = run(
        combinations, rounds=int(measure.argument("--rounds", "3")),
        folder=library(int(measure.argument("--photos", "400")), measure.argument("--megapixels", "2-12")),
        trace=trace and pathlib.Path(trace).resolve())
    measure.save(result, measure.argument("--json", "results/local/desktop_gallery.json"))
    print("\n".join(render(result)))
