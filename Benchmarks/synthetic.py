"""Whether the photos that scrollsim makes cost what camera photos cost: bits a pixel, decode time a megapixel."""

import statistics

import measure
import photos

NONE = "none"
FAST = "fast"
TOLERANCE = 0.2
CLASSES = [("2 to 5 MP", 1.9, 5), ("5 to 9 MP", 5, 9), ("9 MP and more", 9, 1e9)]


def decode(mode, files):
    """A command that decodes files and writes nothing."""
    return [photos.SCROLLSIM, "thumbnail", "--size", "386x386", "--resize-mode", mode, *files]


def run(rounds):
    machine = measure.machine()
    camera = photos.corpus()
    if camera is None:
        return {"machine": machine, "libraries": {}}
    libraries = {
        "camera": [photo for photo in camera if photo.megapixels >= 1.9 and "camera" in photo.notes],
        "synthetic": photos.synthetic("2-16"),
    }
    commands = {"start": ([photos.SCROLLSIM, "--version"], {})}
    groups = {}
    for name, found in libraries.items():
        for label, least, most in [("all", 0, 1e9), *CLASSES]:
            group = [photo for photo in found if least <= photo.megapixels < most]
            if not group:
                continue
            groups[name, label] = group
            for mode in (FAST, NONE):
                commands[name, label, mode] = (decode(mode, [photo.path for photo in group]), {})
    seconds = measure.in_turn(commands, rounds)
    start = statistics.median(seconds["start"])
    report = {"machine": machine, "rounds": rounds, "startSeconds": start, "libraries": {}}
    for (name, label), group in groups.items():
        pixels = sum(photo.megapixels for photo in group)
        report["libraries"].setdefault(label, {})[name] = {
            "count": len(group), "megapixels": round(pixels, 1),
            "bitsPerPixel": sum(photo.byte_count * 8 for photo in group) / pixels / 1e6,
            "meanBitsPerPixel": statistics.mean(photo.byte_count * 8 / photo.megapixels / 1e6 for photo in group),
            **{f"{mode}MsPerMegapixel": [1000 * (taken - start) / pixels for taken in seconds[name, label, mode]]
               for mode in (FAST, NONE)},
        }
    return report


def figures(library):
    return (library["bitsPerPixel"], *(statistics.median(library[f"{mode}MsPerMegapixel"]) for mode in (FAST, NONE)))


def render(report):
    yield "# Synthetic photos beside those of cameras\n"
    if not report["libraries"]:
        yield "not measured: SCROLLSIM_SHARED is not set, so there are no photos of cameras to compare with"
        return
    yield (f"Bits of a file over its pixels, and processor time to decode a megapixel of it, for a cell of 386×386 "
           f"(`fast`) and at full size (`none`), one thread, medians of {report['rounds']} rounds (lowest–highest), "
           "without the time to start. Sums over all photos of a row.\n")
    lines = []
    for label, libraries in report["libraries"].items():
        for name, library in libraries.items():
            times = [measure.spread(library[f"{mode}MsPerMegapixel"]) for mode in (FAST, NONE)]
            lines.append([f"{name}, {label}", library["count"], library["megapixels"],
                          f"{library['bitsPerPixel']:.3f}", f"{library['meanBitsPerPixel']:.3f}",
                          *(f"{time['median']:.2f} ({time['min']:.2f}–{time['max']:.2f})" for time in times)])
    yield measure.table(
        ["photos", "files", "MP", "bits/pixel", "mean of files", "fast, ms/MP", "none, ms/MP"], lines)
    yield ""
    overall = report["libraries"]["all"]
    names = ["bits a pixel", "fast, ms a megapixel", "none, ms a megapixel"]
    for name, real, made in zip(names, figures(overall["camera"]), figures(overall["synthetic"])):
        off = abs(made / real - 1) * 100
        yield measure.verdict(
            f"{name}: synthetic {made:.3f} against {real:.3f}, within {TOLERANCE:.0%}; per cent off", off,
            TOLERANCE * 100, at_most=True)[1]
    yield f"\n{measure.describe(report['machine'])}"


if __name__ == "__main__":
    result = run(rounds=int(measure.argument("--rounds", "7")))
    measure.save(result, measure.argument("--json", "results/local/synthetic.json"))
    print("\n".join(render(result)))
