"""Qt Quick's GridView over a folder, with asynchronous images at the cells' size."""

import pathlib

TITLE = "Qt Quick GridView"
PACKAGES = ["qml-qt6", "qml6-module-qtquick", "qml6-module-qtquick-window", "qml6-module-qt-labs-folderlistmodel",
            "qml6-module-qtqml-workerscript", "libqt6svg6"]
QML = "/usr/lib/qt6/bin/qml"
# Makes delegates for cacheBuffer (320 px) on both sides; one thread loads pictures in the order in which they were asked for, and
# a cache keeps some (qquickpixmapcache.cpp).
SOURCE = {"screenfuls": 0.4, "ahead": "320 px", "first": "top", "degraded": False, "keeps": False}


def start(home, library, size):
    viewer = pathlib.Path(__file__).parent.parent / "viewers" / "grid.qml"
    return [QML, viewer, "--", f"file://{library.folder}", *map(str, size)]
