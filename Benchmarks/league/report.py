"""results/league.md: who leaves what blank, what it costs, and what each program is seen to do."""

import collections
import itertools
import json
import statistics
import subprocess

import again
import eyes
import measure
import models
import scrolls
from table import CONDITIONS, DISTANCE, FIGURES, LEAST_ROUNDS, MOST_EARLY, MOST_NAMED, MOST_UNKNOWN, Table, figure, is_astray

# The share of the grid with degraded images from which on a program is said to show them.
DEGRADED = 0.005
# A click that comes this many milliseconds late makes a different scroll.
MOST_LATE = 100
MOMENTS = [0.0, 0.4, 1.2, 2.4, 3.4, 5.0, 7.0]


def render(record, strips):
    """The page."""
    table = Table(record)
    yield "# Galleries that people use: what they leave blank\n"
    yield from answer(table)
    for condition, word in CONDITIONS.items():
        ranked = table.programs(condition)
        if ranked:
            yield f"\n## {word}: what is seen, and what it costs\n"
            columns, counted = table.scrolls(condition), table.counted[condition]
            if len(columns) > 1:
                mean = "all scrolls" if counted == columns else f"mean of {', '.join(counted)}"
                rest = [name for name in table.gaps(condition) if name not in ranked]
                yield measure.table(["program", mean, *columns], [
                    [table.mark(name), f"**{figure(table.values(name, condition, 'blank'))}**",
                     *(figure(table.values(name, condition, "blank", scroll)) for scroll in columns)] for name in ranked + rest])
                yield "\nOther figures:\n"
            yield measure.table(
                ["program", *(f"{words}{', ' + unit if unit else ''}" for words, unit, _ in FIGURES.values())],
                [[table.mark(name), *(figure(table.values(name, condition, key), unit, factor)
                                       for key, (_, unit, factor) in FIGURES.items())] for name in ranked])
    yield from strip_lines(table, strips)
    yield from winners(table)
    yield from ways(table)
    yield from held(table)
    yield from again.render(table)
    yield from doubts(table)
    yield from method(table)


def answer(table):
    """Who leaves what blank, in ten seconds."""
    if not table.read:
        yield "No recording could be read at the speed of the scrolls themselves."
        return
    for condition, word in CONDITIONS.items():
        ranked = [name for name in table.programs(condition) if not table.is_doubtful(name, condition)]
        if len(ranked) > 1:
            said = [table.say(name, condition, "blank") for name in ranked]
            best, rest = table.best(condition, "blank")
            least = ", ".join(said[:len(best)] if rest else said[:3] if len(said) > 3 else said[:1])
            yield f"**{word}**, least blank while scrolling: {least}; most: {said[-1]}.\n"
    ranked = table.programs("cold")
    over = {condition: f"the mean of {', '.join(counted)}" if len(counted) > 1 else f"the scroll `{counted[0]}`"
            for condition, counted in table.counted.items() if counted}
    # Cold and warm may be of different scrolls, and cannot be compared then.
    are_alike = len(set(over.values())) == 1
    of = {condition: "" if are_alike else f" ({len(counted)} scroll{'s' * (len(counted) != 1)})"
          for condition, counted in table.counted.items()}
    yield measure.table(["program", *(f"blank, {condition}{of[condition]}, %" for condition in CONDITIONS),
                         f"not sharp, cold{of['cold']}, %", "memory, MB"], [
        [table.mark(name), *(figure(table.values(name, condition, "blank")) for condition in CONDITIONS),
         figure(table.values(name, "cold", "notSharp")),
         figure(table.values(name, "cold", "peakBytes") or table.values(name, "warm", "peakBytes"), "MB", 1e-6)]
        for name in ranked + [name for name in table.programs("warm") if name not in ranked]])
    yield ("\nBlank is a share of the grid's area, over the time in which it moves or came to rest less than a second ago, in "
           + (next(iter(over.values())) if are_alike else "; ".join(f"{words} ({condition})" for condition, words in over.items()))
           + f", over photos of {table.record['library']['megapixels']} megapixels. Ranges are over rounds. "
           + "An asterisk marks doubtful figures, which are listed below.")
    if placeless := {table.title(name) for condition in CONDITIONS
                     for name in table.gaps(condition).keys() - set(table.programs(condition))}:
        yield f"\nNot ranked, as scrolls are missing: {', '.join(sorted(placeless))}."


