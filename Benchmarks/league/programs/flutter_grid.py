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
MODEL = "flutter"
# Builds 250 px ahead; loading is deferred while it scrolls faster than a longest side a second; 100 MB of decoded images stay.
SOURCE = {"screenfuls": 0.3, "ahead": "250 px", "first": "any", "degraded": False, "keeps": True, "where": [
    "flutter/flutter@001fc4d5 packages/flutter/lib/src/rendering/viewport.dart: a cache extent of 250 either side",
    "flutter/flutter@01b403b6 packages/flutter/lib/src/widgets/scroll_aware_image_provider.dart: waits while it is to be put off",
    "flutter/flutter@ae4ced5a packages/flutter/lib/src/widgets/scroll_physics.dart: above a longest side a second",
    "flutter/flutter@00606bfc packages/flutter/lib/src/painting/image_cache.dart: 1,000 images, 100 MiB"]}


def start(home, library, size):
    viewer = pathlib.Path(__file__).parent.parent / "viewers" / "flutter_grid.py"
    return ["env", "LIBGL_ALWAYS_SOFTWARE=1", PLACE / "bin" / "python", viewer, library.folder, *map(str, size)]
