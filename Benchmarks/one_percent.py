"""Whether paired replays notice decoding that takes 1 % longer, without false alarms.

Half of the checks have the fault `slow-decoding` planted in the base, so that head looks faster by as much; the comparison is the same
whichever side is slower.
"""

import json
import pathlib
import shlex
import subprocess
import tempfile

import measure
import photos

CHECKS = int(measure.argument("--checks", 10))
PAIRS = measure.argument("--pairs", "20")
FOUND_REQUIRED = 0.9
SCENARIO = {
    "name": "one-percent", "about": "A drag over photos that decoders keep up with: how long does each take?", "seed": 7,
    "library": {"synthetic": {"photos": 2000, "distinct": 48, "megapixels": [2, 6], "png": 0.05}},
    "screen": {"width": 390, "height": 844, "scale": 2, "refreshRate": 60},
    "grid": {"columns": 3, "spacing": 2},
    "device": {"decodeWorkers": 2, "memoryBudget": "120 MB"},
    "trace": {"gestures": [{"pause": 0.3}, {"drag": 9000, "duration": 2.5}, {"pause": 0.3}], "settle": 0.2},
    # Nothing is cached, so that every replay decodes the same images.
    "compare": {"strategies": ["none"], "cells": ["released"]},
}


def base(folder, fault):
    """A build to compare with: this one, with the fault in every replay or without."""
    path = pathlib.Path(folder) / "base"
    planted = " --fault slow-decoding" if fault else ""
    path.write_text(f'#!/bin/sh\nexec {shlex.quote(str(photos.SCROLLSIM))} "$@"{planted}\n')
    path.chmod(0o755)
    return path


def check(fault):
    """What a check says of decode time, with the words about the machine."""
    with tempfile.TemporaryDirectory() as folder:
        scenario = pathlib.Path(folder) / "one-percent.json"
        scenario.write_text(json.dumps(SCENARIO))
        done = subprocess.run(
            [photos.SCROLLSIM, "check", scenario, "--mode", "replay", "--base", base(folder, fault), "--rounds", PAIRS,
             "--output", folder, "--format", "json"], capture_output=True, text=True)
        if done.returncode not in (0, 2, 3):
            raise measure.CommandFailed(done.stdout + done.stderr)
        judged = json.loads(done.stdout)["scenarios"][0]
    found = [finding for finding in judged["findings"] if finding.get("metric") == "decodeMs" and "run" not in finding]
    return {
        "planted": fault, "pairs": judged["against"]["samples"],
        "ratio": found[0]["head"] if found else None, "notes": judged["notes"],
        "quiet": not any("not quiet" in note for note in judged["notes"]),
    }


def run():
    report = {"machine": measure.machine(), "checks": []}
    for number in range(2 * CHECKS):
        report["checks"].append(check(fault=number % 4 in (0, 3)))
    return report


def render(report):
    planted = [each for each in report["checks"] if each["planted"]]
    others = [each for each in report["checks"] if not each["planted"]]
    found = sum(each["ratio"] is not None and each["ratio"] < 1 for each in planted)
    alarms = sum(each["ratio"] is not None for each in others)
    noisy = sum(not each["quiet"] for each in report["checks"])
    yield "# Whether paired replays notice 1 % in decode time\n"
    yield measure.table(
        ["1 % planted in the base", "pairs", "head's decode time over the base's, where it differs", "what was said"],
        [["yes" if each["planted"] else "no", each["pairs"], f"{each['ratio']:.3f}" if each["ratio"] else "–", " ".join(each["notes"])]
         for each in report["checks"]]) + "\n"
    if noisy:
        yield (f"- other work disturbed {noisy} of {len(report['checks'])} checks, whose results say less about the method "
               "than about the machine")
    yield measure.verdict(f"share of {len(planted)} checks that found 1 %", found / len(planted), FOUND_REQUIRED)[1]
    yield measure.verdict(f"false alarms in {len(others)} checks", alarms, 0, at_most=True)[1]
    yield f"\n{measure.describe(report['machine'])}"


if __name__ == "__main__":
    measure.refuse_other(__doc__, ["--checks", "--pairs", "--json"])
    result = run()
    measure.save(result, measure.argument("--json", "results/local/one-percent.json"))
    print("\n".join(render(result)))
