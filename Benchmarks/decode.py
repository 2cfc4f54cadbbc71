"""Speed of 390×390 thumbnails compared with libjpeg-turbo's floor, Pillow and vipsthumbnail, as ratios in one run."""

import os
import pathlib
import shlex
import statistics
import subprocess
import sys
import tempfile

import measure
import photos

FAST = "scrollsim fast"
EXACT = "scrollsim exact"
FAST_BARE = "scrollsim fast, not written"
EXACT_BARE = "scrollsim exact, not written"
FLOOR = "libjpeg-turbo, bare decode to 1/8"
PILLOW_FIT = "Pillow, fit"
PILLOW_FILL = "Pillow, fill"
VIPS = "vipsthumbnail"
ONE, TWO, APART = "one worker", "two workers", "two programs"
# How often each photo is repeated for these, so that starting and the last photos hardly count.
TWINS = 4

# What is measured over which photos: (photos, ours, peer): how many times as fast as the peer, at least.
ALL, BASELINE, PROGRESSIVE = "all", "baseline", "progressive"
REQUIRED = {
    (ALL, FAST_BARE, FLOOR): 1 / 1.25,
    (ALL, EXACT_BARE, FLOOR): 1 / 1.35,
    (ALL, FAST, PILLOW_FIT): 1.2,
    (ALL, EXACT, PILLOW_FIT): 1.1,
    (ALL, FAST, VIPS): 1.6,
    (ALL, EXACT, VIPS): 1.5,
    (BASELINE, FAST, PILLOW_FIT): 1.2,
    (BASELINE, EXACT, PILLOW_FIT): 1.1,
    (BASELINE, FAST, VIPS): 1.6,
    (BASELINE, EXACT, VIPS): 1.5,
    (PROGRESSIVE, FAST, PILLOW_FIT): 1.2,
}
WORKERS_REQUIRED = 1.9
# Of stand-ins: the mean over photos whose file has one of its own.
PREVIEW_REQUIRED = 1.0
REPEATS = 50


def bare_program(name):
    """What libjpeg-turbo does alone, compiled once."""
    source = pathlib.Path(__file__).parent / f"{name}.c"
    program = photos.ROOT / ".build" / "bench" / name
    program.parent.mkdir(parents=True, exist_ok=True)
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libjpeg"], check=True, capture_output=True, text=True)
    subprocess.run(["cc", "-O2", "-o", program, source, *flags.stdout.split()], check=True)
    return program


def thumbnail(*options):
    return [photos.SCROLLSIM, "library", "thumbnail", "--size", "390x390", *options]


def programs(machine, folder):
    """{name: (start of the command, environment, a command that does nothing but start)} of what is installed."""
    start = [photos.SCROLLSIM, "--version"]
    floor = bare_program("jpeg_floor")
    found = {FLOOR: ([floor], {}, [floor])}
    for name, mode in {FAST_BARE: "fast", EXACT_BARE: "exact"}.items():
        found[name] = (thumbnail("--resize-mode", mode), {}, start)
    for name, mode in {FAST: "fast", EXACT: "exact"}.items():
        found[name] = (thumbnail("--resize-mode", mode, "--output", folder), {}, start)
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


def net_seconds(found, files, rounds):
    """{name: processor time of each round, without the time to start}, and {name: time to start}."""
    commands = {}
    for name, (command, environment, start) in found.items():
        commands[name] = ([*command, *files], environment)
        commands[name, "start"] = (start, environment)
    seconds = measure.in_turn(commands, rounds)
    starts = {name: statistics.median(seconds[name, "start"]) for name in found}
    return {name: [taken - starts[name] for taken in seconds[name]] for name in found}, starts


def twin(file, folder, count):
    """So many names for a file."""
    names = [os.path.join(folder, f"{number}-{pathlib.Path(file).name}") for number in range(count)]
    for name in names:
        os.symlink(file, name)
    return names


