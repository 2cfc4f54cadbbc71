"""Chromium over a virtual list: a page that has elements for three screenfuls only."""

import browsers

TITLE = "Chromium, virtual list"
PACKAGES = ["chromium"]
# The page has images a screenful ahead and behind, which Chromium loads at once. What it keeps of images that left the page was not
# read.
SOURCE = {"ahead": "one screenful, loaded", "first": "any", "degraded": False, "where": [
    "Benchmarks/league/viewers/grid.html: images for the rows in view and a screenful on each side", *browsers.CHROMIUM_SOURCE[2:]]}


def start(home, library, size):
    return browsers.chromium(home, library.url + "grid.html?mode=virtual", size)
