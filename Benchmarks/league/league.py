#!/usr/bin/env python3
"""Measures galleries that people use, from recordings of their screens, and writes results/league.md.

    Benchmarks/league/league.py --rounds 5 --minutes 240     # continues where it was interrupted
    Benchmarks/league/league.py --quick                      # three programs, one scroll, one round
    Benchmarks/league/league.py --programs thunar,chromium_lazy --scrolls fling --conditions cold
    Benchmarks/league/league.py --from earlier.json         # continues from that league.json, on another machine with the same processor
    Benchmarks/league/league.py --before earlier.json       # also says whether that run's league.json ranks alike

It needs Xvfb, openbox, ffmpeg and dbus-run-session, and measures those programs that are installed. The machine should do
nothing else. `--install` installs the programs' Debian packages first; `--without-models` compares no models.
"""

import importlib
import itertools
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import again  # noqa: E402
import course  # noqa: E402
import measure  # noqa: E402
import models  # noqa: E402
import photos  # noqa: E402
import reading  # noqa: E402
import report  # noqa: E402
import screen  # noqa: E402
import scrolls  # noqa: E402

SIZE = (800, 800)
TOOLS = ["Xvfb", "openbox", "ffmpeg", "dbus-run-session"]
QUICK = ["chromium_lazy", "gtk4_list", "thunar"]
CONDITIONS = ["cold", "warm"]
OPTIONS = ["--programs", "--scrolls", "--conditions", "--rounds", "--speeds", "--minutes", "--megapixels", "--photos", "--work",
           "--json", "--from", "--before", "--pictures"]
FLAGS = ["--quick", "--install", "--without-models"]
PROGRAMS = sorted(path.stem for path in (HERE / "programs").glob("*.py"))


def programs(names, megapixels):
    """The programs' modules by name, and why others are left out."""
    found, missing = {}, {}
    for name in names:
        program = importlib.import_module(f"programs.{name}")
        if float(megapixels) > (most := getattr(program, "MOST_MEGAPIXELS", float("inf"))):
            missing[name] = f"not over more than {most} megapixels"
            continue
        # For a program of Debian's, the version of its package: many show theirs on a display only. Without the other packages it would
        # start and show nothing.
        command = getattr(program, "VERSION", ["dpkg-query", "-W", "-f", "${Package} ${Version}\\n", *program.PACKAGES])
        version = shutil.which(command[0]) and subprocess.run(list(map(str, command)), capture_output=True, text=True)
        if not version or version.returncode != 0:
            missing[name] = measure.MISSING
        else:
            lines = (version.stdout.strip() or version.stderr.strip()).splitlines()
            first = tuple(f"{package} " for package in program.PACKAGES[:1])
            program.version = next((line for line in lines if line.startswith(first)), lines[0])
            found[name] = program
    return found, missing


def install():
    """Installs what the programs need: Debian's packages, and what they bring themselves."""
    known = [importlib.import_module(f"programs.{name}") for name in PROGRAMS]
    packages = {package for program in known for package in program.PACKAGES}
    tools = ["xvfb", "openbox", "ffmpeg", "dbus"]
    subprocess.run(["apt-get", "install", "-y", "--no-install-recommends", *tools, *sorted(packages)], check=True)
    for command in [command for program in known for command in getattr(program, "INSTALL", [])]:
        subprocess.run([str(word) for word in command], check=True)


class Library:
    """Marked photos, in a folder and on a server."""

    def __init__(self, count, megapixels, seed, work):
        self.words = {"photos": count, "megapixels": megapixels, "seed": seed}
        self.folder = work / f"photos-{count}-{megapixels}-{seed}"
        subprocess.run([reading.SCROLLSIM, "library", "mark", self.folder, "--photos", str(count), "--megapixels", megapixels,
                        "--landscape", "--seed", str(seed)], check=True, stdout=subprocess.DEVNULL)
        # All begin with the photos in the machine's memory, not only those after the first.
        for photo in self.folder.glob("*.jpg"):
            photo.read_bytes()
        site = work / "site"
        shutil.rmtree(site, ignore_errors=True)
        site.mkdir()
        for name, place in [("photos", self.folder), *((path.name, path) for path in (HERE / "viewers").glob("*.html")),
                            ("webgrid", photos.ROOT / "Examples" / "WebGrid")]:
            (site / name).symlink_to(place)
        # Under the same address again, by which browsers keep what a warm start finds.
        known = work / "port"
        port = known.read_text() if known.exists() else "0"
        server = subprocess.Popen([sys.executable, HERE / "server.py", site, port], stdout=subprocess.PIPE, text=True)
        if not (found := server.stdout.readline().strip()):
            sys.exit(f"league: expected port {port} of {known} to be free, could not start a server there; end that of an earlier run")
        known.write_text(found)
        self.url, self.close = f"http://127.0.0.1:{found}/", server.terminate


def plan(chosen, names, conditions, speeds, rounds):
    """What is to be measured, round by round, the programs in turn; every other round backwards, so that a drift of the machine
    meets all alike."""
    for number in range(rounds):
        for condition in conditions:
            for name, speed in itertools.product(names, speeds):
                for program in list(chosen) if number % 2 == 0 else reversed(chosen):
                    if condition in getattr(chosen[program], "CONDITIONS", CONDITIONS):
                        yield {"program": program, "scroll": name, "condition": condition, "speed": speed, "round": number + 1}


def key(entry):
    return tuple(entry[word] for word in ("program", "scroll", "condition", "speed", "round"))


