"""Chromium over this project's Examples/WebGrid."""

import browsers

TITLE = "Chromium, our WebGrid"
PACKAGES = ["chromium"]
SOURCE = browsers.WEBGRID_SOURCE


def start(home, library, size):
    return browsers.chromium(home, library.url + browsers.WEBGRID, size)
