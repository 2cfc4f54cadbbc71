#!/usr/bin/env python3
"""What recordings of the desktop gallery show, beside its own log of the same frames, and beside replays and a model.

    Benchmarks/desktop_video.py --rounds 5 --json results/desktop_video.json > results/desktop_video.md

Each combination is played with one decoder, which leaves a processor to drawing where there are two, and with two. It needs GTK 4,
Xvfb, ffmpeg, memory for a play without compression (3 GB), and a machine that does nothing else.
"""

import json
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

import desktop_gallery as gallery
import measure
import photos

sys.path.append(str(pathlib.Path(__file__).resolve().parent / "league"))
import stage  # noqa: E402

# Those whose area that is not sharp differed most between the gallery's log and replays.
PAIRS = [("none", "fifo"), ("apple-sample", "urgency")]
WORKERS = [1, 2]
FIGURES = {"scrollBlankRatio": "blank", "scrollNotSharpRatio": "not sharp"}
# Compressing takes the processor from what is recorded.
RAW = ["-c:v", "rawvideo", "-f", "nut"]


def marked(count, megapixels):
    """A folder of so many marked photos, made once."""
    folder = photos.ROOT / ".build" / "bench" / f"desktop-marked-{megapixels}-{count}"
    if not folder.exists():
        subprocess.run([photos.SCROLLSIM, "library", "mark", folder, "--photos", count, "--megapixels", megapixels], check=True,
                       stdout=subprocess.DEVNULL)
    return folder


def beside_recorder(display, work, video=None):
    """Does some work while the display is recorded: what it gives, and the processors that recorder and display's server took."""
    raw = video.with_name("raw.nut") if video else "/dev/null"
    before, start = display.processor_seconds(), time.monotonic()
    recording = stage.Recording(display, raw, RAW)
    try:
        result = work()
    finally:
        taken = recording.stop() + display.processor_seconds() - before
        seconds = time.monotonic() - start
    if video:
        subprocess.run(["ffmpeg", "-v", "error", "-y", "-i", raw, "-fps_mode", "passthrough", *stage.RECORDER, video], check=True)
        raw.unlink()
    return result, taken / seconds


def validate(place, rounds, plays, option, kind, words=()):
    """The record of `scrollsim validate` over the plays' logs or recordings."""
    files = [word for play in plays for word in (option, f"{play['run']}={play['name']}.{kind}")]
    return gallery.validate(place, rounds, [*words, *files])[1]


def measured(workers, rounds, program, folder, place, display):
    """Plays, by log and pixels, and replays of their scroll, with so many decoders."""
    trace, scenario = place / "flings.csv", place / "desktop.json"
    trace.write_text(gallery.recording(gallery.FLINGS))
    plays = []
    for number in range(rounds):
        # Every other round backwards, so that a drift of the machine meets all alike.
        for strategy, order in PAIRS if number % 2 == 0 else reversed(PAIRS):
            name = f"{strategy}-{order}-{number + 1}"
            _, taken = beside_recorder(display, lambda: gallery.play(
                program, folder, trace, strategy, order, place / f"{name}.csv", scenario, display, workers), place / f"{name}.mkv")
            work = json.loads(scenario.read_text())["device"]["frameWork"]
            plays.append({"name": name, "run": f"{strategy}/{order}", "frameWork": work, "besides": taken})
    # A recorder runs beside the replays, too, over a display at rest; what more it and the server do for a display that moves is
    # added to the main thread's work.
    _, still = beside_recorder(display, lambda: time.sleep(10))
    text = json.loads(scenario.read_text())
    text["compare"].update(strategies=[pair[0] for pair in PAIRS], orders=[pair[1] for pair in PAIRS])
    text["device"]["frameWork"] = round(
        statistics.median(play["frameWork"] + max(0, play["besides"] - still) / gallery.HERTZ for play in plays), 5)
    scenario.write_text(json.dumps(text))
    pixels, _ = beside_recorder(display, lambda: validate(place, rounds, plays, "--video", "mkv"))
    # Replays of the logs' scroll would be the same: only the gallery's own figures are taken from these.
    logs = validate(place, rounds, plays, "--app", "csv", ["--no-replay"])
    return {"workers": workers, "plays": plays, "still": still, "frameWork": text["device"]["frameWork"], "pixels": pixels, "logs": logs}


