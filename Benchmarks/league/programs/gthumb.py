"""gThumb's browser."""

TITLE = "gThumb"
PACKAGES = ["gthumb"]
# Visible thumbnails first, then those after and before them; they stay in ~/.cache/thumbnails.
SOURCE = {"ahead": "the folder", "first": "top", "degraded": False, "keeps": True}
SETTINGS = """gsettings set org.gnome.gthumb.browser sidebar-visible false
gsettings set org.gnome.gthumb.browser statusbar-visible false
gsettings set org.gnome.gthumb.browser sort-type file::name
exec gthumb "$0"
"""


def start(home, library, size):
    return ["sh", "-c", SETTINGS, library.folder]
