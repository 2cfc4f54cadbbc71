"""Firefox over a virtual list: a page that has elements for three screenfuls only."""

import browsers

TITLE = "Firefox, virtual list"
PACKAGES = ["firefox-esr"]
# The page has images a screenful ahead and behind, which Firefox loads at once. What it keeps of images that left the page was not
# read.
SOURCE = {"ahead": "one screenful, loaded", "first": "any", "degraded": False, "where": [
    "Benchmarks/league/viewers/grid.html: images for the rows in view and a screenful on each side", *browsers.FIREFOX_SOURCE[1:]]}


def start(home, library, size):
    return browsers.firefox(home, library.url + "grid.html?mode=virtual", size)
