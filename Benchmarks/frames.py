"""The main path's own work in each frame of a fling, three columns wide, at 60 Hz."""

import json
import pathlib
import subprocess
import tempfile

import measure
import photos

SCENARIO = photos.ROOT / "scenarios" / "fling.json"
STRATEGIES = ["none", "apple-sample", "screens", "settle", "directional", "keep-all"]
MOST_MS = 1.0


def run():
    machine = measure.machine()
    with tempfile.TemporaryDirectory() as folder:
        command = [photos.SCROLLSIM, "run", SCENARIO, "--rounds", "1", "--output", folder, "--no-progress", "--format", "json"]
        for strategy in STRATEGIES:
            command += ["--strategy", strategy]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=photos.ROOT)
        result = json.loads((pathlib.Path(folder) / "fling.replay.json").read_text())
    return {"machine": machine, "runs": {
        run["id"]: {"strategy": run["strategy"], "status": run["status"],
                    "frameWorkMs": run["distributions"].get("frameWorkMs")}
        for run in result["runs"]}}


def render(report):
    lines = []
    verdicts = []
    for run in report["runs"].values():
        work = run["frameWorkMs"]
        if work is None:
            verdicts.append(f"- not measured: {run['strategy']}: {run['status']}")
            continue
        lines.append([run["strategy"], work["n"], *(f"{work[key]:.3f}" for key in ("p50", "p95", "p99", "max"))])
        verdicts.append(
            measure.verdict(f"{run['strategy']}: 99 of 100 frames take at most {MOST_MS} ms", work["p99"],
                            MOST_MS, at_most=True)[1])
    yield "# Work of a frame on the main path\n"
    yield (f"`scenarios/{SCENARIO.name}`, three columns at 60 Hz; milliseconds of wall-clock time, so a busy "
           "machine shows in the maximum.\n")
    yield measure.table(["strategy", "frames", "p50", "p95", "p99", "max"], lines)
    yield ""
    yield from verdicts
    yield f"\n{measure.describe(report['machine'])}"


if __name__ == "__main__":
    measure.refuse_other(__doc__, ["--json"])
    result = run()
    measure.save(result, measure.argument("--json", "results/local/frames.json"))
    print("\n".join(render(result)))
