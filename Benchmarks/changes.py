"""Edit scripts between two fetch results, beside what else tells lists apart: processor time in one run."""

import json
import pathlib
import subprocess

import measure
import photos

SOURCES = ["EditScript", "RowArrangement"]
COUNT = 100_000
# What may go of a frame at 120 Hz, 8.33 ms, which has cells to lay out as well.
FRAME_MS = 1000 / 120
MOST_SHARE = 0.25
REQUIRED = ["a thousand changes", "a thousand moves", "500 inserted, 500 removed", "a thousand changed"]
LEAST_RATIO = 5.0


def program():
    """The very sources of the library, with a program around them, compiled for speed."""
    here = pathlib.Path(__file__).parent
    folder = photos.ROOT / "Sources" / "GalleryKit" / "Library" / "Observing"
    binary = photos.ROOT / ".build" / "bench" / "edit_scripts"
    binary.parent.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        ["swiftc", "-O", "-wmo", "-parse-as-library", "-swift-version", "6", "-package-name", "scrollsim", "-o", binary,
         here / "edit_scripts.swift", *(folder / f"{name}.swift" for name in SOURCES)], check=True)
    return binary


def run(rounds):
    machine = measure.machine()
    output = subprocess.run([program(), str(rounds)], check=True, capture_output=True, text=True).stdout
    return {"machine": machine, "count": COUNT, "rounds": rounds, "cases": json.loads(output)}


def ratios(case, peer):
    """How many times as long the peer takes, round by round."""
    return measure.spread([theirs / ours for ours, theirs in zip(case["seconds"]["script"], case["seconds"][peer])])


def render(report):
    yield "# Edit scripts between fetch results\n"
    yield (f"{report['count']:,} assets, rows in an order that has nothing to do with dates. Processor time of one thread, "
           f"medians of {report['rounds']} rounds in turn (lowest–highest). A script is what a grid applies: removals, "
           "insertions, changed ones and the fewest moves. *One pass* reads both lists once; *two sets* tells what is gone "
           "and what is new by hashing, and knows no moves; `CollectionDifference` is the standard library's, with "
           "`inferringMoves()`, where its time, which grows with the square of the differences, is to be borne.\n")
    rows = []
    for case in report["cases"]:
        milliseconds = {name: measure.spread([value * 1000 for value in values]) for name, values in case["seconds"].items()}
        cells = [case["name"], *(f"{case[name]:,}" for name in ("removed", "inserted", "changed", "moves"))]
        for name in ("script", "pass", "sets", "difference"):
            row = milliseconds.get(name)
            cells.append(f"{row['median']:.3g} ({row['min']:.3g}–{row['max']:.3g})" if row else "–")
        rows.append(cells)
    yield measure.table(
        ["", "removed", "inserted", "changed", "moves", "script, ms", "one pass, ms", "two sets, ms",
         "`CollectionDifference`, ms"], rows)
    yield ""
    for case in report["cases"]:
        if case["name"] not in REQUIRED:
            continue
        share = measure.spread([value * 1000 / FRAME_MS for value in case["seconds"]["script"]])["median"]
        yield measure.verdict(
            f"{case['name']}: share of a frame at 120 Hz, at most {MOST_SHARE:g}", share, MOST_SHARE, at_most=True)[1]
        if "difference" in case["seconds"]:
            yield measure.verdict(
                f"{case['name']}: at least {LEAST_RATIO:g} times as fast as `CollectionDifference`",
                ratios(case, "difference")["median"], LEAST_RATIO)[1]
        passes = ratios(case, "pass")["median"]
        yield (f"- {case['name']}: {1 / passes:.0f} passes over both lists; two sets take "
               f"{ratios(case, 'sets')['median']:.1f} times as long")
    yield f"\n{measure.describe(report['machine'])}"


if __name__ == "__main__":
    result = run(rounds=int(measure.argument("--rounds", "25")))
    measure.save(result, measure.argument("--json", "results/local/changes.json"))
    print("\n".join(render(result)))
