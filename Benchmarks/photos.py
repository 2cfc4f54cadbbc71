"""Which photos are measured: those of the shared corpus, or of a synthetic library where there is none."""

import csv
import os
import pathlib
import struct
import subprocess
from dataclasses import dataclass

ROOT = pathlib.Path(__file__).resolve().parent.parent
SCROLLSIM = ROOT / ".build" / "release" / "scrollsim"


@dataclass(frozen=True)
class Photo:
    """A JPEG file; width and height are of the picture as it is stored."""

    path: str
    width: int
    height: int
    notes: str = ""

    @property
    def megapixels(self):
        return self.width * self.height / 1e6

    @property
    def byte_count(self):
        return os.path.getsize(self.path)


def corpus():
    """Photos of the corpus whose folder SCROLLSIM_SHARED names, but for blank ones; None where it is not set."""
    shared = os.environ.get("SCROLLSIM_SHARED")
    if not shared:
        return None
    folder = pathlib.Path(shared) / "corpus"
    with open(folder / "MANIFEST.tsv", newline="", encoding="utf-8") as manifest:
        rows = list(csv.DictReader(manifest, delimiter="\t", quoting=csv.QUOTE_NONE))
    return [
        Photo(str(folder / row["file"]), int(row["width"]), int(row["height"]), row["notes"])
        for row in rows
        if row["file"].startswith("photos/") and row["width"] and "blank" not in row["notes"]
    ]


def synthetic(megapixels, distinct=48):
    """JPEGs that scrollsim makes, of so many megapixels ("2-12"); made once, kept in .build."""
    folder = ROOT / ".build" / "bench" / f"synthetic-{megapixels}-{distinct}"
    subprocess.run(
        [SCROLLSIM, "library", "generate", "--output", folder, "--photos", str(distinct), "--distinct",
         str(distinct), "--megapixels", megapixels, "--png", "0"],
        check=True, stdout=subprocess.DEVNULL)
    return [Photo(str(path), *jpeg_size(path)) for path in sorted(folder.glob("*.jpg"))]


def large():
    """Photos of 8 megapixels and more, and the words that say which they are."""
    photos = corpus()
    if photos is None:
        return (synthetic("8-24"), "photos of 8 to 24 megapixels that scrollsim makes (SCROLLSIM_SHARED is not set)")
    # Cameras of "8 megapixels" make pictures of 3264×2448.
    photos = [photo for photo in photos if photo.megapixels >= 7.99]
    return photos, "photos of the corpus of 8 megapixels and more"


def jpeg_size(path):
    """Width and height as a JPEG's frame header states them."""
    with open(path, "rb") as file:
        file.seek(2)
        while True:
            marker, length = struct.unpack(">xBH", file.read(4))
            if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
                height, width = struct.unpack(">xHH", file.read(5))
                return width, height
            file.seek(length - 2, os.SEEK_CUR)
