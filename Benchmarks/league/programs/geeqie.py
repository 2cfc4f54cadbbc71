"""Geeqie's grid of thumbnails."""

TITLE = "Geeqie"
PACKAGES = ["geeqie"]
VERSION = ["geeqie", "--version"]
# Visible thumbnails first, then the whole list; they stay in ~/.cache/thumbnails.
SOURCE = {"ahead": "the folder", "first": "top", "degraded": False, "keeps": True}


def start(home, library, size):
    return ["geeqie", library.folder]
