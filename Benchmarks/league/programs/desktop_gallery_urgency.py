"""This project's desktop gallery, in the order `urgency`."""

import gallery

TITLE = "Our desktop gallery, `urgency`"
PACKAGES, VERSION, SOURCE = gallery.PACKAGES, gallery.VERSION, gallery.SOURCE


def start(home, library, size):
    return gallery.start("urgency", library, size)
