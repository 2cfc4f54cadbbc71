"""False alarms and missed faults of the gate: checks of an unchanged build on a loaded machine, and planted faults."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

import measure
import photos

SCENARIOS = ["browse", "fling", "settle", "resize-modes", "growth"]
CHECKS = 200
REPLAYS = int(measure.argument("--replays", 20))
LAPS = {
    "name": "laps", "about": "Twenty short laps over small photos, in real time.", "seed": 7,
    "library": {"synthetic": {"photos": 600, "distinct": 12, "megapixels": [0.5, 1], "png": 0.1}},
    "screen": {"width": 390, "height": 844, "scale": 2, "refreshRate": 60},
    "grid": {"columns": 3, "spacing": 2},
    "device": {"decodeWorkers": 2, "memoryBudget": "80 MB"},
    "trace": {
        "before": [{"jump": 3000}, {"pause": 0.3}],
        "gestures": [{"drag": 600, "duration": 0.1}, {"drag": -600, "duration": 0.1}, {"pause": 0.15}],
        "laps": 20, "settle": 0.2,
    },
    "compare": {"strategies": ["apple-sample", {"screens": {"leading": 2, "trailing": 1}}], "cells": ["released"]},
    "limits": {"growth": "flat"},
}


def scrollsim(*arguments):
    return subprocess.run(
        [photos.SCROLLSIM, *[str(word) for word in arguments]], capture_output=True, text=True)


class Load:
    """Processes that keep every core busy meanwhile."""

    def __enter__(self):
        self.processes = [
            subprocess.Popen([sys.executable, "-c", "while True: sum(range(100000))"])
            for _ in range(os.cpu_count() or 1)]
        return self

    def __exit__(self, *_):
        for process in self.processes:
            process.kill()
            process.wait()


def model_checks(folder):
    """Checks of all shipped scenarios against baselines of the same build; each exit code with how often it came."""
    command = ["check", *[f"scenarios/{name}.json" for name in SCENARIOS], "--baseline", f"{folder}/baselines",
               "--output", f"{folder}/results", "--no-progress"]
    made = scrollsim(*command, "--update", "--reason", "this build")
    if made.returncode != 0:
        raise measure.CommandFailed(made.stdout + made.stderr)
    codes, seconds = {}, []
    for _ in range(CHECKS):
        start = time.monotonic()
        code = scrollsim(*command).returncode
        seconds.append(time.monotonic() - start)
        codes[str(code)] = codes.get(str(code), 0) + 1
    return {"codes": codes, "seconds": measure.spread(seconds)}


def replays(folder):
    """Verdicts on growth of real replays, and what the limit on growth says of them."""
    path = pathlib.Path(folder) / "laps.json"
    path.write_text(json.dumps(LAPS))
    codes, verdicts = {}, {}
    for _ in range(REPLAYS):
        done = scrollsim("run", path, "--output", f"{folder}/results", "--no-progress", "--format", "json")
        codes[str(done.returncode)] = codes.get(str(done.returncode), 0) + 1
        for run in json.loads(done.stdout)["runs"]:
            verdict = (run.get("growth") or {}).get("verdict", run["status"])
            verdicts[verdict] = verdicts.get(verdict, 0) + 1
    return {"codes": codes, "verdicts": verdicts}


def run():
    report = {"machine": measure.machine()}
    with tempfile.TemporaryDirectory() as folder, Load():
        report["checks"] = model_checks(folder)
        report["replays"] = replays(folder)
    done = scrollsim("check", "--selftest", "--format", "json", "--no-progress")
    report["selftest"] = json.loads(done.stdout)
    return report


def render(report):
    checks, replayed, selftest = report["checks"], report["replays"], report["selftest"]
    yield "# Whether the gate can be relied on\n"
    yield "## An unchanged build, while other processes keep every core busy\n"
    yield (f"{CHECKS} checks of {', '.join(SCENARIOS)} in model mode: exit codes {words(checks['codes'])}; a check takes "
           f"{checks['seconds']['median']:.2f} s ({checks['seconds']['min']:.2f}–{checks['seconds']['max']:.2f}).\n")
    yield (f"{REPLAYS} replays of twenty laps with two strategies each and the limit `growth: flat`: exit codes "
           f"{words(replayed['codes'])}; verdicts {words(replayed['verdicts'])}.\n")
    yield "## Planted faults\n"
    rows = [[fault["name"], fault["about"], "yes" if fault.get("found") else "NO", fault["rule"],
             (fault.get("found") or {}).get("text", "")] for fault in selftest["faults"]]
    yield measure.table(["fault", "what was done", "caught", "rule", "what the gate said"], rows)
    alarms = sum(count for code, count in checks["codes"].items() if code != "0")
    yield measure.verdict(f"false alarms in {CHECKS} checks", alarms, 0, at_most=True)[1]
    yield measure.verdict(
        f"false alarms of growth in {sum(replayed['verdicts'].values())} replayed runs",
        replayed["verdicts"].get("growing", 0), 0, at_most=True)[1]
    yield measure.verdict(
        "faults not caught", sum(not fault.get("found") for fault in selftest["faults"]), 0, at_most=True)[1]
    yield f"\n{measure.describe(report['machine'])}"


def words(counts):
    return ", ".join(f"{name} × {count}" for name, count in sorted(counts.items()))


if __name__ == "__main__":
    measure.refuse_other(__doc__, ["--replays", "--json"])
    result = run()
    measure.save(result, measure.argument("--json", "results/local/gate.json"))
    print("\n".join(render(result)))
