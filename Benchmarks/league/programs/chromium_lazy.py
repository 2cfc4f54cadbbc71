"""Chromium over a page of `<img loading="lazy">`."""

import browsers

TITLE = "Chromium, `loading=lazy`"
PACKAGES = ["chromium"]
# Images load 1,250 px ahead on a fast network (lazy_load_image_observer.cc), are decoded when they are painted, whole, and the
# decoded ones stay while a budget allows.
SOURCE = {"ahead": "1,250 px, encoded", "first": "any", "degraded": False, "keeps": True}


def start(home, library, size):
    return browsers.chromium(home, library.url + "grid.html?mode=lazy", size)
