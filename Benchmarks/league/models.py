"""Models held to reality: the model of a program scrolls as a recording of it shows, and should leave as much blank.

What a photo costs is the program's own: the pace at which its recordings show a screen at rest being filled. The window, the order
and what is kept are the model's.
"""

import json
import shutil
import statistics
import subprocess

import photos
import reading

COSTS = photos.ROOT / "Sources" / "ScrollSim" / "Costs" / "epyc-2core.json"
# A model holds where its figure is so near to the recording's, in shares of that or of the grid.
RELATIVE, ABSOLUTE = 0.2, 0.02
FIGURES = {"blank": "scrollBlankRatio", "notSharp": "scrollNotSharpRatio"}
# Gaps between a grid's cells, in points; rows are as far apart as in the recording.
SPACING = 2


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
                and entry.get("travelled") and entry.get("columns") and path(work, entry).exists()]
        paces = [entry["pace"] * entry["cells"] for entry in mine if entry.get("pace")]
        if mine and not paces:
            refusal = "no recording shows a screen at rest being filled, photo by photo"
            found.append({"program": program, "model": model, "modelled": {"refused": refusal}})
            continue
        for entry in mine:
            pace = statistics.median(paces)
            try:
                modelled = run(scenario(model, entry, pace, library, path(work, entry), work), model, work)
            except reading.Refused as refusal:
                modelled = {"refused": str(refusal)}
            found.append({"program": program, "model": model, "scroll": entry["scroll"], "round": entry["round"], "pace": pace,
                          "seen": {name: entry[name] for name in FIGURES}, "modelled": modelled})
    return found


def holds(one, other):
    """Whether a model's figure is near enough to a recording's."""
    return abs(one - other) <= max(ABSOLUTE, RELATIVE * other)


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


def run(scenario, model, work):
    """The figures of the model."""
    folder = work / "held"
    shutil.rmtree(folder, ignore_errors=True)
    (work / "held.json").write_text(json.dumps(scenario))
    command = [reading.SCROLLSIM, "run", work / "held.json", "--mode", "model", "--output", folder, "--no-progress"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=600)
    files = list(folder.glob("*.model.json"))
    if not files:
        lines = [line for line in done.stderr.splitlines() if line.strip()]
        raise reading.Refused(lines[-1] if lines else f"exit {done.returncode}")
    runs = json.loads(files[0].read_text())["runs"]
    metrics = next(found["metrics"] for found in runs if found.get("library") == model)
    shutil.rmtree(folder)
    return {name: metrics[metric] for name, metric in FIGURES.items()}
