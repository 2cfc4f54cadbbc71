"""What the gate's statistics promise, counted over simulated series whose truth is known."""

import os
import pathlib
import subprocess
import tempfile

import measure

LEAST_COVERAGE = 0.945
MOST_WRONG = 0.05
MOST_ALARMS = 0.01
LEAST_POWER = 0.95
# The series that is closest to this project's own replays: see results/growth.json.
OWN_NOISE = "noise of 20 kB"

TITLES = {
    "coverage": ("Interval of paired differences, 95 %", "holds the true mean"),
    "settled": ("Rounds of replays, the best ahead by just what a person sees", "end with another"),
    "falseAlarm": ("Growth rule, memory without a leak", "says `growing`"),
    "power": ("Growth rule, a leak of its budget, 250 kB a lap", "says `growing`"),
    "lapAlarm": ("Laps of a process without a leak, 1 MB a lap asked for", "says that it grows"),
    "lapPass": ("Laps of a process without a leak, 1 MB a lap asked for", "passes; the rest cannot be told"),
    "lapLeakCaught": ("Laps of a process that leaks what is asked for", "says that it grows"),
    "lapLeakPassed": ("Laps of a process that leaks what is asked for", "passes; the rest cannot be told"),
    "statisticalAlarm": ("Statistical rule, two series of one build", "says regression"),
    "statisticalPower": ("Statistical rule, head slower", "says regression"),
}


def simulate():
    with tempfile.TemporaryDirectory() as folder:
        output = pathlib.Path(folder) / "counts.tsv"
        subprocess.run(
            ["scripts/run-tests", "--filter", "SimulationTests"], check=True,
            env={**os.environ, "SCROLLSIM_SIMULATION": str(output)}, stdout=subprocess.DEVNULL)
        return counts(output)


def counts(path):
    rows = [line.split("\t") for line in path.read_text().splitlines()]
    return [{"kind": kind, "series": series, "count": int(count), "trials": int(trials)}
            for kind, series, count, trials in rows]


def machine():
    return {**measure.machine(), "command": "python3 Benchmarks/simulation.py"}


def render(report):
    yield "# What the gate's statistics promise\n"
    yield "Series drawn from seeds, with a known truth, judged by the code that the gate runs.\n"
    for kind, (title, says) in TITLES.items():
        rows = sorted((row for row in report["counts"] if row["kind"] == kind), key=lambda row: row["series"])
        if not rows:
            continue
        yield measure.table(
            [title, "series drawn", says],
            [[row["series"], f"{row['trials']:,}", f"{row['count'] / row['trials']:.2%}"] for row in rows])
        yield ""

    def share(kind, wanted=lambda row: True):
        return [row["count"] / row["trials"] for row in report["counts"] if row["kind"] == kind and wanted(row)]

    yield measure.verdict("coverage, the least", min(share("coverage")), LEAST_COVERAGE)[1]
    yield measure.verdict("settled on the wrong strategy, the most", max(share("settled")), MOST_WRONG, at_most=True)[1]
    yield measure.verdict("false alarms of growth, the most", max(share("falseAlarm")), MOST_ALARMS, at_most=True)[1]
    yield measure.verdict(
        "power at the budget with the noise of our own replays, the least",
        min(share("power", lambda row: OWN_NOISE in row["series"])), LEAST_POWER)[1]
    yield measure.verdict("false alarms over laps of a process, the most", max(share("lapAlarm")), MOST_ALARMS, at_most=True)[1]
    yield measure.verdict(
        "leaks of 512 kB a lap in noise of 1 MB caught in 20 laps, the least",
        min(share("lapLeakCaught", lambda row: row["series"].startswith("512"))), LEAST_POWER)[1]
    yield measure.verdict("leaks that pass, the most", max(share("lapLeakPassed")), MOST_WRONG, at_most=True)[1]
    yield measure.verdict(
        "false alarms of the statistical rule, the most", max(share("statisticalAlarm")), MOST_ALARMS, at_most=True)[1]
    yield f"\n{measure.describe(report['machine'])}"


if __name__ == "__main__":
    measure.refuse_other(__doc__, ["--json"])
    result = {"machine": machine(), "counts": simulate()}
    measure.save(result, measure.argument("--json", "results/local/statistics.json"))
    print("\n".join(render(result)))
