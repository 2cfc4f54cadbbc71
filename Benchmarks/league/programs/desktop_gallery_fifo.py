"""This project's desktop gallery, in the order `fifo`; built by Benchmarks/desktop_gallery.py."""

import os

import photos

TITLE = "Our desktop gallery, `fifo`"
OURS = True
PACKAGES = ["libgtk-4-1"]
PROGRAM = os.environ.get("DESKTOP_GALLERY", str(
    photos.ROOT / ".build" / "desktop-gallery-release" / "release" / "desktop-gallery"))
VERSION = ["sh", "-c", f"test -x {PROGRAM} && git -C {photos.ROOT} rev-parse --short HEAD"]
# A screenful behind and ahead; degraded images from the photos' embedded thumbnails; nothing is kept for another start.
SOURCE = {"screenfuls": 1, "ahead": "one screenful", "first": "top", "degraded": True, "keeps": True}


def start(home, library, size):
    return [PROGRAM, library.folder, "--columns", "5", "--size", "{}x{}".format(*size), "--strategy", "screens", "--order", "fifo"]
