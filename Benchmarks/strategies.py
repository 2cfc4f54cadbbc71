"""Every strategy in every order, in many situations, in model mode: the share of the possible gain that each reaches."""

import collections
import json
import pathlib
import statistics
import subprocess
import tempfile

import measure
import photos

SCENARIOS = ["fling", "settle", "browse", "scrub", "session"]
PHYSICS = ["uiscrollview", "overscroller"]
COLUMNS = [3, 5]
LOADS = [0.3, 1, 2]
COSTS = "epyc-2core"
# A person sees half a per cent of the screen.
VISIBLE = 0.005
# The figures that are kept of each combination, in this order.
NOT_SHARP, MEMORY, WASTE = range(3)
FIGURES = ["scrollNotSharpRatio", "peakImageBytes", "wasteRatio"]
PLAIN = "none/fifo"
REFERENCE = "oracle"


def every(scenario, physics, columns, folder):
    """What each combination leaves at each load: every strategy in every order."""
    text = json.loads((photos.ROOT / f"scenarios/{scenario}.json").read_text())
    text.pop("$schema", None)
    text["trace"]["physics"] = physics
    # One choice on every other axis: the standard one.
    text["compare"] = {"strategies": ["none"]}
    path = folder / f"{scenario}.json"
    path.write_text(json.dumps(text))
    made = subprocess.run(
        [photos.SCROLLSIM, "advise", path, "--every", "--costs", COSTS, "--columns", str(columns),
         "--loads", ",".join(map(str, LOADS)), "--no-variations", "--format", "json", "--no-progress", "--output", folder],
        check=True, capture_output=True, text=True)
    for level in json.loads(made.stdout)["outcome"]["loads"]:
        rows = {}
        for row in level["rows"]:
            chosen = row["combination"]
            # It has no budget, and bounds nothing.
            if chosen["strategy"] == "keep-all":
                continue
            figures = row.get("figures")
            rows[f"{chosen['strategy']}/{chosen['order']}"] = figures and [figures.get(name) for name in FIGURES]
        yield {"scenario": scenario, "physics": physics, "columns": columns, "load": level["load"],
               "bound": level["bound"], "rows": rows}


def avoidable(situation, name):
    """The share of the area that a combination leaves not sharp while scrolling, above what cannot be beaten."""
    return max(0, situation["rows"][name][NOT_SHARP] - situation["bound"])


def share(situations, name):
    """The share of the possible gain over no caching, first in first out."""
    possible = sum(avoidable(one, PLAIN) for one in situations)
    return 1 - sum(avoidable(one, name) for one in situations) / possible if possible > 0 else None


def standing(situations, name):
    by_load = {load: share([one for one in situations if one["load"] == load], name) for load in LOADS}
    visible = [one for one in situations if avoidable(one, PLAIN) >= VISIBLE]
    memory = [one["rows"][name][MEMORY] / 1e6 for one in situations]
    waste = [one["rows"][name][WASTE] for one in situations if one["rows"][name][WASTE] is not None]
    return {
        "name": name, "shares": by_load, "share": statistics.mean(v for v in by_load.values() if v is not None),
        "worst": min(share([one], name) for one in visible), "memory": statistics.mean(memory), "most": max(memory),
        "avoidable": statistics.mean(avoidable(one, name) for one in situations),
        "waste": statistics.mean(waste) if waste else None}


def run():
    situations = []
    with tempfile.TemporaryDirectory() as folder:
        for scenario in SCENARIOS:
            for physics in PHYSICS:
                for columns in COLUMNS:
                    situations += every(scenario, physics, columns, pathlib.Path(folder))
    complete = [name for name in situations[0]["rows"] if all(one["rows"].get(name) for one in situations)]
    standings = sorted((standing(situations, name) for name in complete), key=lambda one: -one["share"])
    return {"machine": measure.machine(), "situations": situations, "standings": standings}


def percent(value):
    return "–" if value is None else f"{value * 100:,.0f} %"


