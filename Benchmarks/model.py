"""How fast model mode is: shipped scenarios against real time, and one long trace over small and large libraries."""

import json
import pathlib
import subprocess
import tempfile

import measure
import photos

SCENARIOS = ["browse", "fling", "settle", "resize-modes", "growth"]
LEAST_SPEED = 1000
MOST_SECONDS = 0.3
MOST_GROWTH = 1.10
REPEATS = 20
ROUNDS = 5
COSTS = "epyc-2core"
ALL = "all of them"


def minute(photo_count):
    """A minute at 120 Hz."""
    flings = [4000, 6000, -3000, 5000, 8000, 8000, -8000, 2000, 4000, 7000]
    gestures = [step for velocity in flings for step in ({"fling": velocity}, {"pause": 5.9})]
    return {
        "name": f"minute-{photo_count}", "about": "A minute at 120 Hz.", "seed": 7,
        "library": {"synthetic": {"photos": photo_count, "distinct": 48, "megapixels": [2, 12], "png": 0.05}},
        "screen": {"width": 390, "height": 844, "scale": 3, "refreshRate": 120},
        "grid": {"columns": 3, "spacing": 2},
        "device": {"decodeWorkers": 2, "memoryBudget": "150 MB", "costs": COSTS},
        "trace": {"gestures": gestures},
        "compare": {"strategies": ["none"], "cells": ["released"], "resizeModes": ["fast"]},
    }


def seconds_a_run(scenario, strategies=()):
    """Processor time of a run, time by the clock, and the runs of an iteration: of many iterations in one process, less those of one.

    Without strategies an iteration has all that the scenario compares, references included.
    """
    rounds = []
    for _ in range(ROUNDS):
        one, runs = seconds(scenario, strategies, 1)
        many, _ = seconds(scenario, strategies, 1 + REPEATS)
        rounds.append([(late - early) / REPEATS / runs for early, late in zip(one, many)])
    return *(measure.spread(values) for values in zip(*rounds)), runs


def seconds(scenario, strategies, iterations):
    """Processor time and time of a process, and the runs in its result; its folder is new, so that it reads no earlier result."""
    with tempfile.TemporaryDirectory() as folder:
        command = [photos.SCROLLSIM, "run", scenario, "--mode", "model", "--costs", COSTS, "--no-progress",
                   "--output", folder, "--rounds", iterations]
        for strategy in strategies:
            command += ["--strategy", strategy]
        taken = measure.both_seconds(command)
        return taken, len(json.loads(next(pathlib.Path(folder).glob("*.json")).read_text())["runs"])


def strategies(path):
    entries = json.loads(path.read_text())["compare"]["strategies"]
    return [entry if isinstance(entry, str) else next(iter(entry)) for entry in entries]


def duration(path):
    text = subprocess.run(
        [photos.SCROLLSIM, "trace", "info", path], check=True, capture_output=True, text=True).stdout
    return float(next(line for line in text.splitlines() if "duration" in line).split()[1])


def run():
    machine = measure.machine()
    report = {"machine": machine, "scenarios": [], "minute": []}
    with tempfile.TemporaryDirectory() as folder:
        for name in SCENARIOS:
            path = photos.ROOT / "scenarios" / f"{name}.json"
            for chosen in [(), *((strategy,) for strategy in strategies(path))]:
                taken, elapsed, runs = seconds_a_run(path, chosen)
                report["scenarios"].append({
                    "scenario": name, "strategy": chosen[0] if chosen else ALL, "runs": runs,
                    "trace": duration(path), "seconds": taken, "elapsed": elapsed})
        for count in (1_000, 1_000_000):
            path = pathlib.Path(folder) / f"minute-{count}.json"
            path.write_text(json.dumps(minute(count)))
            for strategy in ("screens", "directional"):
                report["minute"].append({
                    "photos": count, "strategy": strategy, "trace": duration(path),
                    "seconds": seconds_a_run(path, (strategy,))[0]})
    return report


def render(report):
    yield "# Speed of model mode\n"
    yield (f"A run, including writing its part of the result; medians of {ROUNDS} rounds of "
           f"{REPEATS} iterations (lowest–highest). The runs of an iteration share the bounds and the run without caching, "
           f"which their shares of the possible need; a strategy alone bears the cost of both. Real time is the trace's; "
           f"processor time is that of one core; by the clock, all {report['machine']['cores']} cores work.\n")
    lines = []
    for row in report["scenarios"]:
        lines.append([
            row["scenario"], row["strategy"], f"{row['trace']:.1f}", *milliseconds(row), f"{speed(row):,.0f}",
            f"{speed(row, 'elapsed'):,.0f}"])
    yield measure.table([
        "scenario", "strategy", "trace, s", "ms of processor time a run", "times real time on one core", "by the clock"], lines)
    yield ""
    lines = []
    for row in report["minute"]:
        lines.append([f"{row['photos']:,}", row["strategy"], f"{row['trace']:.1f}", *milliseconds(row)])
    yield measure.table(["photos, at 120 Hz", "strategy", "trace, s", "ms a run"], lines)
    yield ""
    whole = [row for row in report["scenarios"] if row["strategy"] == ALL]
    for what, rows, clock in [
            ("the slowest shipped scenario with all its strategies, times real time by the clock", whole, "elapsed"),
            ("the same, on one core", whole, "seconds"),
            ("the slowest strategy alone, on one core", report["scenarios"], "seconds")]:
        yield measure.verdict(what, min(speed(row, clock) for row in rows), LEAST_SPEED)[1]
    for strategy in ("screens", "directional"):
        small, large = (row["seconds"]["median"] for row in report["minute"] if row["strategy"] == strategy)
        yield measure.verdict(f"{strategy}, a million photos, seconds", large, MOST_SECONDS, at_most=True)[1]
        yield measure.verdict(
            f"{strategy}, a million photos over a thousand", large / small, MOST_GROWTH, at_most=True)[1]
    yield f"\n{measure.describe(report['machine'])}"


def speed(row, clock="seconds"):
    return row["trace"] / row[clock]["median"]


def milliseconds(row):
    taken = row["seconds"]
    return [f"{taken['median'] * 1000:.1f} ({taken['min'] * 1000:.1f}–{taken['max'] * 1000:.1f})"]


if __name__ == "__main__":
    measure.refuse_other(__doc__, ["--json"])
    result = run()
    measure.save(result, measure.argument("--json", "results/local/model.json"))
    print("\n".join(render(result)))
