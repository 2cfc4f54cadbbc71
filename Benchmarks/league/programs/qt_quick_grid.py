"""Qt Quick's GridView over a folder, with asynchronous images at the cells' size."""

import pathlib

TITLE = "Qt Quick GridView"
PACKAGES = ["qml-qt6", "qml6-module-qtquick", "qml6-module-qtquick-window", "qml6-module-qt-labs-folderlistmodel",
            "qml6-module-qtqml-workerscript", "libqt6svg6"]
QML = "/usr/lib/qt6/bin/qml"
MODEL = "qtquick"
# Makes delegates for cacheBuffer (320 px) on both sides; one thread loads pictures, those asked for last first, so that scrolling
# down the bottom comes first; 2 MB of pictures without a delegate stay.
SOURCE = {"screenfuls": 0.4, "ahead": "320 px", "first": "bottom", "degraded": False, "keeps": False, "where": [
    "qt/qtdeclarative@1b58f300 src/quick/items/qquickitemview.cpp: a cache buffer of 320 on both sides",
    "qt/qtdeclarative@1b58f300 src/quick/items/qquickgridview.cpp: delegates are made from the top, those in the buffer later",
    "qt/qtdeclarative@1b58f300 src/quick/util/qquickpixmapcache.cpp: one thread, the last job first; 2,048 KB unused"]}


def start(home, library, size):
    viewer = pathlib.Path(__file__).parent.parent / "viewers" / "grid.qml"
    return [QML, viewer, "--", f"file://{library.folder}", *map(str, size)]
