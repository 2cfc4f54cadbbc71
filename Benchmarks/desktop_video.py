#!/usr/bin/env python3
"""What recordings of the desktop gallery show, compared with its own log of the same frames, replays and a model.

    Benchmarks/desktop_video.py --rounds 5 --json results/desktop_video.json > results/desktop_video.md

Each combination is played with one decoder, which leaves one of two processors to drawing, and with two. It needs GTK 4, Xvfb,
ffmpeg, memory for an uncompressed recording (3 GB), and a machine that does nothing else.
"""

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
FIGURES = ["scrollBlankRatio", "scrollNotSharpRatio"]
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


def measured(workers, rounds, program, folder, place, display):
    """Plays, by log and pixels, each with a replay of its scroll right behind it, with so many decoders."""
    trace = place / "flings.csv"
    trace.write_text(gallery.recording(gallery.FLINGS))
    # A recorder runs beside the replays, too, over a display at rest; what it and the server do in addition for a display that moves is
    # added to the main thread's work.
    _, still = beside_recorder(display, lambda: time.sleep(10))
    plays = list(gallery.in_turn(PAIRS, rounds))
    for play in plays:
        video = place / f"{play['name']}.mkv"
        _, play["besides"] = beside_recorder(display, lambda: gallery.perform(
            play, program, folder, trace, place, display, workers), video)
        gallery.spend(place, play, max(0, play["besides"] - still) / gallery.HERTZ)
        play["pixels"], _ = beside_recorder(display, lambda: gallery.validate(place, play, "--video", "mkv"))
        play["decodeMs"] = gallery.decode_ms(place)
        # A replay of the log's scroll would be the same: only the gallery's own figures are taken from it.
        play["log"] = gallery.validate(place, play, "--app", "csv", ["--no-replay"])
        video.unlink()
    return {"workers": workers, "plays": plays, "still": still}


def run(rounds, folder):
    machine, program = measure.machine(), gallery.build()
    memory = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(dir=memory) as place, gallery.Display() as display:
        runs = [measured(workers, rounds, program, folder, pathlib.Path(place), display) for workers in gallery.WORKERS]
    return {"machine": machine, "rounds": rounds, "runs": runs, "loadAverageAtEnd": round(os.getloadavg()[0], 1)}


def render(report):
    yield "## The desktop gallery by its pixels\n"
    yield "| decoders | strategy/order | figure | log | pixels | replay | model | pixels against replay | limit | verdict |"
    yield "| ---: | --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |"
    for workers, name, plays in gallery.by_combination(report):
        for figure in FIGURES:
            words, unit = gallery.FIGURES[figure]
            columns = [("log", "app"), ("pixels", "app"), ("pixels", "replay"), ("pixels", "model")]
            sides = " | ".join(gallery.spread(gallery.values(plays, source, figure, side), unit) for source, side in columns)
            yield f"| {workers} | {name} | {words} | {sides} | {gallery.judged(plays, 'pixels', figure)} |"
    yield (f"\nMedians and ranges of {report['rounds']} plays, each followed by a replay. *Log*: what the gallery logged for each "
           "frame that it painted. *Pixels*: what `scrollsim validate --video` read from recordings of the same plays without "
           "a hint, over marked photos. Replays and model scroll as the recording does. A difference of less than 0.5 % of the "
           "area also holds.\n")
    yield from gallery.paces(report, "pixels")
    besides = [play["besides"] for run in report["runs"] for play in run["plays"]]
    still = statistics.median(run["still"] for run in report["runs"])
    yield (f"\n- The recorder and the display's server took {statistics.median(besides):.2f} of a processor beside the gallery, "
           f"and {still:.2f} over the display at rest that was recorded beside the replays. The difference, plus the gallery's main "
           "thread, is the processor time of a frame, which replays spend on the main path (`device.frameWork`).")
    yield f"\n{measure.describe(report['machine'])}; load average at the end {report['loadAverageAtEnd']}"


if __name__ == "__main__":
    measure.refuse_other(__doc__, ["--rounds", "--photos", "--megapixels", "--json"])
    missing = [tool for tool in ("Xvfb", "swift", "ffmpeg") if not shutil.which(tool)]
    if missing:
        sys.exit(f"not measured: {', '.join(missing)} {measure.MISSING}")
    result = run(int(measure.argument("--rounds", "3")), marked(measure.argument("--photos", "400"), measure.argument("--megapixels", "3")))
    measure.save(result, measure.argument("--json", "results/local/desktop_video.json"))
    print("\n".join(render(result)))
