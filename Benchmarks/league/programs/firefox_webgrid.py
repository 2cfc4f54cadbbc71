"""Firefox over this project's Examples/WebGrid."""

import browsers

TITLE = "Firefox, our WebGrid"
OURS = True
PACKAGES = ["firefox-esr"]
# Screenfuls ahead along the fling, as far as 64 MB go; what is needed first is loaded first.
SOURCE = {"ahead": "screenfuls", "first": "any", "degraded": False, "keeps": True}


def start(home, library, size):
    return browsers.firefox(home, library.url + "webgrid/?mode=webgrid&columns=5&spacing=2&photos=/photos/", size)
