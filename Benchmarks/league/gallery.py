"""This project's desktop gallery, as Benchmarks/desktop_gallery.py builds it; another build is named by DESKTOP_GALLERY."""

import os

import photos

PACKAGES = ["libgtk-4-1"]
PROGRAM = os.environ.get("DESKTOP_GALLERY", str(photos.ROOT / ".build" / "desktop-gallery" / "release" / "desktop-gallery"))
VERSION = ["sh", "-c", 'test -x "$0" && { git -C "$1" rev-parse --short HEAD || echo unknown; }', PROGRAM, photos.ROOT]
# A screenful behind and two ahead; degraded images from the photos' embedded thumbnails; nothing is kept for another start.
SOURCE = {"screenfuls": 2, "ahead": "two screenfuls", "first": "top", "degraded": True, "keeps": True,
          "where": ["Sources/GalleryKit/Engine/Windowing/Strategies/ScreensStrategy.swift: two screenfuls ahead, one behind"]}


def start(order, library, size):
    options = {"--columns": "5", "--size": "{}x{}".format(*size), "--strategy": "screens", "--order": order}
    return [PROGRAM, library.folder, *(word for option in options.items() for word in option)]
