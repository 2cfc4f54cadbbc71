"""results/league.md: who leaves what blank, what it costs, and what each program is seen to do."""

import pathlib
import statistics
import subprocess

import measure
import scrolls

CONDITIONS = {"cold": "Cold", "warm": "Warm"}
# More of the screen than this unread, or blank before the start, is said beside a figure.
MOST_UNKNOWN, MOST_EARLY, DISTANCE = 0.05, 0.02, 0.1
# Rounds from which on two programs can be told apart: where all of the one lie below all of the other.
LEAST_ROUNDS = 3
FIGURES = {
    # Figure: the words of its column, its unit, and a factor for it.
    "blank": ("blank", "%", 100), "notSharp": ("not sharp", "%", 100), "wrong": ("wrong", "%", 100),
    "readyMs": ("to sharp, median", "ms", 1), "ready95Ms": ("to sharp, 95 %", "ms", 1), "fps": ("frames/s", "", 1),
    "peakBytes": ("memory", "MB", 1e-6), "processorSeconds": ("processor", "s", 1), "unknown": ("unknown", "%", 100),
}
HIGHER = {"fps"}
MOMENTS = [0.0, 0.4, 1.2, 2.4, 3.4, 5.0, 7.0]


class Table:
    """The measurements by program, condition and scroll."""

    def __init__(self, record):
        self.record, self.read = record, [
            entry for entry in record["entries"] if entry["speed"] == 1 and "refused" not in entry and entry["travelled"]]
        self.scrolls = [name for name in scrolls.SCROLLS if any(entry["scroll"] == name for entry in self.read)]

    def values(self, program, condition, figure, scroll=None):
        """A figure, round by round: of a scroll, or the mean over all of them, where all were measured."""
        rounds = {}
        for entry in self.read:
            if (entry["program"], entry["condition"]) == (program, condition) and scroll in (None, entry["scroll"]):
                if entry.get(figure) is not None:
                    rounds.setdefault(entry["round"], {})[entry["scroll"]] = entry[figure]
        wanted = 1 if scroll else len({entry["scroll"] for entry in self.read if entry["condition"] == condition})
        return [statistics.fmean(found.values()) for _, found in sorted(rounds.items()) if len(found) == wanted]

    def programs(self, condition, figure="blank"):
        """Those measured, the least first."""
        names = {entry["program"] for entry in self.read if entry["condition"] == condition}
        sums = {name: self.values(name, condition, figure) for name in names}
        key = {name: statistics.median(found) for name, found in sums.items() if found}
        sign = -1 if figure in HIGHER else 1
        return sorted(key, key=lambda name: (sign * key[name], name))

    def title(self, program):
        return self.record["sources"].get(program, {}).get("title", program)

    def apart(self, one, other, condition, figure):
        """Whether all rounds of one program lie on one side of all rounds of the other."""
        a, b = (self.values(name, condition, figure) for name in (one, other))
        return min(len(a), len(b)) >= LEAST_ROUNDS and (max(a) < min(b) or max(b) < min(a))

    def best(self, condition, figure):
        """The best program, and those that cannot be told from it."""
        ranked = self.programs(condition, figure)
        return ranked[:1] + [name for name in ranked[1:] if not self.apart(ranked[0], name, condition, figure)]


def figure(values, unit="%", factor=100):
    """A median, and the range of the rounds."""
    if not values:
        return "–"
    def word(value):
        value *= factor
        return f"{value:,.0f}" if abs(value) >= 9.95 or unit in ("ms", "MB") else f"{value:.1f}"
    middle, least, most = (word(value) for value in (statistics.median(values), min(values), max(values)))
    return middle if least == most else f"{middle} ({least}–{most})"


def render(record, strips):
    """The page."""
    table = Table(record)
    yield "# Galleries that people use: what they leave blank\n"
    yield from answer(table)
    for condition, word in CONDITIONS.items():
        ranked = table.programs(condition)
        if ranked:
            yield f"\n## {word}: blank while scrolling, in per cent of the grid\n"
            header = ["program", "all scrolls", *table.scrolls]
            yield measure.table(header, [
                [table.title(name), f"**{figure(table.values(name, condition, 'blank'))}**",
                 *(figure(table.values(name, condition, "blank", scroll)) for scroll in table.scrolls)] for name in ranked])
            yield "\nAnd what else is seen, and what it takes:\n"
            yield measure.table(
                ["program", *(f"{words}{', ' + unit if unit else ''}" for words, unit, _ in FIGURES.values())],
                [[table.title(name), *(figure(table.values(name, condition, key), unit, factor)
                                       for key, (_, unit, factor) in FIGURES.items())] for name in ranked])
    yield from strip_lines(table, strips)
    yield from winners(table)
    yield from ways(table)
    yield from doubts(table)
    yield from method(table)


