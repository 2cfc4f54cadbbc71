"""Speed of 390×390 thumbnails beside Pillow's and vipsthumbnail's, as ratios of processor time in one run."""

import pathlib
import statistics
import sys
import tempfile

import measure
import photos

FAST = "scrollsim fast"
EXACT = "scrollsim exact"
PILLOW_FIT = "Pillow, fit"
PILLOW_FILL = "Pillow, fill"
VIPS = "vipsthumbnail"

# How many times as fast as the peer, at least.
REQUIRED = {
    (FAST, PILLOW_FIT): 1.15,
    (EXACT, PILLOW_FIT): 1.0,
    (FAST, VIPS): 1.8,
    (EXACT, VIPS): 1.8,
}


def programs(machine, folder):
    """{name: (start of the command, environment, a command that does nothing but start)} of what is installed."""
    thumbnails = [photos.SCROLLSIM, "thumbnail", "--size", "390x390", "--output", folder, "--resize-mode"]
    found = {
        name: ([*thumbnails, mode], {}, [photos.SCROLLSIM, "--version"])
        for name, mode in {FAST: "fast", EXACT: "exact"}.items()
    }
    if machine["pillow"] != measure.MISSING:
        script = [sys.executable, pathlib.Path(__file__).parent / "pillow_thumbnails.py"]
        for name, form in {PILLOW_FIT: "fit", PILLOW_FILL: "fill"}.items():
            found[name] = ([*script, form, folder], {}, [*script, form, folder])
    if machine["vips"] != measure.MISSING:
        command = [
            "vipsthumbnail", "--size", "390x390", "--smartcrop", "centre", "--output", f"{folder}/%s.jpg[Q=85]"]
        found[VIPS] = (command, {"VIPS_CONCURRENCY": "1"}, ["vipsthumbnail"])
    return found


def failing(command, environment, files):
    """{file: reason} of the files that a program makes no thumbnail of."""
    reasons = {}
    try:
        measure.cpu_seconds([*command, *files], environment)
        return reasons
    except measure.CommandFailed:
        pass
    for file in files:
        try:
            measure.cpu_seconds([*command, file], environment)
        except measure.CommandFailed as failure:
            reasons[file] = str(failure)
    return reasons


def run(rounds):
    machine = measure.machine()
    chosen, what = photos.large()
    files = [photo.path for photo in chosen]
    with tempfile.TemporaryDirectory() as folder:
        found = programs(machine, folder)
        excluded = {}
        for name, (command, environment, _) in found.items():
            for file, reason in failing(command, environment, files).items():
                excluded.setdefault(pathlib.Path(file).name, {})[name] = reason
        files = [file for file in files if pathlib.Path(file).name not in excluded]
        commands = {}
        for name, (command, environment, start) in found.items():
            commands[name] = ([*command, *files], environment)
            commands[name, "start"] = (start, environment)
        seconds = measure.in_turn(commands, rounds)
    megapixels = sum(photo.megapixels for photo in chosen if photo.path in files)
    rows = {}
    for name in found:
        start = statistics.median(seconds[name, "start"])
        rows[name] = {"seconds": seconds[name], "startSeconds": start,
                      "netSeconds": [taken - start for taken in seconds[name]]}
    return {"machine": machine, "photos": what, "count": len(files), "megapixels": round(megapixels, 1),
            "excluded": excluded, "rounds": rounds, "rows": rows}


def ratios(report, ours, peer):
    """How many times as fast as the peer, round by round, without start-up."""
    return [
        theirs / our for our, theirs in
        zip(report["rows"][ours]["netSeconds"], report["rows"][peer]["netSeconds"])
    ]


def render(report):
    rows = report["rows"]

    def times(ours, name):
        found = measure.spread(ratios(report, ours, name))
        return f"{found['median']:.2f} ({found['min']:.2f}–{found['max']:.2f})"

    lines = []
    for name, row in rows.items():
        net = measure.spread(row["netSeconds"])
        each = 1000 / report["count"]
        lines.append([
            name, f"{net['median'] * each:.1f} ({net['min'] * each:.1f}–{net['max'] * each:.1f})",
            f"{row['startSeconds'] * 1000:.0f}", times(FAST, name), times(EXACT, name)])
    yield "# Thumbnails of 390×390, beside Pillow and vipsthumbnail\n"
    yield (f"{report['count']} {report['photos']}, {report['megapixels']} megapixels in all. Processor time of "
           f"one thread, medians of {report['rounds']} rounds (lowest–highest), without the time to start.\n")
    yield measure.table(
        ["", "ms a photo", "start, ms", "time over that of fast", "time over that of exact"], lines)
    yield ""
    for file, reasons in report["excluded"].items():
        for name, reason in reasons.items():
            yield f"- left out for all: {file}: {name} makes no thumbnail of it: {reason}"
    for (ours, peer), least in REQUIRED.items():
        if peer in rows:
            value = statistics.median(ratios(report, ours, peer))
            yield measure.verdict(f"{ours} at least {least} times as fast as {peer}", value, least)[1]
        else:
            yield f"- not measured: {ours} against {peer}, which is not installed"
    yield f"\n{measure.describe(report['machine'])}"


if __name__ == "__main__":
    result = run(rounds=int(measure.argument("--rounds", "7")))
    measure.save(result, measure.argument("--json", "results/local/decode.json"))
    print("\n".join(render(result)))
