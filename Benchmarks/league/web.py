#!/usr/bin/env python3
"""Our order and window in browsers compared with `loading=lazy`: recordings of both, in several scrolls and sizes of photos.

    Benchmarks/league/web.py --rounds 5 --json results/web.json                     # the section of results/order.md
    Benchmarks/league/web.py --rounds 5 --json results/web.json --megapixels 12     # of one size; keeps the others in the file
"""

import itertools
import json
import pathlib
import statistics
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent)]

import measure  # noqa: E402
import photos  # noqa: E402
import report  # noqa: E402

BROWSERS = {"Chromium": "chromium", "Firefox": "firefox"}
SIZES = ["2", "12"]
# The scrolls of the league that are measured, and at which speeds.
SCROLLS = {"fling": [0.5, 1, 2], "browse": [1], "settle": [1], "scrub": [1]}
# If lazy images leave less than this not sharp, nothing is claimed; and what counts as worse.
LEAST, WORSE = 0.05, 0.005


def measured(megapixels, rounds, options):
    """The entries of the league over these four programs; those that are there already are kept."""
    work = photos.ROOT / ".build" / "league-web" / megapixels
    work.mkdir(parents=True, exist_ok=True)
    programs = ",".join(f"{browser}_{kind}" for browser in BROWSERS.values() for kind in ("lazy", "webgrid"))
    # Scrolls with the same speeds run together, the farthest first, for which a program is learnt.
    for speeds in dict.fromkeys(map(tuple, SCROLLS.values())):
        names = ",".join(name for name, own in SCROLLS.items() if tuple(own) == speeds)
        subprocess.run(
            [sys.executable, HERE / "league.py", "--programs", programs, "--scrolls", names, "--conditions", "cold", "--rounds", rounds,
             "--speeds", ",".join(map(str, speeds)), "--megapixels", megapixels, "--work", work, "--json", work / "league.json",
             "--pictures", work / "pictures", "--without-models", *options], check=True, stdout=subprocess.DEVNULL)
    return json.loads((work / "league.json").read_text())


def rows(record, megapixels):
    """A row for each browser, scroll and speed."""
    for (title, browser), scroll in itertools.product(BROWSERS.items(), SCROLLS):
        for speed in SCROLLS[scroll]:
            def values(kind, figure):
                return [entry[figure] for entry in record["entries"] if entry.get(figure) is not None
                        and (entry["program"], entry["scroll"], entry["speed"]) == (f"{browser}_{kind}", scroll, speed)]
            lazy, ours = values("lazy", "notSharp"), values("webgrid", "notSharp")
            if not lazy or not ours:
                yield [title, megapixels, scroll, speed, *["–"] * 6]
                continue
            before, after = statistics.median(lazy), statistics.median(ours)
            verdict = (
                "worse" if after > before + WORSE else "little to gain" if before < LEAST
                else "half or less" if after <= before / 2 else f"{100 * (1 - after / before):.0f} % less")
            yield [title, megapixels, scroll, speed, report.figure(lazy), report.figure(ours), verdict,
                   *(report.figure(values(kind, "peakBytes"), "MB", 1e-6) for kind in ("lazy", "webgrid")),
                   report.figure([*values("lazy", "unknown"), *values("webgrid", "unknown")])]


def section(groups):
    """What it changes in browsers."""
    yield "## In browsers\n"
    rounds = " or ".join(dict.fromkeys(str(group["rounds"]) for group in groups))
    yield ("[WebGrid](../Examples/WebGrid/README.md), which implements `urgency` and `bank` in JavaScript, compared with "
           "`<img loading=\"lazy\">`: marked photos from a cold start, read from lossless recordings by `scrollsim watch`. `fling` is "
           "three flings, at speed 1 of 3.5 screenfuls in 1.5 s each; `browse` scrolls screenful by screenful in 1.2 s each, `settle` "
           "waits after each of two flings, `scrub` jumps five screenfuls in 0.4 s and back. "
           f"Medians, with the range of {rounds} rounds.\n")
    header = ["browser", "megapixels", "scroll", "speed", "not sharp, lazy, %", "WebGrid, %", "", "memory, lazy, MB", "WebGrid, MB",
              "unknown, %"]
    every = [row for group in groups for row in group["rows"]]
    yield measure.table(header, [row for row in every if row[4] != "–"])
    if left := [f"{row[0]} with {row[1]} megapixels in `{row[2]}` at {row[3]}" for row in every if row[4] == "–"]:
        yield f"\nNot measured: {'; '.join(left)}."
    for group in groups:
        yield f"\n{group['megapixels']} megapixels: {measure.describe(group['machine'])}"


if __name__ == "__main__":
    measure.refuse_other(__doc__, ["--rounds", "--minutes", "--megapixels", "--json"])
    rounds, chosen = measure.argument("--rounds", "5"), measure.argument("--megapixels", ",".join(SIZES)).split(",")
    options = ["--minutes", measure.argument("--minutes", "100000")]
    path = pathlib.Path(measure.argument("--json", "results/local/web.json"))
    # Sizes that are not measured now stay as they were.
    groups = {group["megapixels"]: group for group in json.loads(path.read_text())} if path.exists() else {}
    for megapixels in chosen:
        machine = measure.machine()
        groups[megapixels] = {"megapixels": megapixels, "rounds": int(rounds), "machine": machine,
                              "rows": list(rows(measured(megapixels, rounds, options), megapixels))}
    result = [groups[megapixels] for megapixels in SIZES if megapixels in groups]
    measure.save(result, str(path))
    print("\n".join(section(result)))
