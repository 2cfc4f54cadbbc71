"""Flutter's GridView over a folder, through flet, whose wheel contains Flutter's engine."""

import pathlib
import sys

import photos

TITLE = "Flutter GridView"
PACKAGES = ["libgtk-3-0"]
PLACE = photos.ROOT / ".build" / "league" / "flet"
INSTALL = [[sys.executable, "-m", "venv", PLACE],
           [PLACE / "bin" / "pip", "install", "--quiet", "flet==0.82.2", "flet-desktop-light==0.82.2"]]
VERSION = [str(PLACE / "bin" / "python"), "-c", "import importlib.metadata as m; print('flet', m.version('flet'))"]
# Builds 250 px ahead; loading is put off where it scrolls faster than a longest side a second; 100 MB of decoded images stay
# (scroll_aware_image_provider.dart, image_cache.dart).
SOURCE = {"screenfuls": 0.3, "ahead": "250 px", "first": "any", "degraded": False, "keeps": True}


def start(home, library, size):
    viewer = pathlib.Path(__file__).parent.parent / "viewers" / "flutter_grid.py"
    return ["env", "LIBGL_ALWAYS_SOFTWARE=1", PLACE / "bin" / "python", viewer, library.folder, *map(str, size)]
