"""Firefox over a virtual list: a page that has elements for three screenfuls only."""

import browsers

TITLE = "Firefox, virtual list"
PACKAGES = ["firefox-esr"]
# The page keeps images a screenful ahead and behind; Firefox loads them in that order.
SOURCE = {"ahead": "one screenful, encoded", "first": "any", "degraded": False, "keeps": True}


def start(home, library, size):
    return browsers.firefox(home, library.url + "grid.html?mode=virtual", size)
