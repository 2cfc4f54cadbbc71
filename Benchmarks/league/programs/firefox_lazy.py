"""Firefox over a page of `<img loading="lazy">`."""

import browsers

TITLE = "Firefox, `loading=lazy`"
PACKAGES = ["firefox-esr"]
# Images load 600 px ahead, and are decoded by as many threads as there are cores less one (two of two), the newest first; when they are
# decoded was not read. Decoded images stay a while.
SOURCE = {"ahead": "600 px, loaded", "first": "any", "degraded": False, "keeps": True, "where": browsers.FIREFOX_SOURCE}


def start(home, library, size):
    return browsers.firefox(home, library.url + "grid.html?mode=lazy", size)
