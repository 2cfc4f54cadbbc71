"""gThumb's browser."""

TITLE = "gThumb"
PACKAGES = ["gthumb"]
VERSION = ["gthumb", "--version"]
# Visible thumbnails first, then those after and before them; they stay in ~/.cache/thumbnails.
SOURCE = {"ahead": "the folder", "first": "top", "degraded": False, "keeps": True}
SETTINGS = """gsettings set org.gnome.gthumb.browser sidebar-visible false || true
gsettings set org.gnome.gthumb.browser statusbar-visible false || true
gsettings set org.gnome.gthumb.browser viewer-sidebar hidden || true
exec gthumb "$0"
"""


def start(home, library, size):
    return ["sh", "-c", SETTINGS, library.folder]
