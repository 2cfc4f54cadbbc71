"""This project's desktop gallery, in the order `fifo`."""

import gallery

TITLE = "Our desktop gallery, `fifo`"
PACKAGES, VERSION, SOURCE = gallery.PACKAGES, gallery.VERSION, gallery.SOURCE


def start(home, library, size):
    return gallery.start("fifo", library, size)
