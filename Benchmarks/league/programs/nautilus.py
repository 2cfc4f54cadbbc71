"""Nautilus, GNOME's file manager."""

TITLE = "Nautilus"
PACKAGES = ["nautilus", "gvfs", "dconf-gsettings-backend", "adwaita-icon-theme", "libgdk-pixbuf2.0-bin"]
PATIENCE = 60
REMEMBERS = [".local/share/gvfs-metadata"]
# Thumbnails of visible files go to the queue's head on idle, then all others (nautilus-thumbnails.c); they stay in ~/.cache/thumbnails.
SOURCE = {"ahead": "the folder", "first": "top", "degraded": False, "keeps": True}
SETTINGS = """gsettings set org.gnome.nautilus.window-state maximized true
gsettings set org.gnome.nautilus.icon-view default-zoom-level medium
gsettings set org.gnome.nautilus.preferences show-image-thumbnails always
exec nautilus "$0"
"""


def start(home, library, size):
    return ["sh", "-c", SETTINGS, library.folder]