def winners(table):
    yield "\n## Who is best at what\n"
    lines = []
    for condition, word in CONDITIONS.items():
        for key, (words, _, _) in FIGURES.items():
            best, rest = table.best(condition, key) if key not in ("wrong", "unknown") else ([], [])
            if rest and len(best) <= MOST_NAMED:
                said = ", ".join(table.say(name, condition, key) for name in best)
                lines.append(f"- {word}, {words}: {said}; {len(rest)} are worse")
    yield "\n".join(lines) or "Nothing can be told apart."
    yield (f"\nTwo programs are told apart if all rounds of one lie below all rounds of the other, with {LEAST_ROUNDS} or more of each. "
           f"If more than {MOST_NAMED} are as good as the best, none is named.")


def ways(table):
    """What each program is seen to do, beside what its source says."""
    yield "\n## What each program does\n"
    rows = []
    for name in sorted({entry["program"] for entry in table.read}, key=table.title):
        source = table.record["sources"].get(name, {})
        cold = [e for e in table.read if e["program"] == name and e["condition"] == "cold"] or [
            e for e in table.read if e["program"] == name]
        aheads = [ahead for entry in cold for ahead in entry["aheads"]]
        limited = [far for far, ended in aheads if ended]
        ahead = f"{statistics.median(limited):.1f} screenfuls" if limited else (
            f"over {max(far for far, _ in aheads):.1f}" if aheads else "–")
        first = eyes.side(order for entry in cold for order in entry["orders"])
        blurred = max(entry["blurred"] or 0 for entry in cold)
        back = [(e["blankThere"], e["blankBack"]) for e in cold if e["scroll"] == "there-and-back" and e["blankBack"] is not None]
        there, again = (statistics.fmean(part) for part in zip(*back)) if back else (0, 0)
        keeps = "–" if there < 0.02 else "yes" if again < 0.25 * there else "partly" if again < 0.75 * there else "no"
        agreement = []
        # If nothing is late, no degraded image is needed.
        if "degraded" in source and (blurred > DEGRADED or max(entry["blank"] for entry in cold) > DEGRADED):
            agreement.append(source["degraded"] == (blurred > DEGRADED))
        if first not in ("–", "mixed") and source.get("first") in ("top", "bottom"):
            agreement.append(first == source["first"])
        if limited and "screenfuls" in source:
            agreement.append(-0.3 <= statistics.median(limited) - source["screenfuls"] <= 1)
        if keeps in ("yes", "no") and "keeps" in source:
            agreement.append((keeps == "yes") == source["keeps"])
        rows.append([table.title(name), ahead, source.get("ahead", "–"), first, source.get("first", "–"),
                     f"yes ({100 * blurred:.0f} %)" if blurred > DEGRADED else "no", keeps,
                     "–" if not agreement or not source.get("where") else "yes" if all(agreement) else "**no**"])
    yield measure.table(["program", "ready ahead at a stop", "by its source", "filled first", "by its source", "degraded images",
                         "kept for the way back", "as its source says"], rows)
    yield ("\nFrom cold recordings. *Ready ahead* is how far below the screen the next movement went before anything was blank (median), "
           "including what was loaded meanwhile. *Filled first* follows from the correlation between the time and the height at which "
           "parts of a screen at rest were filled. *As its source says* compares this with these files, at these commits:\n")
    yield "\n".join(
        f"- {table.title(name)}: {'; '.join(table.record['sources'].get(name, {}).get('where', [])) or 'from memory, not compared'}"
        for name in sorted({entry["program"] for entry in table.read}, key=table.title))


