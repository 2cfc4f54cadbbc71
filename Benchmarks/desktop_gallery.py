"""What the desktop gallery paints, by strategy and order, beside replays and a model of the same scroll.

It needs GTK 4 and Xvfb (apt-get install libgtk-4-dev xvfb), and a machine that does nothing else.
"""

import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import measure
import photos

PACKAGE = photos.ROOT / "Examples" / "DesktopGallery"
SCRATCH = photos.ROOT / ".build" / "desktop-gallery-release"
STRATEGIES = ["none", "apple-sample", "screens"]
ORDERS = ["fifo", "urgency"]
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


def play(program, folder, trace, strategy, order, log, scenario):
    """Plays the trace in a window on a virtual display, and logs what each frame painted."""
    display = ["xvfb-run", "-a", "-s", f"-screen 0 {SIZE[0] + 200}x{SIZE[1] + 200}x24"]
    environment = {**os.environ, "GSK_RENDERER": "cairo", "GTK_A11Y": "none", "NO_AT_BRIDGE": "1"}
    command = [*display, program, folder, "--columns", COLUMNS, "--size", "x".join(map(str, SIZE)), "--strategy",
               strategy, "--order", order, "--play", trace, "--seconds", "1.5", "--log", log, "--scenario", scenario]
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, env=environment)
    if done.returncode != 0:
        raise measure.CommandFailed(f"{program}: exit {done.returncode}: {done.stderr.strip()}")


def run(strategies, orders, rounds, folder, trace):
    machine = measure.machine()
    program = build()
    with tempfile.TemporaryDirectory() as place:
        place = pathlib.Path(place)
        if trace is None:
            trace = place / "flings.csv"
            trace.write_text(recording(FLINGS))
        pairs = [(strategy, order) for strategy in strategies for order in orders]
        logs = []
        for number in range(rounds):
            # Every other round backwards, so that a drift of the machine meets all alike.
            for strategy, order in pairs if number % 2 == 0 else reversed(pairs):
                log = place / f"{strategy}-{order}-{number + 1}.csv"
                play(program, folder, trace, strategy, order, log, place / "desktop.json")
                logs += ["--app", f"{strategy}/{order}={log.name}"]
        scenario = json.loads((place / "desktop.json").read_text())
        scenario["compare"].update(strategies=strategies, orders=orders)
        (place / "desktop.json").write_text(json.dumps(scenario))
        done = subprocess.run(
            [photos.SCROLLSIM, "validate", "desktop.json", "--iterations", str(rounds), "--output", ".", "--no-progress",
             *logs], capture_output=True, text=True, cwd=place)
        record = place / "desktop.app.json"
        if not record.exists():
            raise measure.CommandFailed(f"scrollsim validate: exit {done.returncode}: {done.stderr.strip()}")
        return {"machine": machine, "rounds": rounds, "exit": done.returncode, "table": done.stdout,
                "app": json.loads(record.read_text()), "loadAverageAtEnd": round(os.getloadavg()[0], 1)}


def render(report):
    yield report["table"]
    yield (f"{report['rounds']} plays of each strategy and order in `Examples/DesktopGallery` under Xvfb, every other round "
           "backwards, then as many replays.\n")
    words = {0: "pass", 2: "FAIL", 3: "not measured", 5: "not comparable"}
    yield f"- {words.get(report['exit'], 'FAIL')}: `scrollsim validate --app` ends with {report['exit']}"
    yield f"\n{measure.describe(report['machine'])}; load average at the end {report['loadAverageAtEnd']}"


if __name__ == "__main__":
    missing = [tool for tool in ("xvfb-run", "swift") if not shutil.which(tool)]
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