def workers(files, folder):
    """{name: command} that makes all thumbnails: on one thread, on two, in two programs that share nothing."""
    twins = list(zip(*(twin(file, folder, TWINS) for file in files)))
    each = [path for set_of in twins for path in set_of]
    halves = [each[:len(each) // 2], each[len(each) // 2:]]
    both = f'"$0" "$@" {shlex.join(halves[0])} & first=$!; "$0" "$@" {shlex.join(halves[1])}; second=$?; wait $first && exit $second'
    one = thumbnail("--workers", "1")
    return {
        ONE: ([*one, *each], {}), TWO: (thumbnail("--workers", "2", *each), {}),
        APART: (["sh", "-c", both, *one], {})}


def preview_milliseconds(files, rounds):
    """{file: processor time of a stand-in, over many} of the photos whose file has one of its own."""
    milliseconds = {}
    for file in files:
        with tempfile.TemporaryDirectory() as folder:
            twins = twin(file, folder, REPEATS)
            commands = {"many": (thumbnail("--preview", *twins), {}), "one": (thumbnail("--preview", twins[0]), {})}
            try:
                seconds = measure.in_turn(commands, rounds)
            except measure.CommandFailed:
                continue
            each = [(many - one) / (REPEATS - 1) for many, one in zip(seconds["many"], seconds["one"])]
            milliseconds[pathlib.Path(file).name] = statistics.median(each) * 1000
    return milliseconds


def bare_first_scans_milliseconds(files):
    """{file: (processor time of the first scans and their picture, of reading them alone)} of libjpeg-turbo alone."""
    if not files:
        return {}
    found = subprocess.run([bare_program("jpeg_first_scan"), str(REPEATS), *files], check=True, capture_output=True, text=True)
    lines = [line.split("\t") for line in found.stdout.splitlines()]
    return {pathlib.Path(file).name: (float(whole), float(reading)) for whole, reading, file in lines}


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
        kept = [photo for photo in chosen if pathlib.Path(photo.path).name not in excluded]
        sets = {
            ALL: kept, BASELINE: [photo for photo in kept if "progressive" not in photo.notes],
            PROGRESSIVE: [photo for photo in kept if "progressive" in photo.notes]}
        report = {"machine": machine, "photos": what, "excluded": excluded, "rounds": rounds, "sets": {}}
        for name, members in sets.items():
            net, starts = net_seconds(found, [photo.path for photo in members], rounds) if members else ({}, {})
            report["sets"][name] = {
                "count": len(members), "megapixels": round(sum(photo.megapixels for photo in members), 1),
                "netSeconds": net, "startSeconds": starts}
        with tempfile.TemporaryDirectory() as names:
            report["elapsedSeconds"] = measure.in_turn(
                workers([photo.path for photo in kept], names), rounds, measure.elapsed_seconds)
        own = [photo.path for photo in photos.corpus() or [] if "exif thumb" in photo.notes or "MPF" in photo.notes]
        report["previewMs"] = preview_milliseconds(own, 3)
        scans = [photo.path for photo in sets[PROGRESSIVE] if photo.path not in own]
        report["firstScansMs"] = preview_milliseconds(scans, 1)
        report["bareFirstScansMs"] = bare_first_scans_milliseconds(scans)
    report["loadAverageAtEnd"] = round(os.getloadavg()[0], 1)
    return report


def ratios(report, members, ours, peer):
    """How many times as fast as the peer, round by round, without start-up."""
    net = report["sets"][members]["netSeconds"]
    return [theirs / our for our, theirs in zip(net[ours], net[peer])]


def render_set(report, members):
    found = report["sets"][members]

    def times(ours, name):
        spread = measure.spread(ratios(report, members, ours, name))
        return f"{spread['median']:.2f} ({spread['min']:.2f}–{spread['max']:.2f})"

    lines = []
    for name, seconds in found["netSeconds"].items():
        net = measure.spread(seconds)
        each = 1000 / found["count"]
        lines.append([
            name, f"{net['median'] * each:.1f} ({net['min'] * each:.1f}–{net['max'] * each:.1f})",
            f"{found['startSeconds'][name] * 1000:.0f}", times(FAST, name), times(EXACT, name)])
    return measure.table(
        ["", "ms a photo", "start, ms", "time over that of fast", "time over that of exact"], lines)


def render(report):
    every = report["sets"][ALL]
    yield "# Thumbnails of 390×390, compared with libjpeg-turbo, Pillow and vipsthumbnail\n"
    yield (f"{every['count']} {report['photos']}, {every['megapixels']} megapixels in all. Processor time of "
           f"one thread, medians of {report['rounds']} rounds (lowest–highest), without the time to start.\n")
    yield render_set(report, ALL) + "\n"
    for name in (BASELINE, PROGRESSIVE):
        if count := report["sets"][name]["count"]:
            yield f"The {count} {name} ones among them:\n"
            yield render_set(report, name) + "\n"
    for file, reasons in report["excluded"].items():
        for name, reason in reasons.items():
            yield f"- left out for all: {file}: {name} makes no thumbnail of it: {reason}"
    for (members, ours, peer), least in REQUIRED.items():
        if peer not in report["sets"][members]["netSeconds"]:
            yield f"- not measured: {ours} against {peer}, over {members} photos"
        elif least < 1:
            value = 1 / statistics.median(ratios(report, members, ours, peer))
            yield measure.verdict(f"{ours} takes at most {1 / least:.2f} times as long as {peer}", value, 1 / least, at_most=True)[1]
        else:
            value = statistics.median(ratios(report, members, ours, peer))
            over = "" if members == ALL else f" over {members} photos"
            yield measure.verdict(f"{ours} at least {least} times as fast as {peer}{over}", value, least)[1]
    elapsed = report["elapsedSeconds"]

    def gain(name):
        return statistics.median(one / two for one, two in zip(elapsed[ONE], elapsed[name]))

    yield measure.verdict(
        f"two workers at least {WORKERS_REQUIRED} times as fast as one, by the clock", gain(TWO), WORKERS_REQUIRED)[1]
    yield f"- the same for two programs that share nothing, each with half of the photos: {gain(APART):.2f}"
    if report["previewMs"]:
        values = sorted(report["previewMs"].values())
        yield measure.verdict(
            f"stand-ins from a picture of their own, of {len(values)} photos of the corpus: ms, mean",
            statistics.mean(values), PREVIEW_REQUIRED, at_most=True)[1] + f"; {values[-1]:.2f} at worst"
    if report["firstScansMs"]:
        values = sorted(report["firstScansMs"].values())
        yield (f"- stand-ins from first scans, of {len(values)} progressive photos without another: "
               f"{statistics.mean(values):.1f} ms, mean; {values[-1]:.1f} at worst")
        bare = report["bareFirstScansMs"].values()
        yield (f"- what libjpeg-turbo alone needs for those: {statistics.mean(whole for whole, _ in bare):.1f} ms, mean, of which "
               f"{statistics.mean(reading for _, reading in bare):.1f} to read them; {max(whole for whole, _ in bare):.1f} at worst")
    yield f"\n{measure.describe(report['machine'])}; load average at the end {report['loadAverageAtEnd']}"


if __name__ == "__main__":
    measure.refuse_other(__doc__, ["--rounds", "--json"])
    result = run(rounds=int(measure.argument("--rounds", "7")))
    measure.save(result, measure.argument("--json", "results/local/decode.json"))
    print("\n".join(render(result)))
