"""Another run: one that this goes on from, and one, hours apart, that should rank the programs alike, every pair that both tell apart."""

import itertools
import json
import pathlib
import statistics
import sys

import measure
from table import CONDITIONS, FIGURES, Table

# What the other run's record is kept for.
KEPT = ["program", "scroll", "condition", "speed", "round", "refused", "travelled", "asked", "stops", "ready", "version", *FIGURES]


def load(option, path):
    """Another run's record and its photos; ends the program, before anything is measured, if it is none."""
    try:
        record = json.loads(pathlib.Path(path).read_text())
        library = record["library"]
        return record, (library["photos"], library["megapixels"]), {entry["scroll"] for entry in record["entries"]}
    except (OSError, ValueError, KeyError, TypeError) as error:
        sys.exit(f"{option}: expected a league.json, as --json writes it, found {path}: {error}")


def read(path, scrolls, photos, megapixels):
    """The record of a run that is compared with; `None` without a path. Ends the program if the two cannot be compared."""
    if not path:
        return None
    record, library, found = load("--before", path)
    if library != (photos, megapixels) or found.isdisjoint(scrolls):
        sys.exit(f"--before: expected a run of any of {', '.join(scrolls)} over {photos} photos of {megapixels} megapixels, found one of "
                 f"{', '.join(sorted(found))} over {library[0]} of {library[1]}: {path}")
    return record


def read_on(path, photos, megapixels):
    """The record of a run that this one goes on from; `None` without a path. Ends the program if it was of other photos or processors."""
    if not path:
        return None
    record, library, _ = load("--from", path)
    here, there = measure.machine(), record["machine"]
    if (*library, there["cpu"], there["cores"]) != (photos, megapixels, here["cpu"], here["cores"]):
        sys.exit(f"--from: expected a run over {photos} photos of {megapixels} megapixels on {here['cores']} cores of {here['cpu']}, found "
                 f"one over {library[0]} of {library[1]} on {there['cores']} of {there['cpu']}: {path}")
    return record


def valid(entries, chosen):
    """The entries that this run goes on from; of a program whose version is another by now, none."""
    return [entry for entry in entries
            if entry["program"] not in chosen or entry.get("version") == chosen[entry["program"]].version]


def joined(earlier, entries, held):
    """Models that were held to recordings, with those of earlier recordings, which are gone, as far as their entries are kept. A model
    that ran is no longer said not to have run."""
    def place(one):
        return one["program"], one.get("scroll"), one.get("round")
    kept = {place(one): one["blank"] for one in entries if one["condition"] == "cold" and one["speed"] == 1 and one.get("travelled")}
    known = {place(one) for one in held}
    found = [one for one in (earlier or {}).get("models", []) if place(one) not in known
             and ("seen" not in one or kept.get(place(one)) == one["seen"]["blank"])] + held
    ran = {one["program"] for one in found if "seen" in one}
    return [one for one in found if "seen" in one or one["program"] not in ran]


def kept(record):
    """A run as a later one keeps it: what its table is made from."""
    entries = [{word: entry[word] for word in KEPT if word in entry} for entry in record["entries"]]
    return {"machine": record["machine"], "library": record["library"], "sources": {}, "entries": entries}


def compared(table, other, condition, figure):
    """The pairs that both runs tell apart by a figure, those of them that the two rank alike, and those that one alone tells apart."""
    known = [name for name in table.programs(condition, figure) if name in other.programs(condition, figure)
             and not table.is_doubtful(name, condition) and not other.is_doubtful(name, condition)]
    both, alike, single = [], [], 0
    for pair in itertools.combinations(known, 2):
        apart = [run.apart(*pair, condition, figure) for run in (table, other)]
        single += apart.count(True) == 1
        if all(apart):
            both.append(pair)
            signs = [statistics.median(run.values(pair[0], condition, figure)) < statistics.median(run.values(pair[1], condition, figure))
                     for run in (table, other)]
            if signs[0] == signs[1]:
                alike.append(pair)
    return both, alike, single


def of(record, scrolls):
    """The table of some scrolls of a run."""
    return Table({**record, "entries": [entry for entry in record["entries"] if entry["scroll"] in scrolls]})


def render(table):
    """The section of the page, over the scrolls that both runs have; nothing where there was no other run."""
    if not (record := table.record.get("before")):
        return
    scrolls = sorted({entry["scroll"] for entry in table.read} & {entry["scroll"] for entry in record["entries"]})
    table, other = of(table.record, scrolls), of(record, scrolls)
    yield "\n## Compared with an earlier run\n"
    rows, reversed_pairs = [], []
    for condition, word in CONDITIONS.items():
        for figure, (words, _, _) in FIGURES.items():
            if figure in ("wrong", "unknown"):
                continue
            both, alike, single = compared(table, other, condition, figure)
            if both or single:
                rows.append([f"{word}, {words}", len(both), len(alike), single])
            reversed_pairs += [(f"{word}, {words}", pair) for pair in both if pair not in alike]
    yield measure.table(["by", "pairs that both runs tell apart", "ranked alike", "pairs that one run alone tells apart"], rows)
    total, same = sum(row[1] for row in rows), sum(row[2] for row in rows)
    yield (f"\nAn earlier run ranks {same} of the {total} pairs that both tell apart as this one does. Programs with an asterisk in either "
           f"run are left out. Both ran {' and '.join(f'`{name}`' for name in scrolls)} over the same photos. The earlier run:\n")
    yield f"{measure.describe(record['machine'])}\n"
    yield "\n".join(
        f"- {words}: {table.title(one)} and {table.title(two)} rank the other way round" for words, (one, two) in reversed_pairs)
