"""Chromium over lazy images in sections with `content-visibility: auto`."""

import browsers

TITLE = "Chromium, `content-visibility`"
PACKAGES = ["chromium"]
# Sections are laid out within one and a half viewports of what is shown, and lazy images load in them alone: within the nearer of
# that and 1,250 px.
SOURCE = {"ahead": "1.5 screenfuls, loaded", "first": "any", "degraded": False, "keeps": True, "where": [
    "chromium/chromium@047c7dc4 third_party/blink/renderer/core/display_lock/display_lock_document_state.h: a margin of 150 %",
    "chromium/chromium@02f1e485 third_party/blink/renderer/core/display_lock/display_lock_document_state.cc: of the viewport",
    *browsers.CHROMIUM_SOURCE]}


def start(home, library, size):
    return browsers.chromium(home, library.url + "grid.html?mode=visibility", size)