def rounded(found):
    """Figures to five digits after the point; more say nothing."""
    return {name: round(value, 5) if isinstance(value, float) else value for name, value in found.items()}


class Notebook:
    """The measurements so far, a line each; what was refused is measured again, and the last word on it counts. Of a program whose version
    is another by now, there are none."""

    def __init__(self, path, earlier=(), chosen=()):
        self.path = path
        lines = path.read_text().splitlines() if path.exists() else []
        valid = again.valid([*earlier, *map(json.loads, lines)], chosen)
        self.entries = list({key(entry): entry for entry in valid}.values())

    def add(self, entry):
        self.entries = [one for one in self.entries if key(one) != key(entry)] + [entry]
        with open(self.path, "a") as file:
            file.write(json.dumps(entry, sort_keys=True) + "\n")


def words(option, usual, known):
    """Words of an option between commas."""
    found = [word for word in measure.argument(option, ",".join(usual)).split(",") if word]
    for word in found:
        if word not in known:
            sys.exit(f"{option}: expected some of {', '.join(known)}, found {word}")
    return found


def skip(reason, is_quick):
    """Says why nothing is measured; but for the quick form, which checks what is there, that is a failure."""
    print(f"league: skipped: {reason}", file=sys.stderr)
    sys.exit(0 if is_quick else 1)


def main():
    # If this is ended from outside, programs and their displays are ended, too.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    measure.refuse_other(__doc__, OPTIONS, FLAGS)
    is_quick = "--quick" in sys.argv
    names = words("--scrolls", ["browse"] if is_quick else list(scrolls.SCROLLS), list(scrolls.SCROLLS))
    conditions = words("--conditions", ["cold"] if is_quick else CONDITIONS, CONDITIONS)
    wanted = words("--programs", QUICK if is_quick else PROGRAMS, PROGRAMS)
    speeds = [float(word) for word in measure.argument("--speeds", "1").split(",")]
    rounds = int(measure.argument("--rounds", "1" if is_quick else "5"))
    end = time.monotonic() + 60 * float(measure.argument("--minutes", "100000"))
    if "--install" in sys.argv:
        install()
    if gone := [tool for tool in TOOLS if not shutil.which(tool)]:
        skip(f"{', '.join(gone)} {measure.MISSING}; '--install' installs what is missing", is_quick)
    megapixels = measure.argument("--megapixels", "2" if is_quick else "12")
    photo_count = int(measure.argument("--photos", "600"))
    before = again.read(measure.argument("--before", ""), names, photo_count, megapixels)
    earlier = again.read_on(measure.argument("--from", ""), photo_count, megapixels)
    chosen, missing = programs(wanted, megapixels)
    for name, reason in missing.items():
        print(f"league: {name} skipped: {reason}", file=sys.stderr)
    if not chosen:
        skip("no program to measure", is_quick)
    work = pathlib.Path(measure.argument("--work", str(photos.ROOT / ".build" / "league"))).resolve()
    work.mkdir(parents=True, exist_ok=True)
    library = Library(photo_count, megapixels, 45, work)
    notebook = Notebook(work / ("quick.jsonl" if is_quick else "measurements.jsonl"), earlier["entries"] if earlier else [], chosen)
    if is_quick:
        notebook.path.unlink(missing_ok=True)
        notebook.entries = []
    try:
        with screen.Screen(SIZE, work / "manager") as display:
            run = course.Course(display, library, work, scrolls.farthest(names), is_quick)
            done = {key(entry) for entry in notebook.entries if "refused" not in entry}
            for entry in plan(chosen, names, conditions, speeds, rounds):
                if key(entry) in done:
                    continue
                if time.monotonic() > end:
                    break
                program = chosen[entry["program"]]
                said = "league: {program} {scroll} {condition}, speed {speed:g}, round {round}".format(**entry)
                print(said, file=sys.stderr, flush=True)
                load = round(os.getloadavg()[0], 1)
                notebook.add({**entry, "version": program.version, "load": load, "date": measure.now(),
                              **rounded(run.measure(program, entry))})
    finally:
        library.close()
    record = {"machine": measure.machine(), "size": SIZE, "library": library.words, "entries": notebook.entries,
              "sources": {name: {"title": program.TITLE, **program.SOURCE} for name, program in chosen.items()},
              "missing": missing}
    if earlier:
        record["sessions"] = [*earlier.get("sessions", []), earlier["machine"]]
        record["sources"] = {**earlier["sources"], **record["sources"]}
    if before:
        record["before"] = again.kept(before)
    path = measure.argument("--json", "results/local/league.json")
    # Models take minutes, in which a machine may be lost.
    measure.save({**record, "models": again.joined(earlier, notebook.entries, [])}, path)
    # None of this measures anything, so it may use the processor.
    has_models = not is_quick and "--without-models" not in sys.argv
    known = {name: program.MODEL for name, program in chosen.items() if has_models and hasattr(program, "MODEL")}
    record["models"] = again.joined(earlier, notebook.entries, models.held(notebook.entries, known, library.folder, work))
    measure.save(record, path)
    pictures = pathlib.Path(measure.argument("--pictures", "results/local/league"))
    strips = None if is_quick else report.strips(record, work / "kept", pictures)
    print("\n".join(report.render(record, strips)))
    if is_quick and any("refused" in entry for entry in notebook.entries):
        sys.exit(2)


if __name__ == "__main__":
    main()
