"""Firefox over a page of `<img loading="lazy">`."""

import browsers

TITLE = "Firefox, `loading=lazy`"
PACKAGES = ["firefox-esr"]
# Images load as far ahead as dom.lazy-loading.margin says, and are decoded when they are painted.
SOURCE = {"ahead": "by its margin", "first": "any", "degraded": False, "keeps": True}


def start(home, library, size):
    return browsers.firefox(home, library.url + "grid.html?mode=lazy", size)
