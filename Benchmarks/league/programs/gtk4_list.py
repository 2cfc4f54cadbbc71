"""GTK 4's ListView over a folder, as an application in Python would use it. Its GridView loses its place in 4.8: it jumps by rows."""

import pathlib

TITLE = "GTK 4 ListView"
PACKAGES = ["gir1.2-gtk-4.0", "python3-gi"]
MODEL = "gtk"
# Binds 200 rows around the viewport, from the top: all of 600 photos at once. Our window loads each when it is bound, first in, first
# out, so that what is on screen waits for what was bound before it, and nothing bound is released.
SOURCE = {"ahead": "200 rows", "first": "top", "degraded": False, "keeps": True, "where": [
    "GNOME/gtk@00f908c0 gtk/gtklistview.c: 200 rows and two, before and after by how far down it is (the same since; 4.8.3 itself not read)",
    "GNOME/gtk@00914257 gtk/gtklistitemmanager.c: rows are bound from the first to the last",
    "Benchmarks/league/viewers/gtk4_list.py: two threads, in the order in which rows are bound"]}


def start(home, library, size):
    return ["/usr/bin/python3", pathlib.Path(__file__).parent.parent / "viewers" / "gtk4_list.py", library.folder, *map(str, size)]