def held(table):
    """What models of these programs leave blank over the same scrolls."""
    found = table.record.get("models", [])
    if not found:
        return
    yield "\n## Models of these programs, over the same scrolls\n"
    rows = []
    for program in sorted({one["program"] for one in found}, key=table.title):
        mine = [one for one in found if one["program"] == program and "refused" not in one["modelled"]]
        pairs = {name: [(one["modelled"][name], one["seen"][name]) for one in mine if one["seen"][name] is not None]
                 for name in models.FIGURES}
        for name, words in (("blank", "blank"), ("notSharp", "not sharp")):
            if pairs[name]:
                near = sum(models.holds(*pair) for pair in pairs[name])
                rows.append([table.title(program), words + ", %", figure([seen for _, seen in pairs[name]]),
                             figure([modelled for modelled, _ in pairs[name]]), f"{near} of {len(pairs[name])}"])
        seen, modelled = (eyes.side(order for one in mine for order in one[which]["orders"]) for which in ("seen", "modelled"))
        if "–" not in (seen, modelled):
            rows.append([table.title(program), "filled first", seen, modelled, "alike" if seen == modelled else "**otherwise**"])
    yield measure.table(["program", "", "seen", "by its model", "near in"], rows)
    yield (f"\nFrom cold recordings. Near means within {100 * models.RELATIVE:.0f} % or {100 * models.ABSOLUTE:.0f} percentage points. "
           "The models are those of `scrollsim list libraries`, which says what each leaves out. Each decodes at the pace at which it "
           "fills a screen at rest as fast as its program does, in photos a second: "
           + ", ".join(sorted({f"{table.title(one['program'])} (`{one['model']}`) {one['pace']:.1f}" for one in found if "pace" in one}))
           + ".")
    if refused := {(one["model"], one["modelled"]["refused"]) for one in found if "refused" in one["modelled"]}:
        yield "\n" + "\n".join(f"- `{model}` did not run: {reason}" for model, reason in sorted(refused))


# What was tried by hand, and why it is not measured.
TRIED = {
    "KPhotoAlbum": "asks questions at its first start, and forgets the photos unless it is told to save them",
    "GTK 4.8's GridView": "loses its place: single clicks of the wheel move it by rows, or by screenfuls, up and down",
    "Phones, macOS, Windows": "not on this machine",
    "WebKitGTK over 12 megapixels": "after some fifty clicks of the wheel it shows no more photos and grows to 9 GB",
}


def doubts(table):
    """What was not measured, and where figures are to be taken with care."""
    yield "\n## Not measured, or to be read with care\n"
    # A program that was missing this time may have been measured before.
    known = {entry["program"] for entry in table.read}
    missing = {name: reason for name, reason in table.record["missing"].items() if name not in known}
    lines = [f"- {name}: {reason}" for name, reason in sorted({**TRIED, **missing}.items())]
    for condition, word in CONDITIONS.items():
        columns = table.scrolls(condition)
        if columns and len(columns) < len(scrolls.SCROLLS):
            lines.append(f"- {word}: no recording of {', '.join(f'`{name}`' for name in scrolls.SCROLLS if name not in columns)}")
        if waiting := [name for name in columns if name not in table.counted[condition]]:
            lines.append(f"- {word}: {', '.join(f'`{name}`' for name in waiting)} in no mean, as not all programs were tried yet")
        lines += [f"- {table.title(name)}, {condition}: no recording of {', '.join(f'`{scroll}`' for scroll in lacking)}"
                  for name, lacking in table.gaps(condition).items()]
    refused = {}
    for entry in table.record["entries"]:
        if "refused" in entry or not entry.get("travelled"):
            refused.setdefault((entry["program"], entry.get("refused", "nothing moved")), []).append(entry)
    lines += [f"- {table.title(name)}, {len(entries)} recordings: {reason}" for (name, reason), entries in sorted(refused.items())]
    checks = {
        f"with more than {100 * MOST_UNKNOWN:.0f} % of the grid unreadable": lambda e: e["unknown"] > MOST_UNKNOWN,
        "began before the first screen was filled": lambda e: not e["ready"] or e["blankAtStart"] > MOST_EARLY,
        f"went over {100 * DISTANCE:.0f} % more or less far than asked": is_astray,
        f"had a click of the wheel over {MOST_LATE} ms late": lambda e: e.get("lateMs", 0) > MOST_LATE,
        "were still blank or changing at the end": lambda e: e["blankAtEnd"] > MOST_EARLY or not e["settled"],
        "cannot tell sharpness": lambda e: e["notSharp"] is None,
        "were read with a warning": lambda e: e["warnings"],
    }
    for name in sorted({entry["program"] for entry in table.read}, key=table.title):
        mine = [entry for entry in table.read if entry["program"] == name]
        found = {words: sum(map(bool, map(check, mine))) for words, check in checks.items()}
        if any(found.values()):
            lines.append(f"- {table.title(name)}, of {len(mine)} recordings: " + "; ".join(
                f"{count} {words}" for words, count in found.items() if count))
    yield "\n".join(lines) or "Nothing."


def movements(name):
    """How a scroll moves, in words."""
    alike = itertools.groupby(one for one in scrolls.SCROLLS[name] if one[0] is not None)
    return f"`{name}` " + ", ".join(f"{len(list(same))} × {far:g} in {seconds:g} s" for (far, seconds), same in alike)


