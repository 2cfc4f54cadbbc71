"""Gwenview, KDE's image viewer, in its browse mode."""

TITLE = "Gwenview"
PACKAGES = ["gwenview", "kio-extras", "breeze-icon-theme"]
# Visible thumbnails first in reading order, then by their distance; shows embedded previews at first; thumbnails stay.
SOURCE = {"ahead": "the folder", "first": "top", "degraded": True, "keeps": True}
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
