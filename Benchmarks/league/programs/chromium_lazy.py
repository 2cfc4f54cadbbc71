"""Chromium over a page of `<img loading="lazy">`."""

import browsers

TITLE = "Chromium, `loading=lazy`"
PACKAGES = ["chromium"]
MODEL = "chromium-lazy"
# Images load 1,250 px ahead on a network that counts as 4G, and 3,000 px where that is unknown. They are decoded one at a time, in the
# order of their tiles: those on screen, those around it, and last those farther away, as far as images are loaded.
SOURCE = {"ahead": "1,250 px, loaded", "first": "any", "degraded": False, "keeps": True, "where": browsers.CHROMIUM_SOURCE}


def start(home, library, size):
    return browsers.chromium(home, library.url + "grid.html?mode=lazy", size)
