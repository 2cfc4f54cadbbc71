"""Likeness of 390×390 thumbnails to a Lanczos resampling of the whole picture in double precision."""

import importlib.util
import io
import math
import pathlib
import statistics
import sys
import tempfile

import measure
import photos

SIDE = 390
LOBES = 3
EXACT = "scrollsim exact"
PILLOW = "Pillow, fill"
IDEAL = "double precision"


def weights(start, length, count):
    """The matrix that resamples `length` of `count` samples, from `start` on, to SIDE samples."""
    import numpy

    scale = length / SIDE
    stretch = max(1.0, scale)
    matrix = numpy.zeros((SIDE, count))
    for output in range(SIDE):
        centre = start + (output + 0.5) * scale
        first = max(0, math.floor(centre - LOBES * stretch))
        last = min(count, math.ceil(centre + LOBES * stretch))
        x = (numpy.arange(first, last) + 0.5 - centre) / stretch
        values = numpy.where(abs(x) < LOBES, numpy.sinc(x) * numpy.sinc(x / LOBES), 0)
        matrix[output, first:last] = values / values.sum()
    return matrix


def reference(path):
    """The square in the middle of the upright picture, from a decode at full size, as doubles."""
    import numpy
    from PIL import Image, ImageOps

    with Image.open(path) as image:
        pixels = numpy.asarray(ImageOps.exif_transpose(image).convert("RGB"))
    height, width, _ = pixels.shape
    side = min(width, height)
    down = weights((height - side) / 2, side, height)
    across = weights((width - side) / 2, side, width)
    channels = [down @ pixels[:, :, channel].astype(float) @ across.T for channel in range(3)]
    return numpy.clip(numpy.stack(channels, axis=2), 0, 255)


def psnr(pixels, ideal):
    import numpy

    error = numpy.mean((numpy.asarray(pixels, dtype=float) - ideal) ** 2)
    return 10 * math.log10(255**2 / max(error, 1e-9))


def pillow(path):
    """Pillow's thumbnail of the same square, upright."""
    from PIL import Image, ImageOps

    import pillow_thumbnails

    with Image.open(path) as image:
        return ImageOps.exif_transpose(pillow_thumbnails.fill(image)).convert("RGB")


def ours(files):
    """{file: thumbnail} by scrollsim, exact, without the losses of JPEG."""
    from PIL import Image

    with tempfile.TemporaryDirectory() as folder:
        measure.cpu_seconds([photos.SCROLLSIM, "library", "thumbnail", "--size", f"{SIDE}x{SIDE}", "--resize-mode", "exact",
                             "--color-mode", "asTagged", "--png", "--output", folder, *files])
        return {file: Image.open(pathlib.Path(folder) / f"{pathlib.Path(file).name}.png").convert("RGB")
                for file in files}


def as_jpeg(image):
    """What is left of a thumbnail when it is kept as a JPEG of quality 85."""
    from PIL import Image

    file = io.BytesIO()
    image.save(file, "JPEG", quality=85)
    return Image.open(file)


def run():
    import numpy
    from PIL import Image

    chosen, what = photos.large()
    files = [photo.path for photo in chosen]
    exact = ours(files)
    rows = {}
    for file in files:
        ideal = reference(file)
        rounded = Image.fromarray(numpy.rint(ideal).astype(numpy.uint8))
        makers = {EXACT: exact[file], PILLOW: pillow(file)}
        rows[pathlib.Path(file).name] = {
            "pixels": {name: psnr(image, ideal) for name, image in makers.items()},
            "jpeg": {name: psnr(as_jpeg(image), ideal) for name, image in {**makers, IDEAL: rounded}.items()},
        }
    return {"machine": measure.machine(), "photos": what, "count": len(files), "rows": rows}


def render(report):
    rows = report["rows"].values()

    def line(name, kind):
        values = [row[kind][name] for row in rows if name in row[kind]]
        return [f"{statistics.mean(values):.2f}", f"{min(values):.2f}"] if values else ["–", "–"]

    yield "# Likeness of exact thumbnails to a resampling in double precision\n"
    yield (f"Peak signal-to-noise ratio in dB, higher is better, of {SIDE}×{SIDE} thumbnails of {report['count']} "
           f"{report['photos']}, against Lanczos with three lobes over the whole picture in double precision; as "
           "pixels, and kept as a JPEG of quality 85, which no thumbnail passes through unharmed.\n")
    yield measure.table(
        ["", "pixels, mean", "worst", "JPEG, mean", "worst"],
        [[name, *line(name, "pixels"), *line(name, "jpeg")] for name in (EXACT, PILLOW, IDEAL)])
    yield ""
    lost = [row["jpeg"][IDEAL] - row["jpeg"][EXACT] for row in rows]
    gained = [row["pixels"][EXACT] - row["pixels"][PILLOW] for row in rows]
    yield measure.verdict(
        f"as JPEG, {EXACT} is within 1 dB of what {IDEAL} keeps; mean dB below", statistics.mean(lost), 1,
        at_most=True)[1] + f"; {max(lost):.2f} at worst"
    yield measure.verdict(
        f"as pixels, {EXACT} is above {PILLOW}; mean dB above", statistics.mean(gained), 0
        )[1] + f"; above in {sum(gain > 0 for gain in gained)} of {len(gained)}"
    yield f"\n{measure.describe(report['machine'])}"


if __name__ == "__main__":
    measure.refuse_other(__doc__, ["--json"])
    if measure.pillow_version() == measure.MISSING or not importlib.util.find_spec("numpy"):
        sys.exit("not measured: likeness needs Python's Pillow and numpy, which are not installed")
    result = run()
    measure.save(result, measure.argument("--json", "results/local/quality.json"))
    print("\n".join(render(result)))
