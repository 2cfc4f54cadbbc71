"""Indexing real photos into a catalogue, beside Exiv2 reading the same tags and keeping nothing, in one run."""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import measure
import photos

COPIES = 40
REQUIRED = 4.0


def exiv2_program():
    """The peer, compiled once; None where Exiv2 is not installed."""
    if subprocess.run(["pkg-config", "--exists", "exiv2"]).returncode != 0:
        return None
    source = pathlib.Path(__file__).parent / "exiv2_tags.cpp"
    program = photos.ROOT / ".build" / "bench" / "exiv2_tags"
    program.parent.mkdir(parents=True, exist_ok=True)
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "exiv2"], check=True, capture_output=True, text=True)
    # What Exiv2's headers still use of older C++ is no fault of ours.
    subprocess.run(["c++", "-O2", "-std=c++17", "-Wno-deprecated", "-Wno-deprecated-declarations", "-o", program,
                    source, *flags.stdout.split()], check=True)
    return program


def library(folder, originals, copies):
    """So many names for each photo, as hard links or copies."""
    folder.mkdir()
    for copy in range(copies):
        for number, original in enumerate(originals):
            name = folder / f"{copy:03}-{number:03}.jpg"
            try:
                os.link(original, name)
            except OSError:
                shutil.copyfile(original, name)
    return folder


def index(folder):
    """A command that indexes a folder into a catalogue that is new each time, on one thread."""
    return ["sh", "-c", 'rm -rf "$1" && SCROLLSIM_CACHE="$1" exec "$0" library index --workers 1 "$2"',
            photos.SCROLLSIM, folder.parent / "cache", folder]


def exiv2(program, folder):
    paths = folder.parent / f"{folder.name}.txt"
    paths.write_text("".join(f"{path}\n" for path in sorted(folder.glob("*.jpg"))))
    return ["sh", "-c", 'exec "$0" < "$1"', program, paths]


def run(rounds):
    machine = measure.machine()
    machine["exiv2"] = measure.pkg_version("exiv2") or measure.MISSING
    chosen = photos.corpus()
    what = "photos of the corpus" if chosen else "synthetic photos"
    originals = [photo.path for photo in chosen or photos.synthetic("2-12")]
    program = exiv2_program()
    if program is None:
        print("# Indexing\n\nnot measured: Exiv2 is not installed (apt-get install libexiv2-dev)")
        sys.exit(0)
    with tempfile.TemporaryDirectory(dir=photos.ROOT / ".build") as folder:
        folder = pathlib.Path(folder)
        many = library(folder / "many", originals, COPIES)
        none = library(folder / "none", originals, 0)
        commands = {
            "index": (index(many), {}), "index nothing": (index(none), {}),
            "exiv2": (exiv2(program, many), {}), "exiv2 nothing": (exiv2(program, none), {}),
        }
        both = measure.in_turn(commands, rounds, gauge=measure.both_seconds)
        found = subprocess.run(exiv2(program, many), capture_output=True, text=True, check=True).stdout.strip()
        told = subprocess.run(index(many), capture_output=True, text=True, check=True).stdout.splitlines()[0]
    return {"machine": machine, "photos": what, "count": len(originals), "copies": COPIES, "rounds": rounds,
            "cpu": {name: [cpu for cpu, _ in pairs] for name, pairs in both.items()},
            "elapsed": {name: [elapsed for _, elapsed in pairs] for name, pairs in both.items()},
            "exiv2 read": found, "index said": told}


def microseconds(report, clock):
    """{program: microseconds a photo in each round}, without the time to start."""
    count = report["count"] * report["copies"]
    return {name: [(all_of_it - start) / count * 1e6 for all_of_it, start
                   in zip(report[clock][name], report[clock][f"{name} nothing"])]
            for name in ("index", "exiv2")}


def render(report):
    count = report["count"] * report["copies"]
    yield "# Indexing\n"
    yield (f"`scrollsim library index --workers 1` of {count:,} photos ({report['count']} {report['photos']}, each under "
           f"{report['copies']} names) into a new catalogue, and Exiv2 reading the same tags in one process and keeping "
           f"none: size, orientation, date, place, XMP. Files in memory; medians of {report['rounds']} rounds "
           "(lowest–highest), without the time to start.\n")
    rows, ratios = [], {}
    for clock, word in {"cpu": "processor time", "elapsed": "time that passes"}.items():
        times = microseconds(report, clock)
        ratios[clock] = measure.spread([peer / ours for peer, ours in zip(times["exiv2"], times["index"])])
        cells = [measure.spread(times[name]) for name in ("index", "exiv2")] + [ratios[clock]]
        rows.append([word, *(f"{cell['median']:.1f} ({cell['min']:.1f}–{cell['max']:.1f})" for cell in cells)])
    yield measure.table(["µs a photo", "index, catalogue included", "Exiv2", "ratio, round by round"], rows)
    yield ""
    yield f"The index said: {report['index said']}. Exiv2 found {report['exiv2 read']}.\n"
    yield measure.verdict(
        f"indexing at least {REQUIRED:g} times as fast as Exiv2 reads (processor time)", ratios["cpu"]["median"],
        REQUIRED)[1]
    yield f"\n{measure.describe(report['machine'])}"


if __name__ == "__main__":
    result = run(rounds=int(measure.argument("--rounds", "7")))
    measure.save(result, measure.argument("--json", "results/local/indexing.json"))
    print("\n".join(render(result)))
