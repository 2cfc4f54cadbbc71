"""GTK 4's ListView over a folder, as an application in Python would use it. Its GridView loses its place in 4.8: it jumps by rows."""

import pathlib

TITLE = "GTK 4 ListView"
PACKAGES = ["gir1.2-gtk-4.0", "python3-gi"]
# Binds items some screens around the viewport, each of which asks for its picture when it is bound (gtklistview.c).
SOURCE = {"ahead": "bound items", "first": "any", "degraded": False, "keeps": False}


def start(home, library, size):
    return ["/usr/bin/python3", pathlib.Path(__file__).parent.parent / "viewers" / "gtk4_list.py", library.folder, *map(str, size)]