def answer(table):
    for condition in CONDITIONS:
        ranked = table.programs(condition)
        if len(ranked) > 1:
            def say(name):
                return f"{table.title(name)} ({figure(table.values(name, condition, 'blank'))} %)"
            yield (f"**{CONDITIONS[condition]}**, {say(ranked[0])} leaves the least of the grid blank while it scrolls, "
                   f"{say(ranked[-1])} the most; between them " + ", ".join(map(say, ranked[1:-1])) + ".\n")


def winners(table):
    yield "\n## Who is best at what\n"
    lines = []
    for condition, word in CONDITIONS.items():
        for key, (words, unit, factor) in FIGURES.items():
            best = table.best(condition, key) if key not in ("wrong", "unknown") else []
            if best and (rest := [name for name in table.programs(condition, key) if name not in best]):
                names = ", ".join(f"{table.title(name)} ({figure(table.values(name, condition, key), unit, factor)} {unit})".replace(" )", ")")
                                  for name in best)
                lines.append(f"- {word}, {words}: {names}; {len(rest)} others are seen to be worse.")
    yield "\n".join(lines) or "With fewer than three rounds, or ranges that overlap, nothing can be told apart."
    yield "\nTwo programs are told apart where all rounds of one lie below all rounds of the other, and there are three of each."


def ways(table):
    """What each program is seen to do, beside what its source says."""
    yield "\n## What each is seen to do\n"
    rows = []
    for name in sorted({entry["program"] for entry in table.read}, key=table.title):
        source = table.record["sources"].get(name, {})
        cold = [e for e in table.read if e["program"] == name and e["condition"] == "cold"] or [
            e for e in table.read if e["program"] == name]
        aheads = [ahead for entry in cold for ahead in entry["aheads"]]
        limited = [far for far, ended in aheads if ended]
        ahead = f"{statistics.median(limited):.1f} screenfuls" if limited else (
            f"over {max(far for far, _ in aheads):.1f}" if aheads else "–")
        orders = [order for entry in cold for order in entry["orders"] if order is not None]
        middle = statistics.median(orders) if orders else None
        first = "–" if middle is None else "top" if middle > 0.4 else "bottom" if middle < -0.4 else "mixed"
        blurred = max(entry["blurred"] or 0 for entry in cold)
        back = [(e["blankThere"], e["blankBack"]) for e in cold if e["scroll"] == "there-and-back" and e["blankBack"] is not None]
        there, again = (statistics.fmean(part) for part in zip(*back)) if back else (0, 0)
        keeps = "–" if there < 0.02 else "yes" if again < 0.25 * there else "partly" if again < 0.75 * there else "no"
        agreement = []
        if "degraded" in source:
            agreement.append(source["degraded"] == (blurred > 0.005))
        if first not in ("–", "mixed") and source.get("first") in ("top", "bottom"):
            agreement.append(first == source["first"])
        if keeps in ("yes", "no") and "keeps" in source:
            agreement.append((keeps == "yes") == source["keeps"])
        rows.append([table.title(name), ahead, source.get("ahead", "–"), first, source.get("first", "–"),
                     f"yes ({100 * blurred:.0f} %)" if blurred > 0.005 else "no", keeps,
                     "–" if not agreement else "yes" if all(agreement) else "**no**"])
    yield measure.table(["program", "ready ahead at a stop", "by its source", "filled first", "by its source", "degraded images",
                         "kept for the way back", "as its source says"], rows)
    yield ("\nSeen in cold recordings. *Ready ahead* is how far below the screen the next movement went before anything was blank, in the "
           "median; what was loaded meanwhile is in it. *Filled first* is by the correlation of the time and the height at which parts "
           "of a screen at rest were filled.")


