"""A folder's photos in GTK 4's ListView, five in a row: at the cells' size, made by two threads in the order in which rows are bound."""

import concurrent.futures
import pathlib
import sys

import gi

gi.require_version("Graphene", "1.0")
gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GdkPixbuf, GLib, Graphene, Gtk  # noqa: E402

folder, width, height = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
COLUMNS = 5
SIDE = width // COLUMNS


class Cell(Gtk.Widget):
    """A photo that fills a square."""

    photo = None

    def do_measure(self, *_):
        return SIDE, SIDE, -1, -1

    def do_snapshot(self, snapshot):
        if self.photo is not None:
            wide, high = self.photo.get_width(), self.photo.get_height()
            square = Graphene.Rect().init(0, 0, SIDE, SIDE)
            snapshot.push_clip(square)
            snapshot.append_texture(self.photo, Graphene.Rect().init((SIDE - wide) / 2, (SIDE - high) / 2, wide, high))
            snapshot.pop()

    def show_photo(self, photo):
        self.photo = photo
        self.queue_draw()


pool = concurrent.futures.ThreadPoolExecutor(2)
# Of bound items: their cells, and what makes them. Threads know paths only: GTK's objects belong to the main one.
cells, jobs = {}, {}


def load(path):
    """The photo, large enough to fill its cell."""
    _, wide, high = GdkPixbuf.Pixbuf.get_file_info(path)
    scale = SIDE / min(wide, high)
    photo = GdkPixbuf.Pixbuf.new_from_file_at_scale(path, round(wide * scale), round(high * scale), True)
    GLib.idle_add(show, path, photo)


def show(path, photo):
    if path in cells:
        cells[path].show_photo(Gdk.Texture.new_for_pixbuf(photo))


def bind(_, item):
    for cell, path in zip(item.get_child(), item.get_item().get_string().split("\n")):
        cells[path], jobs[path] = cell, pool.submit(load, path)


def unbind(_, item):
    for path in item.get_item().get_string().split("\n"):
        jobs.pop(path).cancel()
        cells.pop(path).show_photo(None)


def set_up(_, item):
    row = Gtk.Box()
    for _ in range(COLUMNS):
        row.append(Cell())
    item.set_child(row)


def activate(application):
    factory = Gtk.SignalListItemFactory()
    for name, act in (("setup", set_up), ("bind", bind), ("unbind", unbind)):
        factory.connect(name, act)
    paths = [str(path) for path in sorted(folder.glob("*.jpg"))]
    rows = Gtk.StringList.new(["\n".join(paths[at:at + COLUMNS]) for at in range(0, len(paths), COLUMNS)])
    view = Gtk.ListView(model=Gtk.NoSelection(model=rows), factory=factory)
    style = Gtk.CssProvider()
    style.load_from_data(b"listview > row { padding: 0; } listview > row:hover { background: none; }")
    Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), style, Gtk.STYLE_PROVIDER_PRIORITY_USER)
    scrolled = Gtk.ScrolledWindow(child=view, hscrollbar_policy=Gtk.PolicyType.NEVER)
    Gtk.ApplicationWindow(application=application, child=scrolled, default_width=width, default_height=height,
                          decorated=False).present()


application = Gtk.Application()
application.connect("activate", activate)
application.run([])