def run(rounds, folder):
    machine, program = measure.machine(), gallery.build()
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=memory) as place, gallery.Display() as display:
        runs = [measured(workers, rounds, program, folder, pathlib.Path(place), display) for workers in WORKERS]
    return {"machine": machine, "rounds": rounds, "runs": runs, "loadAverageAtEnd": round(os.getloadavg()[0], 1)}


def render(report):
    yield "## The desktop gallery by its pixels\n"
    yield "| decoders | strategy | order | figure | log | pixels | replay | model | pixels beside replay |"
    yield "| ---: | --- | --- | --- | ---: | ---: | ---: | ---: | ---: |"
    for run in report["runs"]:
        yield from rows(run)
    yield (f"\nMedians and ranges of {report['rounds']} plays, medians of as many replays, ± the distance of the farthest one. *Log*: "
           "what the gallery noted of each frame that it painted. *Pixels*: what `scrollsim validate --video` read from recordings of "
           "the same plays without a hint, over marked photos. Replays and model scroll as the first recording does.\n")
    yield "| decoders | frames a second, by the log | processor time of a frame in replays |"
    yield "| ---: | ---: | ---: |"
    for run in report["runs"]:
        paces = [log["figures"]["framesPerSecond"] for one in run["logs"]["runs"] for log in one["logs"]]
        yield f"| {run['workers']} | {statistics.median(paces):.1f} ({min(paces):.1f}–{max(paces):.1f}) | {1000 * run['frameWork']:.1f} ms |"
    besides = [play["besides"] for run in report["runs"] for play in run["plays"]]
    still = statistics.median(run["still"] for run in report["runs"])
    yield (f"\n- Recorder and display's server took {statistics.median(besides):.2f} of a processor beside the gallery, and {still:.2f} "
           "over a display at rest, which was recorded beside the replays. The difference and the gallery's main thread are the "
           "processor time of a frame, which replays spend on the main path (`device.frameWork`).")
    yield f"\n{measure.describe(report['machine'])}; load average at the end {report['loadAverageAtEnd']}"


def rows(run):
    """Each figure by log, pixels, replays and model."""
    logs = {one["id"]: one["logs"] for one in run["logs"]["runs"]}
    for one in run["pixels"]["runs"]:
        strategy, order = one["id"].split("/")[1], one["id"].split("/")[-1]
        for name, words in FIGURES.items():
            held = next(metric for metric in one["metrics"] if metric["metric"] == name)
            seen, painted = ([log["figures"]["values"][name] for log in side] for side in (one["logs"], logs[one["id"]]))
            off = f"{100 * (held['app'] / held['replay'] - 1):+.1f} %" if held["replay"] else "–"
            verdict = {True: "holds", False: "falls short"}.get(held.get("holds"), "not judged")
            yield (f"| {run['workers']} | {strategy} | {order} | {words} | {spread(painted)} | {spread(seen)} | {100 * held['replay']:.1f} % ± "
                   f"{100 * held.get('replaySpread', 0):.1f} | {100 * held['model']:.1f} % | {off}, {verdict} |")


def spread(values):
    return f"{100 * statistics.median(values):.1f} % ({100 * min(values):.1f}–{100 * max(values):.1f})"


if __name__ == "__main__":
    missing = [tool for tool in ("Xvfb", "swift", "ffmpeg") if not shutil.which(tool)]
    if missing:
        sys.exit(f"not measured: {', '.join(missing)} {measure.MISSING}")
    result = run(int(measure.argument("--rounds", "3")), marked(measure.argument("--photos", "400"), measure.argument("--megapixels", "3")))
    measure.save(result, measure.argument("--json", "results/local/desktop_video.json"))
    print("\n".join(render(result)))
