"""The cost of putting waiting images in order: processor time of one thread, by order."""

import json
import pathlib
import subprocess

import measure
import photos

COUNT = 40
MOST_MS = 0.1


def program():
    """The very sources of the orders, with a program around them, compiled for speed."""
    here = pathlib.Path(__file__).parent
    windowing = photos.ROOT / "Sources" / "GalleryKit" / "Engine" / "Windowing"
    binary = photos.ROOT / ".build" / "bench" / "order_times"
    binary.parent.mkdir(parents=True, exist_ok=True)
    compiler = ["swiftc", "-O", "-wmo", "-parse-as-library", "-swift-version", "6", "-package-name", "scrollsim"]
    support = binary.parent / "Support.o"
    subprocess.run(
        [*compiler, "-module-name", "Support", "-emit-module", "-emit-module-path", support.with_suffix(".swiftmodule"),
         "-c", photos.ROOT / "Sources" / "Support" / "Locked.swift", "-o", support], check=True)
    subprocess.run(
        [*compiler, "-I", support.parent, "-o", binary, here / "order_times.swift",
         windowing / "RequestOrder.swift", windowing / "StrategyDescriptor.swift",
         *sorted((windowing / "Orders").glob("*.swift")), support], check=True)
    return binary


def run(rounds):
    machine = measure.machine()
    output = subprocess.run([program(), str(rounds)], check=True, capture_output=True, text=True).stdout
    return {"machine": machine, "rounds": rounds, "cases": json.loads(output)}


def render(report):
    yield "# Orders\n"
    yield (f"Processor time of one thread to take all waiting images one by one, microseconds, medians of "
           f"{report['rounds']} rounds in turn (lowest–highest). An order never sees more than the larger count, however "
           "many images wait and however large the library is.\n")
    names = list(report["cases"][0]["seconds"])
    rows = []
    for case in report["cases"]:
        cells = [f"{case['count']} images"]
        for name in names:
            row = measure.spread([seconds * 1e6 for seconds in case["seconds"][name]])
            cells.append(f"{row['median']:.1f} ({row['min']:.1f}–{row['max']:.1f})")
        rows.append(cells)
    yield measure.table(["waiting", *names], rows)
    yield ""
    case = next(case for case in report["cases"] if case["count"] == COUNT)
    for name in names:
        milliseconds = measure.spread([seconds * 1e3 for seconds in case["seconds"][name]])["median"]
        yield measure.verdict(
            f"{name}: milliseconds for a frame with {COUNT} candidates, at most {MOST_MS:g}", milliseconds, MOST_MS,
            at_most=True)[1]
    yield f"\n{measure.describe(report['machine'])}"


if __name__ == "__main__":
    measure.refuse_other(__doc__, ["--rounds", "--json"])
    result = run(rounds=int(measure.argument("--rounds", "25")))
    measure.save(result, measure.argument("--json", "results/local/orders.json"))
    print("\n".join(render(result)))
