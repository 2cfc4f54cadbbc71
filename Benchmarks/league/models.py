"""Models held to reality: the model of a program scrolls as a recording of it shows, and should leave as much blank, and fill a
screen at rest from the same side.

What a photo costs is the program's own: so much that the model fills a screen at rest at the pace that recordings show. The window,
the order and what is kept are the model's.
"""

import csv
import json
import shutil
import statistics
import subprocess

import eyes
import photos
import reading
import scrolls
from table import DISTANCE

COSTS = photos.ROOT / "Sources" / "ScrollSim" / "Costs" / "epyc-2core.json"
# A model holds if its figure is this near to the recording's, as a share of that or of the grid.
RELATIVE, ABSOLUTE = 0.2, 0.02
FIGURES = {"blank": "scrollBlankRatio", "notSharp": "scrollNotSharpRatio"}
# Gaps between a grid's cells, in points; rows are as far apart as in the recording.
SPACING = 2
# Seconds after which a model is given up.
PATIENCE = 600


def path(work, entry):
    """Where a recording's scroll is kept."""
    return work / "scrolls" / "{program}-{scroll}-{condition}-{speed:g}-{round}.csv".format(**entry)


def keep(file, timeline):
    """Keeps the scroll of a recording, in whole pixels: less than one is a doubt, and no movement."""
    file.parent.mkdir(exist_ok=True)
    top = min(timeline["offset"])
    rows = [f"{time / 1000:.4f},{round(offset - top)}" for time, offset in zip(timeline["timeMs"], timeline["offset"])]
    file.write_text("\n".join(["time_s,offset_pt", *rows]) + "\n")


def held(entries, models, library, work):
    """What models and recordings leave blank: of each cold recording of a program that has a model and shows its pace."""
    found = []
    for program, model in models.items():
        mine = [entry for entry in entries if (entry["program"], entry["condition"], entry["speed"]) == (program, "cold", 1)
                and entry.get("travelled") and entry.get("columns") and path(work, entry).exists()
                # If it turned unseen, or went elsewhere, its model would scroll differently than was asked.
                and abs(entry["travelled"] / entry["asked"] - 1) <= DISTANCE]
        paces = [entry["pace"] * entry["cells"] for entry in mine if entry.get("pace")]
        if not mine:
            continue
        if not paces:
            refusal = "no recording shows a screen at rest being filled, photo by photo"
            found.append({"program": program, "model": model, "modelled": {"refused": refusal}})
            continue
        seen = statistics.median(paces)
        # Some of what is decoded at rest lies off screen, in the model as in the program.
        own = [one["pace"] for one in (modelled(entry, model, seen, library, work) for entry in mine) if one.get("pace")]
        pace = seen * seen / statistics.median(own) if own else seen
        for entry in mine:
            found.append({"program": program, "model": model, "scroll": entry["scroll"], "round": entry["round"], "pace": pace,
                          "seen": {name: entry[name] for name in [*FIGURES, "orders"]},
                          "modelled": modelled(entry, model, pace, library, work)})
    return found


def holds(one, other):
    """Whether a model's figure is near enough to a recording's."""
    return abs(one - other) <= max(ABSOLUTE, RELATIVE * other)


def modelled(entry, model, pace, library, work):
    """The figures of a model that decodes so many photos a second, over a recording's scroll; or why there are none."""
    given = scenario(model, entry, pace, library, path(work, entry), work)
    try:
        return run(given, model, entry, entry["cells"] / pace + entry["startsAt"], work)
    except reading.Refused as refusal:
        return {"refused": str(refusal)}


def scenario(model, entry, pace, library, scroll, work):
    """The scenario of a recording: its scroll, after the time that filling the first screen takes, and rows as far apart as its."""
    costs = json.loads(COSTS.read_text())
    # One decoder as fast as all of the program's, for photos that all cost the same.
    costs.update(name="pace", slowdown=[1])
    for image in costs["images"]:
        image.update({key: 0 for key in image if key.startswith("msPer")}, fixedMs=1000 / pace)
    (work / "pace.json").write_text(json.dumps(costs))
    start = entry["cells"] / pace
    header, *rows = scroll.read_text().split()
    moved = [f"{float(time) + start:.4f},{offset}" for time, offset in (row.split(",") for row in rows)]
    before = "0," + rows[0].partition(",")[2]
    (work / "scroll.csv").write_text("\n".join([header, before, *moved]) + "\n")
    (width, height), columns = entry["screen"], entry["columns"]
    pitch = columns * height / entry["cells"]
    return {
        "name": "held", "about": "A program's scroll.", "seed": 1, "library": {"path": str(library)},
        "screen": {"width": round(columns * pitch - SPACING), "height": height, "scale": 1, "refreshRate": 60},
        "grid": {"columns": columns, "spacing": SPACING},
        "device": {"decodeWorkers": 1, "memoryBudget": "2 GB", "costs": str(work / "pace.json")},
        "trace": {"recording": str(work / "scroll.csv")},
        "compare": {"strategies": ["none"], "libraries": [model]},
    }


def run(scenario, model, entry, start, work):
    """The figures of the model, and from which side it fills each rest; the scroll starts after so many seconds."""
    folder = work / "held"
    shutil.rmtree(folder, ignore_errors=True)
    (work / "held.json").write_text(json.dumps(scenario))
    _scrollsim("run", work / "held.json", "--mode", "model", "--output", folder, "--no-progress")
    result = folder / "held.model.json"
    found = next(found for found in json.loads(result.read_text())["runs"] if found.get("library") == model)
    table = folder / "held.blank-cells.csv"
    _scrollsim("report", result, "-o", table)
    with open(table) as file:
        # When a cell showed something at last, and its row.
        filled = [((float(row["appeared_ms"]) + float(row["blank_ms"])) / 1000, int(row["item"]) // entry["columns"])
                  for row in csv.DictReader(file) if row["run"] == found["id"]]
    shutil.rmtree(folder)
    own = reading.Timeline(found["timeline"], entry["screen"][1]).pace()
    return {**{name: found["metrics"][metric] for name, metric in FIGURES.items()}, "pace": own and own * entry["cells"],
            "orders": [eyes.correlation([cell for cell in filled if begin <= cell[0] < end])
                       for begin, end in scrolls.rests(scrolls.SCROLLS[entry["scroll"]], start)]}


def _scrollsim(*words):
    try:
        done = subprocess.run([reading.SCROLLSIM, *map(str, words)], capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        raise reading.Refused(f"took longer than {PATIENCE} s") from None
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise reading.Refused(lines[-1] if lines else f"exit {done.returncode}")
