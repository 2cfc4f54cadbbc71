"""GTK 4's GridView over a folder, as an application in Python would use it."""

import pathlib

TITLE = "GTK 4 GridView"
PACKAGES = ["gir1.2-gtk-4.0", "python3-gi"]
VERSION = ["/usr/bin/python3", "-c", "import gi; gi.require_version('Gtk', '4.0'); from gi.repository import Gtk as g; "
           "print('GTK', g.get_major_version(), g.get_minor_version(), g.get_micro_version(), sep='.')"]
# Binds items some screens around the viewport, each of which asks for its picture when it is bound (gtkgridview.c).
SOURCE = {"ahead": "bound items", "first": "any", "degraded": False, "keeps": False}


def start(home, library, size):
    return ["/usr/bin/python3", pathlib.Path(__file__).parent.parent / "viewers" / "gtk4_grid.py", library.folder, *map(str, size)]
