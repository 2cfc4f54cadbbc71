"""Whether replays on a busy machine ever recommend what a quiet machine calls worse."""

import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import threading

import measure
import photos

SCENARIO = measure.argument("--scenario", "fling")
RUNS = int(measure.argument("--runs", 10))
SEED = int(measure.argument("--seed", 7))
# A quiet run's result; without one, a run is made first, with nothing else running.
REFERENCE = measure.argument("--reference", None)
# Passed on to every run, as in --options '--rounds 1 --repeats 0'.
OPTIONS = measure.argument("--options", "").split()
# How long a process works, and how long it is away.
SECONDS = (0.5, 8)
# A difference that a person could see (DecidingFigures.visibleDifference).
VISIBLE = 0.005
TOO_BUSY = "too busy to tell"


class Load:
    """As many processes as there are cores, each of which comes and goes at random times drawn from a seed."""

    def __init__(self, seed):
        self.over = threading.Event()
        self.workers = [
            threading.Thread(target=self.work, args=(random.Random(f"{seed}/{core}"),))
            for core in range(os.cpu_count() or 1)]

    def work(self, chance):
        while not self.over.wait(chance.uniform(*SECONDS)):
            process = subprocess.Popen([sys.executable, "-c", "while True: sum(range(100000))"])
            self.over.wait(chance.uniform(*SECONDS))
            process.kill()
            process.wait()

    def __enter__(self):
        for worker in self.workers:
            worker.start()

    def __exit__(self, *_):
        self.over.set()
        for worker in self.workers:
            worker.join()


def name(run):
    """A combination as its run is called, without scenario and iteration."""
    return "/".join(run["id"].split("/")[1:-1])


def losses(result):
    """What a person misses in each completed run that fits, by combination (DecidingFigures.loss)."""
    found = {}
    for run in result["runs"]:
        if run["status"] != "completed" or run.get("isReference"):
            continue
        metrics = run["metrics"]
        if metrics.get("scrollBlankRatio") is None:
            sys.exit(f"{run['id']}: expected scrollBlankRatio, found a result from before it was measured; replay it again")
        found.setdefault(name(run), []).append(
            0.7 * metrics["scrollBlankRatio"] + 0.3 * metrics["scrollNotSharpRatio"])
    return found


def replay(folder):
    """Replays the scenario; what it recommends, or that it cannot tell, and the result."""
    done = subprocess.run(
        [photos.SCROLLSIM, "run", SCENARIO, "--output", folder, "--no-progress", *OPTIONS],
        cwd=photos.ROOT, capture_output=True, text=True)
    if done.returncode not in (0, 3):
        raise measure.CommandFailed(done.stdout + done.stderr)
    text = " ".join(done.stdout.split())
    result = json.loads((pathlib.Path(folder) / f"{pathlib.Path(SCENARIO).stem}.replay.json").read_text())
    if TOO_BUSY in text:
        return TOO_BUSY, result
    if "Recommended: " not in text:
        return "nothing", result
    words = text.split("Recommended: ", 1)[1]
    said = min((words.split(end, 1)[0] for end in (": ", ", ")), key=len)
    # Terminals name only what tells combinations apart; runs have their full names.
    fitting = [known for known in losses(result) if known == said or known.startswith(f"{said}/")]
    return (fitting[0] if len(fitting) == 1 else said), result


def judge(answer, quiet):
    """Whether an answer is no worse than a quiet run's, beyond the spread of its rounds."""
    if answer == TOO_BUSY:
        return "cannot tell"
    if answer not in quiet:
        return "WRONG: unknown to the quiet run"
    best = min(quiet.values(), key=statistics.median)
    mine = quiet[answer]
    worse = statistics.median(mine) - statistics.median(best)
    if worse > VISIBLE and min(mine) > max(best):
        return f"WRONG: misses {100 * worse:.1f} points more"
    return "agrees"


def run():
    report = {"machine": measure.machine(), "scenario": SCENARIO, "seed": SEED, "options": OPTIONS, "runs": []}
    with tempfile.TemporaryDirectory() as folder:
        if REFERENCE:
            answer, result = None, json.loads(pathlib.Path(REFERENCE).read_text())
        else:
            answer, result = replay(folder)
        quiet = losses(result)
        report["quiet"] = {"answer": answer, "losses": quiet, "of": REFERENCE or "a run with nothing beside it"}
        for number in range(RUNS if answer != TOO_BUSY else 0):
            with Load(f"{SEED}/{number}"):
                answer, result = replay(folder)
            measured = [run for run in result["runs"] if run["status"] == "completed"]
            disturbed = [run for run in measured if any("disturbed" in words for words in run["warnings"])]
            report["runs"].append({
                "answer": answer, "verdict": judge(answer, quiet), "measured": len(measured),
                "disturbed": len(disturbed), "losses": losses(result),
                "signs": {run["id"]: {
                    **{sign: run["metrics"].get(sign)
                       for sign in ("othersShare", "stealShare", "disturbance", "decodeSlowdown", "canarySlowdown",
                                    "scrollBlankRatio", "scrollNotSharpRatio", "peakImageBytes")},
                    "decodeMsMedian": run["distributions"].get("decodeMs", {}).get("p50"),
                } for run in measured}})
            print(f"run {number + 1} of {RUNS}: {answer}: {report['runs'][-1]['verdict']}", file=sys.stderr)
    return report


def render(report):
    yield f"# Answers of a busy machine: {report['scenario']}\n"
    yield (f"Replays while {os.cpu_count()} processes come and go at random, each busy for {SECONDS[0]} to {SECONDS[1]} seconds, "
           "then idle for as long. An answer is wrong if a quiet run calls it worse by what a person could see and by "
           "more than the spread of its rounds.\n")
    answer = report["quiet"]["answer"]
    yield f"Quiet: {report['quiet']['of']}" + (f", which recommends {answer}" if answer else "") + ".\n"
    yield measure.table(["missed, quiet", "median", "least", "most"], [
        [combination, *(f"{100 * value:.2f} %" for value in (statistics.median(values), min(values), max(values)))]
        for combination, values in report["quiet"]["losses"].items()])
    yield ""
    yield measure.table(["run", "recommends", "verdict", "disturbed"], [
        [number, run["answer"], run["verdict"], f"{run['disturbed']} of {run['measured']}"]
        for number, run in enumerate(report["runs"], 1)])
    yield ""
    if not report["runs"]:
        yield "- not measured: the run with nothing beside it was disturbed itself"
    else:
        wrong = sum(run["verdict"].startswith("WRONG") for run in report["runs"])
        yield measure.verdict("wrong answers", wrong, 0, at_most=True)[1]
        told = sum(run["verdict"] == "agrees" for run in report["runs"])
        yield f"- {told} of {len(report['runs'])} runs give an answer; the others say that the machine was too busy"
    yield f"\n{measure.describe(report['machine'])}"


if __name__ == "__main__":
    measure.refuse_other(__doc__, ["--scenario", "--runs", "--seed", "--reference", "--options", "--json"])
    found = run()
    measure.save(found, measure.argument("--json", "results/local/busy.json"))
    print("\n".join(render(found)))