def leader(standings):
    """Of those within half a per cent of the area of the one that leaves least, the one with the least memory."""
    own = [one for one in standings if not one["name"].startswith(REFERENCE)]
    least = min(one["avoidable"] for one in own)
    return min((one for one in own if one["avoidable"] <= least + VISIBLE), key=lambda one: one["memory"])


def render(report):
    situations, standings = report["situations"], report["standings"]
    best = leader(standings)
    yield "# Every strategy in every order\n"
    yield (f"**{best['name']} reaches {percent(best['share'])} of the possible gain with {best['memory']:.0f} MB of images**: "
           "0 % is no caching, first in first out; 100 % is the bound. Of the combinations within half a per cent of the screen of "
           "the best, it needs the least memory.\n")
    yield (f"{len(standings)} combinations in {len(situations)} situations: {', '.join(SCENARIOS)}; "
           f"{' and '.join(PHYSICS)}; {' and '.join(map(str, COLUMNS))} columns; loads of {', '.join(map(str, LOADS))}; "
           f"costs of {COSTS}.\n")
    plain = {one["name"]: one for one in standings}
    seen, rows = set(), []
    for one in standings:
        strategy, order = one["name"].split("/")
        if strategy in seen:
            continue
        seen.add(strategy)
        mark = "**" if one is best else ""
        first = plain.get(f"{strategy}/fifo")
        rows.append([
            f"{mark}{strategy}{mark}", order, percent(one["share"]), *(percent(one["shares"][load]) for load in LOADS),
            percent(one["worst"]), f"{one['memory']:.0f}", f"{one['most']:.0f}",
            "–" if one["waste"] is None else f"{one['waste'] * 100:.0f} %", percent(first["share"] if first else None)])
    yield measure.table(
        ["strategy", "best order", "of possible", *(f"at {load}" for load in LOADS), "worst", "memory, MB", "most",
         "wasted", "in fifo"], rows)
    yield ("\nEach share is the part of the avoidable area, not sharp while scrolling, that a combination removes over all situations of "
           "a load; *of possible* is the mean of these shares. *Worst* is the lowest share in any situation in which a person could see "
           "the gain. Strategies named after libraries are models of their rules.\n")
    yield f"## {best['name']} by scenario\n"
    groups = collections.defaultdict(list)
    for one in situations:
        groups[one["scenario"], one["load"]].append(one)
    oracle = next((one["name"] for one in standings if one["name"].startswith(REFERENCE)), None)
    yield measure.table(
        ["scenario", *(f"at {load} (reachable)" for load in LOADS)],
        [[scenario, *(f"{percent(share(groups[scenario, load], best['name']))} "
                      f"({percent(share(groups[scenario, load], oracle)) if oracle else '–'})" for load in LOADS)]
         for scenario in SCENARIOS])
    losses = []
    for one in situations:
        other = min((name for name in one["rows"] if not name.startswith(REFERENCE) and one["rows"][name]),
                    key=lambda name: avoidable(one, name))
        less = avoidable(one, best["name"]) - avoidable(one, other)
        if less > VISIBLE:
            losses.append((less, one, other))
    losses.sort(key=lambda loss: -loss[0])
    yield f"\n## Where another combination leaves visibly less ({len(losses)} of {len(situations)} situations)\n"
    yield measure.table(
        ["scenario", "physics", "columns", "load", "best", "its not sharp", best["name"]],
        [[one["scenario"], one["physics"], str(one["columns"]), f"{one['load']:g}", other,
          *(f"{one['rows'][name][NOT_SHARP] * 100:.1f} %" for name in (other, best["name"]))]
         for _, one, other in losses])
    yield f"\n{measure.describe(report['machine'])}"


if __name__ == "__main__":
    measure.refuse_other(__doc__, ["--json"])
    result = run()
    measure.save(result, measure.argument("--json", "results/local/strategies.json"))
    print("\n".join(render(result)))
