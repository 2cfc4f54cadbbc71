"""WebKitGTK over a page of `<img loading="lazy">`, in a window with a web view and nothing else."""

import pathlib

TITLE = "WebKitGTK, `loading=lazy`"
PACKAGES = ["gir1.2-webkit2-4.1", "python3-gi"]
# Over photos of 12 megapixels it soon shows none, and grows to 9 GB (report.TRIED), twice a session.
MOST_MEGAPIXELS = 2
# Images load a viewport ahead; that the page's images are decoded off the main thread and kept is from memory.
SOURCE = {"ahead": "one screenful, loaded", "first": "any", "where": [
    "WebKit/WebKit@0b0966a1 Source/WebCore/html/LazyLoadImageObserver.cpp: a root margin of 100 %"]}


def start(home, library, size):
    viewer = pathlib.Path(__file__).parent.parent / "viewers" / "webkit.py"
    return ["/usr/bin/python3", viewer, library.url + "grid.html?mode=lazy", *map(str, size)]
