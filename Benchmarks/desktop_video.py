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


def validate(place, play, option, kind, words=()):
    """What `scrollsim validate` finds of a play's log or recording beside one replay."""
    record = gallery.validate(place, 1, [*words, option, f"{play['run']}={play['name']}.{kind}"])[1]
    return {word: record[word] for word in ("bars", "isTooBusyToTell", "runs")}


def measured(workers, rounds, program, folder, place, display):
    """Plays, by log and pixels, each with a replay of its scroll right behind it, with so many decoders.

    A host is faster at one minute than at another, and less is sharp where decoding is slower: so each play is held to its own
    replay, and not to replays of half an hour later.
    """
    trace, scenario = place / "flings.csv", place / "desktop.json"
    trace.write_text(gallery.recording(gallery.FLINGS))
    # A recorder runs beside the replays, too, over a display at rest; what more it and the server do for a display that moves is
    # added to the main thread's work.
    _, still = beside_recorder(display, lambda: time.sleep(10))
    plays = []
    for number in range(rounds):
        # Every other round backwards, so that a drift of the machine meets all alike.
        for strategy, order in PAIRS if number % 2 == 0 else reversed(PAIRS):
            play = {"name": f"{strategy}-{order}-{number + 1}", "run": f"{strategy}/{order}"}
            log, video = place / f"{play['name']}.csv", place / f"{play['name']}.mkv"
            _, play["besides"] = beside_recorder(display, lambda: gallery.play(
                program, folder, trace, strategy, order, log, scenario, display, workers), video)
            text = json.loads(scenario.read_text())
            play["frameWork"] = round(text["device"]["frameWork"] + max(0, play["besides"] - still) / gallery.HERTZ, 5)
            text["device"]["frameWork"] = play["frameWork"]
            scenario.write_text(json.dumps(text))
            play["pixels"], _ = beside_recorder(display, lambda: validate(place, play, "--video", "mkv"))
            replay = json.loads((place / "desktop.replay.json").read_text())["runs"][0]
            play["decodeMs"] = replay["distributions"]["decodeMs"]["p50"]
            # A replay of the log's scroll would be the same: only the gallery's own figures are taken from it.
            play["log"] = validate(place, play, "--app", "csv", ["--no-replay"])
            video.unlink()
            plays.append(play)
    return {"workers": workers, "plays": plays, "still": still}


def run(rounds, folder):
    machine, program = measure.machine(), gallery.build()
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=memory) as place, gallery.Display() as display:
        runs = [measured(workers, rounds, program, folder, pathlib.Path(place), display) for workers in WORKERS]
    return {"machine": machine, "rounds": rounds, "runs": runs, "loadAverageAtEnd": round(os.getloadavg()[0], 1)}


def render(report):
    yield "## The desktop gallery by its pixels\n"
    yield "| decoders | strategy | order | figure | log | pixels | replay | model | pixels beside replay | asked | verdict |"
    yield "| ---: | --- | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
    for workers, name, plays in combinations(report):
        yield from rows(workers, name, plays)
    yield (f"\nMedians and ranges of {report['rounds']} plays, each with a replay right behind it. *Log*: what the gallery noted of "
           "each frame that it painted. *Pixels*: what `scrollsim validate --video` read from recordings of the same plays without "
           "a hint, over marked photos. Replays and model scroll as the recording does. Where less than 0.5 % of the area differs, "
           "it holds as well.\n")
    yield ("| decoders | strategy | order | frames a second, by the log | processor time of a frame in replays | "
           "not sharp in replays, by the median of their decodes |")
    yield "| ---: | --- | --- | ---: | ---: | --- |"
    for workers, name, plays in combinations(report):
        paces = [play["log"]["runs"][0]["logs"][0]["figures"]["framesPerSecond"] for play in plays]
        work = [1000 * play["frameWork"] for play in plays]
        replays = sorted((play["decodeMs"], held(play, "scrollNotSharpRatio")["replay"]) for play in plays)
        by_decode = ", ".join(f"{100 * area:.1f} % at {decode:.1f} ms" for decode, area in replays)
        yield f"| {workers} | {name} | {plain(paces)} | {plain(work)} ms | {by_decode} |"
    besides = [play["besides"] for run in report["runs"] for play in run["plays"]]
    still = statistics.median(run["still"] for run in report["runs"])
    yield (f"\n- Recorder and display's server took {statistics.median(besides):.2f} of a processor beside the gallery, and {still:.2f} "
           "over a display at rest, which was recorded beside the replays. The difference and the gallery's main thread are the "
           "processor time of a frame, which replays spend on the main path (`device.frameWork`).")
    yield f"\n{measure.describe(report['machine'])}; load average at the end {report['loadAverageAtEnd']}"


def combinations(report):
    """The decoders, strategy and order of each combination, as cells of a row, with its plays."""
    for run in report["runs"]:
        for strategy, order in PAIRS:
            yield run["workers"], f"{strategy} | {order}", [play for play in run["plays"] if play["run"] == f"{strategy}/{order}"]


def held(play, figure):
    """A figure of a recording, beside its replay's and model's."""
    return next(metric for metric in play["pixels"]["runs"][0]["metrics"] if metric["metric"] == figure)


def rows(workers, name, plays):
    """Each figure by log, pixels, replays and model."""
    for figure, words in FIGURES.items():
        painted, seen, replayed, modelled = [], [], [], []
        for play in plays:
            found = held(play, figure)
            painted.append(play["log"]["runs"][0]["logs"][0]["figures"]["values"][figure])
            seen.append(found["app"])
            replayed.append(found["replay"])
            modelled.append(found["model"])
        bar = plays[0]["pixels"]["bars"][figure]
        app, replay = statistics.median(seen), statistics.median(replayed)
        off = f"{100 * (app / replay - 1):+.1f} %" if replay else "–"
        busy = sum(play["pixels"]["isTooBusyToTell"] for play in plays)
        verdict = ("not judged" if 2 * busy > len(plays)
                   else "holds" if abs(app - replay) <= max(bar["absolute"], bar["relative"] * replay) else "**falls short**")
        yield (f"| {workers} | {name} | {words} | {spread(painted)} | {spread(seen)} | {spread(replayed)} | "
               f"{spread(modelled)} | {off} | ≤ {100 * bar['relative']:.0f} % | {verdict} |")


def plain(values):
    return f"{statistics.median(values):.1f} ({min(values):.1f}–{max(values):.1f})"


def spread(values):
    return f"{100 * statistics.median(values):.1f} % ({100 * min(values):.1f}–{100 * max(values):.1f})"


if __name__ == "__main__":
    missing = [tool for tool in ("Xvfb", "swift", "ffmpeg") if not shutil.which(tool)]
    if missing:
        sys.exit(f"not measured: {', '.join(missing)} {measure.MISSING}")
    result = run(int(measure.argument("--rounds", "3")), marked(measure.argument("--photos", "400"), measure.argument("--megapixels", "3")))
    measure.save(result, measure.argument("--json", "results/local/desktop_video.json"))
    print("\n".join(render(result)))
