"""A folder's photos in Flutter's GridView, decoded at the cells' size as its documentation advises, by flet."""

import pathlib
import sys

import flet

folder, width, height = pathlib.Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
COLUMNS = 5
# Wide enough for a landscape to fill a square cell.
DECODED_WIDTH = width // COLUMNS * 4 // 3


def main(page):
    page.padding = page.spacing = 0
    page.window.width, page.window.height = width, height
    page.add(flet.GridView(expand=True, runs_count=COLUMNS, spacing=2, run_spacing=2, child_aspect_ratio=1, controls=[
        flet.Image(src=str(path), fit=flet.BoxFit.COVER, cache_width=DECODED_WIDTH) for path in sorted(folder.glob("*.jpg"))]))


flet.run(main)
