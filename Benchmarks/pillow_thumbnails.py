"""Thumbnails of 390×390 by Pillow: pillow_thumbnails.py fit|fill FOLDER FILE…"""

import os
import sys

from PIL import Image

SIDE = 390
GAP = 2


def fit(image):
    """Inside the square, whole: Pillow's own thumbnail, with draft decoding as it chooses it."""
    image.thumbnail((SIDE, SIDE), Image.Resampling.LANCZOS, reducing_gap=GAP)
    return image


def fill(image):
    """The square in the middle, with draft decoding as thumbnail() would choose it for this scale."""
    scale = GAP * SIDE / min(image.size)
    image.draft(None, (int(image.width * scale), int(image.height * scale)))
    side = min(image.size)
    left = (image.width - side) / 2
    top = (image.height - side) / 2
    return image.resize(
        (SIDE, SIDE), Image.Resampling.LANCZOS, box=(left, top, left + side, top + side), reducing_gap=GAP)


def main():
    form = {"fit": fit, "fill": fill}[sys.argv[1]]
    folder = sys.argv[2]
    for path in sys.argv[3:]:
        with Image.open(path) as image:
            form(image).save(os.path.join(folder, os.path.basename(path) + ".jpg"), quality=85)


if __name__ == "__main__":
    main()
