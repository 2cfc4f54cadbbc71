"""Gwenview, KDE's image viewer, in its browse mode."""

TITLE = "Gwenview"
PACKAGES = ["gwenview", "kio-extras", "breeze-icon-theme"]
MODEL = "gwenview"
# One thumbnail at a time: visible ones first in reading order, then by their distance from the middle, up to twice the window's
# width and height (3.5 screenfuls here). Each scroll drops what waits, and half a second later it is asked for again. An embedded
# preview serves where it is large enough, and then for good; any does with LowResourceUsageMode. Thumbnails stay in ~/.cache.
SOURCE = {"ahead": "3.5 screenfuls", "first": "top", "degraded": True, "keeps": True, "where": [
    "KDE/gwenview@07e298c1 lib/thumbnailview/thumbnailview.cpp: the order, the distance, the half second",
    "KDE/gwenview@07e298c1 lib/thumbnailprovider/thumbnailprovider.cpp: one at a time, first in, first out",
    "KDE/gwenview@07e298c1 lib/thumbnailprovider/thumbnailgenerator.cpp: embedded previews as large as the thumbnail"]}
SETTINGS = """[General]
ThumbnailSize=128

[SideBar]
IsVisible BrowseMode=false

[ThumbnailView]
LowResourceUsageMode=false
"""


def start(home, library, size):
    home.write(".config/gwenviewrc", SETTINGS)
    return ["gwenview", library.folder]
