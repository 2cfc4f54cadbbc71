"""A page in a web view of WebKitGTK."""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

window = Gtk.Window(default_width=int(sys.argv[2]), default_height=int(sys.argv[3]))
view = WebKit2.WebView()
view.load_uri(sys.argv[1])
window.add(view)
window.connect("destroy", Gtk.main_quit)
window.show_all()
Gtk.main()
