"""Nautilus, GNOME's file manager."""

TITLE = "Nautilus"
PACKAGES = ["nautilus", "gvfs", "dconf-gsettings-backend", "adwaita-icon-theme", "libgdk-pixbuf2.0-bin"]
PATIENCE = 60
REMEMBERS = [".local/share/gvfs-metadata"]
MODEL = "nautilus"
# One thread. A thumbnail is asked for when its cell is bound, which GTK does for 30 rows of 20 cells around the viewport, however
# many a row holds; those on screen go to the queue's head on idle, the top first. Thumbnails stay in ~/.cache/thumbnails.
SOURCE = {"ahead": "600 cells", "first": "top", "degraded": False, "keeps": True, "where": [
    "GNOME/nautilus@506477f4 src/nautilus-thumbnails.c: one thread, a queue whose head is for what is on screen",
    "GNOME/nautilus@506477f4 src/nautilus-list-base.c: on screen first, the top before the rest, on idle after a scroll",
    "GNOME/nautilus@506477f4 src/nautilus-file.c, nautilus-grid-view.c: asked for by a bound cell; at most 20 columns",
    "GNOME/gtk@00bb6ab8 gtk/gtkgridview.c: binds 30 rows of the most columns (the same since; 4.8.3 itself not read)"]}
SETTINGS = """gsettings set org.gnome.nautilus.window-state maximized true
gsettings set org.gnome.nautilus.icon-view default-zoom-level medium
gsettings set org.gnome.nautilus.preferences show-image-thumbnails always
exec nautilus "$0"
"""


def start(home, library, size):
    return ["sh", "-c", SETTINGS, library.folder]
