"""This project's desktop gallery, as Benchmarks/desktop_gallery.py builds it; another build is named by DESKTOP_GALLERY."""

import os

import photos

PACKAGES = ["libgtk-4-1"]
PROGRAM = os.environ.get("DESKTOP_GALLERY", str(photos.ROOT / ".build" / "desktop-gallery" / "release" / "desktop-gallery"))
# The last commit that changed what it is made of: with any other, what was measured before would be measured again.
VERSION = ["sh", "-c", 'test -x "$0" && { git -C "$1" log -1 --format=%h -- Sources/GalleryKit Sources/Support Sources/CImageIO '
           'Examples/DesktopGallery | grep . || echo unknown; }', PROGRAM, photos.ROOT]
# A screenful behind and two ahead; degraded images from the photos' embedded thumbnails; nothing is kept beyond them.
SOURCE = {"screenfuls": 2, "ahead": "two screenfuls", "first": "top", "degraded": True, "keeps": False,
          "where": ["Sources/GalleryKit/Engine/Windowing/Strategies/ScreensStrategy.swift: two screenfuls ahead, one behind"]}


def start(order, library, size):
    options = {"--columns": "5", "--size": "{}x{}".format(*size), "--strategy": "screens", "--order": order}
    return [PROGRAM, library.folder, *(word for option in options.items() for word in option)]