def method(table):
    """How it was made."""
    record = table.record
    library, (width, height) = record["library"], record["size"]
    counts = collections.Counter((entry["program"], entry["condition"], entry["scroll"]) for entry in table.read).values()
    least, most = min(counts, default=0), max(counts, default=0)
    rounds = (f"{most}" if least == most else f"{least} to {most}") + (" rounds" if most > 1 else " round")
    yield "\n## How\n"
    yield (f"{library['photos']} marked photos of {library['megapixels']} megapixels (`scrollsim library mark`, landscapes, "
           f"seed {library['seed']}), on a display of {width}×{height} (Xvfb) without a graphics card, {rounds} in turn. "
           "Cold: a new home directory, and a scroll as soon as the first screen is filled; the photos' files are in the machine's "
           "memory. Warm: started again in a home directory in which a slow pass showed everything. All are scrolled by the wheel, with as many "
           "clicks as cover the same screenfuls in the same time. Figures are medians over rounds, with their range; "
           "blank and not sharp over the frames in which the grid moves or came to rest less than a second ago; a screen without a photo "
           "does not show where the grid is, and counts as moving until a photo appears; to sharp over the photos "
           "that became sharp while they were on screen. Memory is the peak "
           "proportional memory of all processes of a program, sampled every second. Processor time is theirs during the recording, "
           "sampled four times a second, so shorter-lived processes, such as the one that Nautilus starts for each thumbnail, are "
           "counted only in part. The display's server is not counted, and the recorder takes "
           "some of the processor from all alike. A program that moves once per click shows no more frames than there are clicks.\n")
    seen = {entry["scroll"] for entry in table.read}
    if seen:
        yield ("The scrolls, in screenfuls (negative: upward), each movement followed by a rest: "
               + "; ".join(movements(name) for name in scrolls.SCROLLS if name in seen) + ".\n")
    versions = {entry["program"]: (entry.get("version"), entry.get("cells")) for entry in record["entries"]}
    yield measure.table(["program", "version", "photos a screen"], [
        [table.title(name), version, f"{cells:.0f}" if cells else "–"] for name, (version, cells) in sorted(versions.items())])
    loads = [entry["load"] for entry in record["entries"]]
    machines = [*record.get("sessions", []), record["machine"]]
    yield "\n" + "\n\n".join(map(measure.describe, machines)) + (
        f"; load average when a program started {min(loads)} to {max(loads)}" if loads else "")


def strip_lines(table, strips):
    if strips:
        moments = ", ".join(f"{moment:g}" for moment in MOMENTS)
        yield f"\n## The same moments\n\nThe three flings from a cold start, {moments} s after the first click.\n"
        yield measure.table(["program", "recording"], [
            [table.title(name), f"![{table.title(name)}]({path})"] for name, path in strips.items()])


def strips(record, kept, folder):
    """Small pictures of the same moments of each program's kept recording; their paths by program, with those of the run that this one
    goes on from."""
    folder.mkdir(parents=True, exist_ok=True)
    before = sorted(folder.glob("*.png")) if "sessions" in record else []
    made = {path.stem: f"{folder.name}/{path.name}" for path in before if path.stem in record["sources"]}
    for video in sorted(kept.glob("*.mkv")):
        start = json.loads(video.with_suffix(".json").read_text()).get("startsAt")
        if start is None or video.stem not in record["sources"]:
            continue
        inputs = [word for moment in MOMENTS for word in ("-ss", f"{start + moment:.2f}", "-i", str(video))]
        cut = "".join(f"[{k}]trim=end_frame=1,scale=112:-2:flags=area,format=gray,"
                      f"lut=y='floor(val/16)*17',pad=iw+4:ih+4:2:2:black[f{k}];" for k in range(len(MOMENTS)))
        joined = "".join(f"[f{k}]" for k in range(len(MOMENTS))) + f"hstack={len(MOMENTS)},format=gray"
        path = folder / f"{video.stem}.png"
        done = subprocess.run(["ffmpeg", "-v", "error", "-y", *inputs, "-filter_complex", cut + joined, "-frames:v", "1",
                               "-compression_level", "100", "-pred", "mixed", str(path)])
        if done.returncode == 0:
            made[video.stem] = f"{folder.name}/{path.name}"
    return made
