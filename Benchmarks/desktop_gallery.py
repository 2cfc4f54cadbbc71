"""What the desktop gallery paints, by strategy and order, beside replays and a model of the same scroll.

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


def play(program, folder, trace, strategy, order, log, scenario, display, workers):
    """Plays the trace in a window, logs what each frame painted, and returns the processor seconds of the display's server for
    each refresh."""
    environment = {**os.environ, "DISPLAY": display.name, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
                   "GTK_A11Y": "none", "NO_AT_BRIDGE": "1"}
    command = [program, folder, "--columns", COLUMNS, "--size", "x".join(map(str, SIZE)), "--strategy",
               strategy, "--order", order, "--workers", workers, "--play", trace, "--seconds", "1.5", "--log", log, "--scenario", scenario]
    before, start = display.processor_seconds(), time.monotonic()
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        raise measure.CommandFailed(f"{program}: exit {done.returncode}: {done.stderr.strip()}")
    return (display.processor_seconds() - before) / ((time.monotonic() - start) * HERTZ)


def beside_replays(workers, strategies, orders, rounds, program, folder, trace, place, display):
    """Plays of each strategy and order with so many decoders, and what `scrollsim validate` says of their logs."""
    pairs = [(strategy, order) for strategy in strategies for order in orders]
    logs, works = [], []
    for number in range(rounds):
        # Every other round backwards, so that a drift of the machine meets all alike.
        for strategy, order in pairs if number % 2 == 0 else reversed(pairs):
            log = place / f"{strategy}-{order}-{number + 1}.csv"
            server = play(program, folder, trace, strategy, order, log, place / "desktop.json", display, workers)
            works.append(json.loads((place / "desktop.json").read_text())["device"]["frameWork"] + server)
            logs += ["--app", f"{strategy}/{order}={log.name}"]
    scenario = json.loads((place / "desktop.json").read_text())
    scenario["compare"].update(strategies=strategies, orders=orders)
    # What drawing takes from the decoders: the gallery's main thread and the display's server.
    scenario["device"]["frameWork"] = round(statistics.median(works), 5)
    (place / "desktop.json").write_text(json.dumps(scenario))
    table, app = validate(place, rounds, logs)
    return {"workers": workers, "table": table, "app": app, "frameWorkMs": [round(work * 1000, 2) for work in works]}


def validate(place, rounds, words):
    """What `scrollsim validate` prints of the scenario in a folder, and its record, without this machine's paths."""
    done = subprocess.run(
        [photos.SCROLLSIM, "validate", "desktop.json", "--rounds", str(rounds), "--output", ".", "--no-progress", *words],
        capture_output=True, text=True, cwd=place)
    record = place / "desktop.app.json"
    if not record.exists():
        raise measure.CommandFailed(f"scrollsim validate: exit {done.returncode}: {done.stderr.strip()}")
    app = json.loads(record.read_text().replace(f"{photos.ROOT}/", ""))
    record.unlink()
    return done.stdout, app


def run(strategies, orders, rounds, folder, trace):
    machine = measure.machine()
    program = build()
    with tempfile.TemporaryDirectory() as place, Display() as display:
        place = pathlib.Path(place)
        if trace is None:
            trace = place / "flings.csv"
            trace.write_text(recording(FLINGS))
        runs = [beside_replays(workers, strategies, orders, rounds, program, folder, trace, place, display) for workers in WORKERS]
    return {"machine": machine, "rounds": rounds, "photos": folder.name, "runs": runs, "loadAverageAtEnd": round(os.getloadavg()[0], 1)}


def render(report):
    yield "# An app beside scrollsim\n"
    yield (f"{report['rounds']} plays of each strategy and order in `Examples/DesktopGallery` under Xvfb, every other round "
           "backwards, then as many replays, with one decoder and with two.\n")
    yield "| decoders | figures that hold | pairs in order | frames a second | processor time of a frame |"
    yield "| ---: | ---: | ---: | ---: | ---: |"
    for one in report["runs"]:
        holds = [metric["holds"] for run in one["app"]["runs"] for metric in run["metrics"] if metric.get("holds") is not None]
        pairs = [pair["appDifference"] > 0 for pair in one["app"]["pairs"]]
        paces = [log["figures"]["framesPerSecond"] for run in one["app"]["runs"] for log in run["logs"]]
        yield (f"| {one['workers']} | {sum(holds)} of {len(holds)} | {sum(pairs)} of {len(pairs)} | {spread(paces)} "
               f"| {spread(one['frameWorkMs'])} ms |")
    yield (f"\nDecoders and drawing share {report['machine']['cores']} cores. Of a frame's processor time, which is that of the gallery's "
           "main thread and of the display's server, replays spend as much on the main path (`device.frameWork`); decoders of the "
           "model lack it.\n")
    for one in report["runs"]:
        yield one["table"].replace("## desktop: an app beside scrollsim", f"## Decoders: {one['workers']}")
    yield f"{measure.describe(report['machine'])}; load average at the end {report['loadAverageAtEnd']}"


def spread(values):
    return f"{statistics.median(values):.1f} ({min(values):.1f}–{max(values):.1f})"


if __name__ == "__main__":
    missing = [tool for tool in ("Xvfb", "swift") if not shutil.which(tool)]
    if missing:
        sys.exit(f"not measured: {', '.join(missing)} {measure.MISSING}")
    trace = measure.argument("--play", None)
    result = run(
        measure.argument("--strategies", ",".join(STRATEGIES)).split(","),
        measure.argument("--orders", ",".join(ORDERS)).split(","), rounds=int(measure.argument("--rounds", "3")),
        folder=library(int(measure.argument("--photos", "400")), measure.argument("--megapixels", "2-12")),
        trace=trace and pathlib.Path(trace).resolve())
    measure.save(result, measure.argument("--json", "results/local/desktop_gallery.json"))
    print("\n".join(render(result)))
