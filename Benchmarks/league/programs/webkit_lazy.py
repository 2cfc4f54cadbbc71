"""WebKitGTK over a page of `<img loading="lazy">`, in a window with a web view and nothing else."""

import pathlib

TITLE = "WebKitGTK, `loading=lazy`"
PACKAGES = ["gir1.2-webkit2-4.1", "python3-gi"]
# Images load a viewport ahead (LazyLoadImageObserver), and are decoded off the main thread when they are painted.
SOURCE = {"ahead": "one screenful", "first": "any", "degraded": False, "keeps": True}


def start(home, library, size):
    viewer = pathlib.Path(__file__).parent.parent / "viewers" / "webkit.py"
    return ["/usr/bin/python3", viewer, library.url + "grid.html?mode=lazy", *map(str, size)]
