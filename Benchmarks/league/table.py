"""The measurements as a table, with what can be told apart in it."""

import statistics

import scrolls

CONDITIONS = {"cold": "Cold", "warm": "Warm"}
# If more of the screen than this is unread, or blank before the start, a note beside the figure says so.
MOST_UNKNOWN, MOST_EARLY, DISTANCE = 0.05, 0.02, 0.1
# The fewest rounds by which two programs can be told apart: if all of the one lie below all of the other.
LEAST_ROUNDS, MOST_NAMED = 3, 4
FIGURES = {
    # Figure: the words of its column, its unit, and a factor for it.
    "blank": ("blank", "%", 100), "notSharp": ("not sharp", "%", 100), "wrong": ("wrong", "%", 100),
    "readyMs": ("to sharp, median", "ms", 1), "ready95Ms": ("to sharp, 95 %", "ms", 1), "fps": ("frames/s", "", 1),
    "peakBytes": ("memory", "MB", 1e-6), "processorSeconds": ("processor", "s", 1), "unknown": ("unknown", "%", 100),
}
HIGHER = {"fps"}


class Table:
    """The measurements by program, condition and scroll."""

    def __init__(self, record):
        self.record, self.read = record, [
            entry for entry in record["entries"] if entry["speed"] == 1 and "refused" not in entry and entry["travelled"]]
        self.counted = {condition: self._counted(condition) for condition in CONDITIONS}

    def scrolls(self, condition):
        """The scrolls of which there are recordings."""
        found = {entry["scroll"] for entry in self.read if entry["condition"] == condition}
        return [name for name in scrolls.SCROLLS if name in found]

    def _counted(self, condition):
        """The scrolls that means are over: those that were tried with all programs, as far as these are there. Others wait for the rest
        of their recordings."""
        tried = {}
        for entry in self.record["entries"]:
            if (entry["condition"], entry["speed"]) == (condition, 1):
                tried.setdefault(entry["scroll"], set()).add(entry["program"])
        wanted = set().union(*tried.values()) - self.record.get("missing", {}).keys()
        return [name for name in self.scrolls(condition) if tried[name] >= wanted] or self.scrolls(condition)

    def values(self, program, condition, figure, scroll=None):
        """A figure, round by round: of a scroll, or the mean over all that count, where all these were measured."""
        rounds, wanted = {}, [scroll] if scroll else self.counted[condition]
        for entry in self.read:
            if (entry["program"], entry["condition"]) == (program, condition) and entry["scroll"] in wanted:
                if entry.get(figure) is not None:
                    rounds.setdefault(entry["round"], {})[entry["scroll"]] = entry[figure]
        return [statistics.fmean(found.values()) for _, found in sorted(rounds.items()) if len(found) == len(wanted)]

    def programs(self, condition, figure="blank"):
        """Those measured, the least first."""
        names = {entry["program"] for entry in self.read if entry["condition"] == condition}
        sums = {name: self.values(name, condition, figure) for name in names}
        key = {name: statistics.median(found) for name, found in sums.items() if found}
        sign = -1 if figure in HIGHER else 1
        return sorted(key, key=lambda name: (sign * key[name], name))

    def gaps(self, condition):
        """Programs that lack recordings of scrolls of which others have some, and these scrolls."""
        seen = {}
        for entry in self.read:
            if entry["condition"] == condition:
                seen.setdefault(entry["program"], set()).add(entry["scroll"])
        return {name: [scroll for scroll in self.scrolls(condition) if scroll not in found]
                for name, found in sorted(seen.items()) if len(found) < len(self.scrolls(condition))}

    def title(self, program):
        return self.record["sources"].get(program, {}).get("title", program)

    def is_doubtful(self, program, condition):
        """Whether much of its recordings of a scroll could not be read, or they went otherwise than asked, or began otherwise."""
        found = {}
        for entry in self.read:
            if (entry["program"], entry["condition"]) == (program, condition):
                found.setdefault(entry["scroll"], []).append(entry)
        return any(statistics.median(entry["unknown"] for entry in mine) > MOST_UNKNOWN
                   or statistics.median(map(is_astray, mine)) > 0.5
                   or statistics.median(not entry["ready"] for entry in mine) > 0.5 for mine in found.values())

    def mark(self, program):
        """Its title, with an asterisk where its figures are doubtful."""
        conditions = {entry["condition"] for entry in self.read if entry["program"] == program}
        return self.title(program) + (" \\*" if any(self.is_doubtful(program, condition) for condition in conditions) else "")

    def say(self, program, condition, key):
        _, unit, factor = FIGURES[key]
        return f"{self.title(program)} ({figure(self.values(program, condition, key), unit, factor)} {unit}".rstrip() + ")"

    def apart(self, one, other, condition, figure):
        """Whether all rounds of one program lie on one side of all rounds of the other."""
        a, b = (self.values(name, condition, figure) for name in (one, other))
        return min(len(a), len(b)) >= LEAST_ROUNDS and (max(a) < min(b) or max(b) < min(a))

    def best(self, condition, figure):
        """The best program with those that cannot be told from it, and the others."""
        ranked = [name for name in self.programs(condition, figure) if not self.is_doubtful(name, condition)]
        best = ranked[:1] + [name for name in ranked[1:] if not self.apart(ranked[0], name, condition, figure)]
        return best, [name for name in ranked if name not in best]


def is_astray(entry):
    """Whether a recording went elsewhere than asked: at any stop at which a photo told where it was. What turns while its screen is blank
    is not seen to go so far; it is there again at the next stop."""
    if "stops" not in entry:
        return abs(entry["travelled"] / entry["asked"] - 1) > DISTANCE
    farthest = max(wanted for wanted, _ in entry["stops"])
    return any(found is not None and abs(found - wanted) > DISTANCE * farthest for wanted, found in entry["stops"])


def figure(values, unit="%", factor=100):
    """A median, and the range of the rounds."""
    if not values:
        return "–"
    def word(value):
        value *= factor
        return f"{value:,.0f}" if abs(value) >= 9.95 or unit in ("ms", "MB") else f"{value:.1f}"
    middle, least, most = (word(value) for value in (statistics.median(values), min(values), max(values)))
    return middle if least == most else f"{middle} ({least}–{most})"
