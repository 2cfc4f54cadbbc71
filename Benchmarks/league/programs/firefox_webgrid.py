"""Firefox over this project's Examples/WebGrid."""

import browsers

TITLE = "Firefox, our WebGrid"
PACKAGES = ["firefox-esr"]
SOURCE = browsers.WEBGRID_SOURCE


def start(home, library, size):
    return browsers.firefox(home, library.url + browsers.WEBGRID, size)
