"""A photo library of a million assets, by its public interface, beside SQLite's C interface and a library of a thousand."""

import json
import pathlib
import subprocess
import tempfile

import measure
import photos

COUNTS = {"a thousand": 1_000, "a million": 1_000_000}
PACKAGE = photos.ROOT / "Benchmarks" / "LibraryTimes"
SCRATCH = photos.ROOT / ".build" / "bench" / "library"
# In milliseconds: medians, but of one asset anywhere, of which 99 in 100 have to be within.
MOST_MS = {"open": 50.0, "screenful": 5.0}
MOST_INDEX_MS = 1.0
MOST_FETCH_RATIO = 1.5
MOST_MEGABYTES = 20.0


def program():
    subprocess.run(
        ["swift", "build", "--package-path", PACKAGE, "--scratch-path", SCRATCH, "-c", "release", "--product",
         "LibraryTimes"], check=True, stdout=subprocess.DEVNULL)
    return SCRATCH / "release" / "LibraryTimes"


def run(rounds):
    machine = measure.machine()
    binary = program()
    libraries = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, count in COUNTS.items():
            place = pathlib.Path(folder) / str(count)
            subprocess.run(
                [photos.SCROLLSIM, "library", "generate", "--output", place, "--photos", str(count), "--distinct", "8",
                 "--megapixels", "0.1-0.2"], check=True, capture_output=True)
            catalogue = place / "catalogue.sqlite"
            output = subprocess.run(
                [binary, place, catalogue, str(rounds)], check=True, capture_output=True, text=True).stdout
            libraries[name] = json.loads(output)
    return {"machine": machine, "rounds": rounds, "libraries": libraries}


def milliseconds(library, name, gauge="elapsed"):
    return measure.spread([seconds * 1000 for seconds in library[gauge][name]])


def render(report):
    yield "# A large photo library\n"
    yield (f"Synthetic libraries of a thousand and a million assets, warm cache, {report['rounds']} rounds; elapsed "
           "milliseconds, medians (lowest–highest). *Open* makes a `PhotoLibrary` of a catalogue; *step* is SQLite's C "
           "interface stepping through the identifiers of the query that the newest-first *fetch* makes; *screenful* reads "
           "the first 28 assets after it; *index* is one asset anywhere, of 200 a round; *again* the same fetch once more; "
           "*favourites* counts the smart album.\n")
    names = ["open", "step", "fetch", "screenful", "index", "again", "favourites"]
    rows = []
    for title, library in report["libraries"].items():
        cells = [title]
        for name in names:
            row = milliseconds(library, name)
            cells.append(f"{row['median']:.3g} ({row['min']:.3g}–{row['max']:.3g})")
        rows.append(cells + [f"{library['residentBytes'] / 1e6:.1f}"])
    yield measure.table(["assets", *names, "resident, MB"], rows)
    yield ""
    large, small = report["libraries"]["a million"], report["libraries"]["a thousand"]
    for name, most in MOST_MS.items():
        row = milliseconds(large, name)
        yield measure.verdict(f"{name} of a million, median, at most {most:g} ms", row["median"], most, at_most=True)[1]
    index = sorted(seconds * 1000 for seconds in large["processor"]["index"])
    yield measure.verdict(
        f"index of a million, processor time, 99 in 100 at most {MOST_INDEX_MS:g} ms", index[len(index) * 99 // 100],
        MOST_INDEX_MS, at_most=True)[1]
    ratios = measure.spread([
        ours / theirs for ours, theirs in zip(large["processor"]["fetch"], large["processor"]["step"])])
    yield measure.verdict(
        f"fetch ÷ step, processor time, at most {MOST_FETCH_RATIO:g}", ratios["median"], MOST_FETCH_RATIO, at_most=True)[1]
    more = (large["residentBytes"] - small["residentBytes"]) / 1e6
    yield measure.verdict(
        f"a million beside a thousand, resident, at most {MOST_MEGABYTES:g} MB more", more, MOST_MEGABYTES, at_most=True)[1]
    yield f"\n{measure.describe(report['machine'])}"


if __name__ == "__main__":
    result = run(rounds=int(measure.argument("--rounds", "9")))
    measure.save(result, measure.argument("--json", "results/local/library.json"))
    print("\n".join(render(result)))
