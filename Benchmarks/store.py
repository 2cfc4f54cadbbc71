"""The thumbnail store: reading beside decoding, keeping, and opening with many entries, as processor time in one run."""

import os
import pathlib
import tempfile

import measure
import photos

SIZE = "390x390"
READS = 1200
KEPT = 400
MANY = 100_000
CHUNK = 20_000
REQUIRED = 50.0
MOST_OPEN_MS = 500.0


def links(folder, originals, count):
    """So many names for the originals in turn: to the store, each is a photo of its own."""
    folder.mkdir()
    names = [folder / f"{number}.jpg" for number in range(count)]
    for number, name in enumerate(names):
        os.symlink(originals[number % len(originals)], name)
    return names


def thumbnails(files, *options, size=SIZE):
    return [photos.SCROLLSIM, "thumbnail", *files, "--size", size, "--resize-mode", "exact",
            "--store-limit", "20 GB", *options]


def run(rounds):
    machine = measure.machine()
    chosen, what = photos.large()
    originals = [photo.path for photo in chosen]
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        # What reading takes depends on the thumbnail alone, so that small photos will do to fill the store.
        names = links(folder / "names", [photos.synthetic("0.3", 1)[0].path], READS)
        measure.cpu_seconds(thumbnails(names, "--store", folder / "store"))
        held = list((folder / "store").glob("*-390x390-*"))

        small = links(folder / "small", [photos.synthetic("0.05", 1)[0].path], MANY)
        for first in range(0, MANY, CHUNK):
            measure.cpu_seconds(
                thumbnails(small[first:first + CHUNK], "--store", folder / "many", size="16x16"))

        commands = {
            "start": (thumbnails(names[:1], "--store", folder / "store"), {}),
            "decode": (thumbnails(originals), {}),
            "read": (thumbnails(names, "--store", folder / "store"), {}),
            "open": (thumbnails(small[:1], "--store", folder / "many", size="16x16"), {}),
        }
        seconds = measure.in_turn(commands, rounds)
        # A store that is new each time, over photos that take little beside it.
        few = names[:KEPT]
        seconds["decode few"], seconds["keep"] = [], []
        for number in range(rounds):
            seconds["decode few"].append(measure.cpu_seconds(thumbnails(few)))
            seconds["keep"].append(measure.cpu_seconds(thumbnails(few, "--store", folder / f"new-{number}")))
        entries = len(list((folder / "many").glob("*-16x16-*")))
    return {"machine": machine, "photos": what, "count": len(originals), "held": len(held), "entries": entries,
            "bytes": 512 + 390 * 390 * 4, "rounds": rounds, "seconds": seconds}


def milliseconds(report):
    """{what: milliseconds in each round}, without the time to start."""
    seconds = report["seconds"]
    by_round = zip(*(seconds[name] for name in ("start", "decode", "read", "open", "decode few", "keep")))
    found = {"decode": [], "read": [], "keep": [], "open": []}
    for start, decode, read, opening, few, keep in by_round:
        found["decode"].append((decode - start) / report["count"] * 1000)
        found["read"].append((read - start) / (report["held"] - 1) * 1000)
        found["keep"].append((keep - few) / KEPT * 1000)
        found["open"].append((opening - start) * 1000)
    return found


def render(report):
    found = milliseconds(report)
    ratios = measure.spread([decode / read for decode, read in zip(found["decode"], found["read"])])
    yield "# The thumbnail store\n"
    yield (f"390×390, `exact`, of {report['count']} {report['photos']}; {report['held']:,} thumbnails of that size in the store, "
           f"{report['bytes']:,} bytes each, their files in memory. Processor time of one thread, user and system, "
           f"medians of {report['rounds']} rounds (lowest–highest), without the time to start.\n")
    words = {
        "decode": "to decode a photo", "read": "to read its thumbnail from the store, verified",
        "keep": "to keep it, over decoding", "open": f"to open a store of {report['entries']:,} entries"}
    rows = []
    for name, word in words.items():
        row = measure.spread(found[name])
        rows.append([word, f"{row['median']:.3f} ({row['min']:.3f}–{row['max']:.3f})"])
    yield measure.table(["", "ms"], rows)
    yield ""
    yield (f"Reading is {ratios['median']:.0f} times as fast as decoding "
           f"({ratios['min']:.0f}–{ratios['max']:.0f}, round by round).\n")
    yield measure.verdict(f"reading at least {REQUIRED:g} times as fast as decoding", ratios["median"], REQUIRED)[1]
    opening = measure.spread(found["open"])["median"]
    yield measure.verdict(
        f"{report['entries']:,} entries opened within {MOST_OPEN_MS:g} ms", opening, MOST_OPEN_MS, at_most=True)[1]
    yield f"\n{measure.describe(report['machine'])}"


if __name__ == "__main__":
    result = run(rounds=int(measure.argument("--rounds", "5")))
    measure.save(result, measure.argument("--json", "results/local/store.json"))
    print("\n".join(render(result)))
