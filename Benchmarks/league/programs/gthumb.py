"""gThumb's browser."""

TITLE = "gThumb"
PACKAGES = ["gthumb"]
# Visible thumbnails first, from the top, then those after and then those before them, by as many threads as there are cores less
# two, one at least; the nearest 500 either way in memory, the rest in ~/.cache/thumbnails.
SOURCE = {"ahead": "the folder", "first": "top", "degraded": False, "keeps": True, "where": [
    "GNOME/gthumb@3132c5f2 gthumb/gth-file-list.c: visible, downward, upward; begun anew by each scroll"]}
SETTINGS = """gsettings set org.gnome.gthumb.browser sidebar-visible false
gsettings set org.gnome.gthumb.browser statusbar-visible false
gsettings set org.gnome.gthumb.browser sort-type file::name
exec gthumb "$0"
"""


def start(home, library, size):
    return ["sh", "-c", SETTINGS, library.folder]
