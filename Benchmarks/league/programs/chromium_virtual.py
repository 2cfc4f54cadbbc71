"""Chromium over a virtual list: a page that has elements for three screenfuls only."""

import browsers

TITLE = "Chromium, virtual list"
PACKAGES = ["chromium"]
# The page keeps images a screenful ahead and behind; Chromium loads them in that order.
SOURCE = {"ahead": "one screenful, encoded", "first": "any", "degraded": False, "keeps": True}


def start(home, library, size):
    return browsers.chromium(home, library.url + "grid.html?mode=virtual", size)
