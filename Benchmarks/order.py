"""What the order of decoding changes for libraries' defaults: modelled on phones, and replayed over photos."""

import itertools
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import measure
import photos

sys.path.insert(1, str(pathlib.Path(__file__).parent / "league"))
import web  # noqa: E402

# What `league/web.py` measured.
WEB = photos.ROOT / "results" / "web.json"
ORDERS = ["lifo", "deadline", "urgency"]
NAMES = {"own": "its own", "lifo": "newest first", "deadline": "deadline", "urgency": "urgency"}
# A phone whose decoders a fling outruns; the same where there is little to gain: slow browsing, and a fast machine.
SITUATIONS = [
    ("settle", "galaxy-s6-edge"), ("fling", "galaxy-s6-edge"), ("fling", "iphone-6"),
    ("browse", "galaxy-s6-edge"), ("scrub", "galaxy-s6-edge"), ("fling", "epyc-2core"),
]
REPLAYED = ["nuke", "glide", "coil"]
ITERATIONS = 3
METRICS = ["scrollNotSharpRatio", "scrollBlankRatio"]
# Half a per cent of the screen, which a person could see.
VISIBLE = 0.005


def libraries():
    return json.loads((photos.ROOT / "scenarios" / "libraries.json").read_text())["compare"]["libraries"]


def scrollsim(*words):
    return subprocess.run([photos.SCROLLSIM, *words], check=True, capture_output=True, text=True).stdout


def runs(folder, scenario, *options, mode):
    """Runs a scenario, and gives {library: {order: {metric: [value of each iteration]}}}."""
    path = folder / f"{scenario['name']}.json"
    path.write_text(json.dumps(scenario))
    scrollsim("run", path, "--no-progress", "--output", folder, "--mode", mode, *options)
    result = json.loads((folder / f"{scenario['name']}.{mode}.json").read_text())
    found = {}
    for run in result["runs"]:
        if "library" not in run or run["status"] != "completed":
            continue
        orders = found.setdefault(run["library"], {})
        # A library's own order comes first.
        name = "own" if not orders or orders.get("own", {}).get("order") == run["order"] else run["order"]
        values = orders.setdefault(name, {"order": run["order"], **{metric: [] for metric in METRICS}})
        for metric in METRICS:
            values[metric].append(run["metrics"][metric])
    return found


def scenario(name, libraries, orders, **device):
    """A shipped scenario that compares libraries, each in its own order and in others."""
    found = json.loads((photos.ROOT / "scenarios" / f"{name}.json").read_text())
    found.pop("$schema", None)
    found.pop("limits", None)
    found["device"].update(device)
    found["compare"] = {"strategies": ["none"], "libraries": libraries, "libraryOrders": orders}
    return found


def modelled(folder):
    cases = []
    for name, costs in SITUATIONS:
        case = scenario(name, libraries(), ORDERS, costs=costs)
        case.update(name=f"{name}-{costs}", iterations=1)
        cases.append({"scenario": name, "costs": costs, "libraries": runs(folder, case, "--no-variations", mode="model")})
    return cases


def replayed(folder):
    """Replays over large photos with one decoder, and the same modelled by this machine's costs."""
    case = scenario("fling", REPLAYED, ["lifo", "urgency"], costs="this-machine", decodeWorkers=1)
    case.update(name="replay", iterations=ITERATIONS)
    files, words = photos.large()
    library = folder / "photos"
    library.mkdir()
    for number, photo in enumerate(files):
        shutil.copy(photo.path, library / f"{number:03}.jpg")
    case["library"] = {"path": str(library), "photos": 5000}
    return {
        "photos": words, "replay": runs(folder, case, "--rounds", str(ITERATIONS), mode="replay"),
        "model": runs(folder, case, "--no-variations", mode="model"),
    }


def run():
    machine = measure.machine()
    scrollsim("calibrate")
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        report = {"machine": machine, "modelled": modelled(folder), "replayed": replayed(folder)}
        return report


def percent(values):
    row = measure.spread([100 * value for value in values])
    spread = f" ± {max(row['max'] - row['median'], row['median'] - row['min']):.1f}" if len(values) > 1 else ""
    return f"{row['median']:.1f} %{spread}"


def case_table(libraries, orders, metric):
    """Each library's share under each order; bold where an order leaves visibly less than the library's own."""
    rows = []
    for name, found in libraries.items():
        own = found["own"][metric]
        cells = [name]
        for order in ["own", *orders]:
            values = found[order][metric] if order in found else own
            cell = percent(values)
            better = max(values) < min(own) - VISIBLE
            cells.append(f"**{cell}**" if better else cell)
        rows.append(cells)
    return measure.table(["library", *[NAMES[order] for order in ["own", *orders]]], rows)


def less(libraries, order, metric):
    """By how much of it an order lessens what libraries leave, all together, and for how many visibly so."""
    pairs = [(found["own"][metric][0], found.get(order, found["own"])[metric][0]) for found in libraries.values()]
    own, other = (sum(values) for values in zip(*pairs))
    gains = sum(before - after > VISIBLE for before, after in pairs)
    losses = sum(after - before > VISIBLE for before, after in pairs)
    return (1 - other / own if own else 0), gains, losses


def agreement(report):
    """Pairs of orders that replays tell apart, and how many of them the model orders as they do."""
    apart = alike = 0
    for name, found in report["replay"].items():
        for one, other in itertools.combinations(found, 2):
            a, b = found[one][METRICS[0]], found[other][METRICS[0]]
            if max(a) < min(b) or max(b) < min(a):
                apart += 1
                model = [report["model"][name][order][METRICS[0]][0] for order in (one, other)]
                alike += (model[0] < model[1]) == (max(a) < min(b))
    return apart, alike


def render(report):
    yield (pathlib.Path(__file__).parent / "order.md").read_text().rstrip() + "\n"
    yield "## What it changes\n"
    yield ("Shares of the screen without a final image while the grid scrolls, modelled; bold if an order leaves at least half "
           "a percentage point less than the library's own. These are models of what libraries do by default, not measurements of their "
           "code; `scrollsim list libraries` says what each leaves out.\n")
    for case in report["modelled"]:
        yield f"### {case['scenario']}, decoding as on {case['costs']}\n"
        yield case_table(case["libraries"], ORDERS, METRICS[0])
        yield ""
        for order in ORDERS:
            share, gains, losses = less(case["libraries"], order, METRICS[0])
            words = f"{abs(100 * share):.0f} % {'less' if share >= 0 else 'more'}"
            yield (f"- {NAMES[order]}: {words} in total; visibly less for {gains} of "
                   f"{len(case['libraries'])}, visibly more for {losses}")
        yield ""
    replay = report["replayed"]
    yield "## By the clock\n"
    yield (f"Replays of `scenarios/fling.json` over {replay['photos']}, by one decoder on this machine: "
           f"medians of {ITERATIONS}, ± the largest deviation.\n")
    for metric, words in zip(METRICS, ["not sharp", "blank"]):
        yield f"{words.capitalize()} while the grid scrolls:\n"
        yield case_table(replay["replay"], ["lifo", "urgency"], metric)
        yield ""
    apart, alike = agreement(replay)
    yield f"Of {apart} pairs of orders that replays tell apart, the model, at this machine's costs, ranks {alike} as they do.\n"
    yield f"{measure.describe(report['machine'])}"
    if WEB.exists():
        yield ""
        yield from web.section(json.loads(WEB.read_text()))


if __name__ == "__main__":
    measure.refuse_other(__doc__, ["--json"])
    result = run()
    measure.save(result, measure.argument("--json", "results/local/order.json"))
    print("\n".join(render(result)))
