"""Chromium over lazy images in sections with `content-visibility: auto`."""

import browsers

TITLE = "Chromium, `content-visibility`"
PACKAGES = ["chromium"]
# Sections are laid out within half a viewport of what is shown (DisplayLockContext), and lazy images load from there on.
SOURCE = {"ahead": "half a screenful, encoded", "first": "any", "degraded": False, "keeps": True}


def start(home, library, size):
    return browsers.chromium(home, library.url + "grid.html?mode=visibility", size)
