"""A folder's photos in GTK 4's GridView: pictures at the cells' size, made by two threads in the order in which items are bound."""

import concurrent.futures
import pathlib
import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gdk, GdkPixbuf, GLib, Gtk  # noqa: E402

folder, width, height = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
COLUMNS = 5
SIDE = width // COLUMNS
pool = concurrent.futures.ThreadPoolExecutor(2)
# Of bound items: their pictures, and what makes them. Threads know paths only: GTK's objects belong to the main one.
pictures, jobs = {}, {}


def load(path):
    """The photo, large enough to fill its cell."""
    _, wide, high = GdkPixbuf.Pixbuf.get_file_info(path)
    scale = SIDE / min(wide, high)
    photo = GdkPixbuf.Pixbuf.new_from_file_at_scale(path, round(wide * scale), round(high * scale), True)
    GLib.idle_add(show, path, photo)


def show(path, photo):
    if path in pictures:
        pictures[path].set_paintable(Gdk.Texture.new_for_pixbuf(photo))


def bind(_, item):
    path = item.get_item().get_string()
    pictures[path], jobs[path] = item.get_child(), pool.submit(load, path)


def unbind(_, item):
    path = item.get_item().get_string()
    jobs.pop(path).cancel()
    pictures.pop(path).set_paintable(None)


def set_up(_, item):
    picture = Gtk.Picture(width_request=SIDE, height_request=SIDE, content_fit=Gtk.ContentFit.COVER, can_shrink=True)
    picture.set_overflow(Gtk.Overflow.HIDDEN)
    item.set_child(picture)


def activate(application):
    factory = Gtk.SignalListItemFactory()
    for name, act in (("setup", set_up), ("bind", bind), ("unbind", unbind)):
        factory.connect(name, act)
    names = Gtk.StringList.new([str(path) for path in sorted(folder.glob("*.jpg"))])
    grid = Gtk.GridView(model=Gtk.NoSelection(model=names), factory=factory, min_columns=COLUMNS, max_columns=COLUMNS)
    style = Gtk.CssProvider()
    style.load_from_data(b"gridview > child { padding: 0; margin: 0; border-radius: 0; } gridview > child:hover { background: none; }")
    Gtk.StyleContext.add_provider_for_display(Gdk.Display.get_default(), style, 800)
    scrolled = Gtk.ScrolledWindow(child=grid, hscrollbar_policy=Gtk.PolicyType.NEVER, vscrollbar_policy=Gtk.PolicyType.AUTOMATIC)
    Gtk.ApplicationWindow(application=application, child=scrolled, default_width=width, default_height=height).present()


application = Gtk.Application()
application.connect("activate", activate)
application.run([])