def doubts(table):
    """What was not measured, and where figures are to be taken with care."""
    yield "\n## Not measured, or with care\n"
    lines = [f"- {name}: {reason}" for name, reason in sorted(table.record["missing"].items())]
    refused = {}
    for entry in table.record["entries"]:
        if "refused" in entry or not entry.get("travelled"):
            refused.setdefault((entry["program"], entry.get("refused", "nothing moved")), []).append(entry)
    lines += [f"- {table.title(name)}, {len(entries)} recordings: {reason}" for (name, reason), entries in sorted(refused.items())]
    checks = {
        f"more than {100 * MOST_UNKNOWN:.0f} % of the grid could not be read": lambda e: e["unknown"] > MOST_UNKNOWN,
        "began before the first screen was filled": lambda e: not e["ready"] or e["blankAtStart"] > MOST_EARLY,
        f"went over {100 * DISTANCE:.0f} % more or less far than asked": lambda e: abs(e["travelled"] / e["asked"] - 1) > DISTANCE,
        "were still blank or changing at the end": lambda e: e["blankAtEnd"] > MOST_EARLY or not e["settled"],
        "cannot tell sharpness": lambda e: e["notSharp"] is None,
        "read with a warning": lambda e: e["warnings"],
    }
    for name in sorted({entry["program"] for entry in table.read}, key=table.title):
        mine = [entry for entry in table.read if entry["program"] == name]
        found = {words: sum(map(bool, map(check, mine))) for words, check in checks.items()}
        if any(found.values()):
            lines.append(f"- {table.title(name)}, of {len(mine)} recordings: " + "; ".join(
                f"{count} {words}" for words, count in found.items() if count))
    yield "\n".join(lines) or "Nothing."


def method(table):
    """How it was made."""
    record = table.record
    library, (width, height) = record["library"], record["size"]
    rounds = max((entry["round"] for entry in record["entries"]), default=0)
    yield "\n## How\n"
    yield (f"{library['photos']} marked photos of {library['megapixels']} megapixels (`scrollsim library mark`, landscapes, seed {library['seed']}), "
           f"on a display of {width}×{height} (Xvfb) without a graphics card, {rounds} rounds in turn. Cold: a new home, and a scroll as "
           "soon as the first screen is filled. Warm: started again in a home in which a slow pass showed everything. All turn the wheel: "
           "each click so far that the same screenfuls are scrolled in the same time. Figures are medians over rounds, with their range; "
           "blank and not sharp over the frames in which the grid moves or came to rest less than a second ago. Memory is the peak "
           "proportional memory of all processes of a program, processor time theirs during the recording; the recorder takes "
           "some of the processor from all alike. A program that moves once for each click shows no more frames than there are clicks.\n")
    versions = {entry["program"]: (entry.get("version"), entry.get("cells")) for entry in record["entries"]}
    yield measure.table(["program", "version", "photos a screen"], [
        [table.title(name), version, f"{cells:.0f}" if cells else "–"] for name, (version, cells) in sorted(versions.items())])
    loads = [entry["load"] for entry in record["entries"]]
    yield (f"\n{measure.describe(record['machine'])}; load average when a program started "
           f"{min(loads)} to {max(loads)}" if loads else "")


def strip_lines(table, strips):
    if strips:
        yield f"\n## The same moments\n\nThe three flings from a cold start, {', '.join(f'{moment:g}' for moment in MOMENTS)} s after the first click.\n"
        yield measure.table(["program", "recording"], [[table.title(name), f"![{table.title(name)}]({path})"] for name, path in strips.items()])


def strips(record, kept, folder):
    """Small pictures of the same moments of each program's kept recording; their paths by program."""
    import json
    folder.mkdir(parents=True, exist_ok=True)
    made = {}
    for video in sorted(kept.glob("*.mkv")):
        start = json.loads(video.with_suffix(".json").read_text()).get("startsAt")
        if start is None or video.stem not in record["sources"]:
            continue
        inputs = [word for moment in MOMENTS for word in ("-ss", f"{start + moment:.2f}", "-i", str(video))]
        cut = "".join(f"[{k}]trim=end_frame=1,scale=112:-2:flags=area,format=gray,pad=iw+4:ih:2:0:white[f{k}];" for k in range(len(MOMENTS)))
        joined = "".join(f"[f{k}]" for k in range(len(MOMENTS))) + f"hstack={len(MOMENTS)},lutyuv=y='floor(val/32)*36',format=gray"
        path = folder / f"{video.stem}.png"
        done = subprocess.run(["ffmpeg", "-v", "error", "-y", *inputs, "-filter_complex", cut + joined, "-frames:v", "1",
                               "-compression_level", "100", "-pred", "mixed", str(path)])
        if done.returncode == 0:
            made[video.stem] = f"{folder.name}/{path.name}"
    return made
