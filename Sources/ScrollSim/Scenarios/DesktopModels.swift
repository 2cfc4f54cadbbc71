internal import GalleryKit

extension LibraryModels {
  /// Models of what desktop toolkits and programs do, the ones that the league measures.
  static let desktop: [LibraryModel] = [
    LibraryModel(
      name: "chromium-lazy",
      about:
        "Chromium's lazy images: loaded within 1,250 points, and decoded one at a time as its tiles need them.",
      strategy: StrategySpec(name: "skewport", parameters: ["limit": 1250, "eventually": 1250]),
      cells: .released, decoders: 1,
      sources: [
        "chromium/chromium@01e80222 third_party/blink/renderer/core/frame/settings.json5: 1,250 px on a network that counts as 4G",
        "chromium/chromium@00119e86 cc/tiles/tile_manager.cc: far tiles are processed for their images alone",
        "chromium/chromium@0cea589e cc/tiles/checker_image_tracker.h: one decode at a time",
      ],
      leavesOut:
        "that what was loaded once stays loaded, so that it decodes more behind, the download before a decode, and tiles"
    ),
    LibraryModel(
      name: "qtquick",
      about:
        "Qt Quick's GridView with asynchronous images: 320 points either side, one decoder, newest first.",
      // Its window has no speed from which on it waits.
      strategy: StrategySpec(name: "deferring", parameters: ["reach": 320, "speed": 100]),
      cells: .released, order: .lifo, decoders: 1,
      sources: [
        "qt/qtdeclarative@1b58f300 src/quick/items/qquickitemview.cpp: a cache buffer of 320 on both sides",
        "qt/qtdeclarative@1b58f300 src/quick/util/qquickpixmapcache.cpp: one thread takes the last job",
      ],
      leavesOut:
        "that what is asked for ahead comes, as the newest, before what is on screen, and 2 MB of images that nothing shows any more"
    ),
    LibraryModel(
      name: "gtk",
      about: "GTK 4's ListView: 200 rows bound, which are 20 screenfuls of five rows either side.",
      strategy: StrategySpec(name: "screens", parameters: ["leading": 20, "trailing": 20]), cells: .released,
      sources: [
        "GNOME/gtk@00f908c0 gtk/gtklistview.c: 200 rows, before and after by how far down the list is",
        "GNOME/gtk@00914257 gtk/gtklistitemmanager.c: bound from the first to the last",
      ],
      leavesOut:
        "that all rows lie ahead at the top of the list and behind at its end, and that an app which loads images as rows are bound does not put those on screen first"
    ),
    LibraryModel(
      name: "nautilus",
      about:
        "Thumbnails of 600 cells, which are 12 screenfuls of 25 either side; one at a time, on screen first.",
      strategy: StrategySpec(name: "screens", parameters: ["leading": 12, "trailing": 12]),
      cells: .released, decoders: 1,
      sources: [
        "GNOME/nautilus@506477f4 src/nautilus-thumbnails.c, nautilus-list-base.c: one thread; on screen first, from the top",
        "GNOME/nautilus@506477f4 src/nautilus-file.c, nautilus-grid-view.c: a cell that is bound asks; at most 20 columns",
        "GNOME/gtk@00bb6ab8 gtk/gtkgridview.c: binds 30 rows of the most columns",
      ],
      leavesOut:
        "that the queue puts what is on screen first only when the program is idle, that all cells lie ahead at the top of the folder and behind at its end, that a thumbnail once asked for is always made, and thumbnails on disk (thumbnailStores)"
    ),
    LibraryModel(
      name: "tumbler",
      about:
        "Thunar with tumbler: nothing ahead, one thumbnail at a time, the newest request first, all kept.",
      strategy: StrategySpec(name: "none"), cells: .retained, order: .lifo, decoders: 1,
      sources: [
        "xfce-mirror/thunar@157ed637 thunar/thunar-standard-view.c: the files on screen, one request at a time",
        "xfce-mirror/tumbler@0b83e5bb tumblerd/tumbler-lifo-scheduler.c: newest request first, each by one thread",
        "xfce-mirror/tumbler@01548638 plugins/jpeg-thumbnailer/jpeg-thumbnailer.c: the embedded thumbnail, unless it is too small",
      ],
      leavesOut:
        "that a request is served from the top, that nothing is asked for while one runs, even if the folder has come to rest, that a photo's embedded thumbnail is shown in its place where it is large enough, and thumbnails on disk (thumbnailStores)"
    ),
    LibraryModel(
      name: "gwenview",
      about: "Nothing new while the grid moves, then 2,400 points either side; one thumbnail at a time.",
      strategy: StrategySpec(name: "deferring", parameters: ["reach": 2400, "speed": 0]),
      cells: .released, decoders: 1,
      sources: [
        "KDE/gwenview@07e298c1 lib/thumbnailview/thumbnailview.cpp: a scroll drops what waits; twice the width and height",
        "KDE/gwenview@07e298c1 lib/thumbnailprovider/thumbnailprovider.cpp: one at a time, first in, first out",
      ],
      leavesOut:
        "that each scroll drops what waits until half a second later, that the reach is twice the window's width and height from its middle (2,400 points or more at 800 by 800), nearest first, and thumbnails on disk (thumbnailStores)"
    ),
    LibraryModel(
      name: "shotwell",
      about: "Nothing ahead; a quick thumbnail first, then the right one; 30 MiB of what was on screen.",
      strategy: StrategySpec(name: "dwell", parameters: ["seconds": 0, "items": 10_000]),
      cells: .released, delivery: .opportunistic, cache: .bytes(30 * 1_048_576),
      sources: [
        "GNOME/shotwell@71084ffd src/Thumbnail.vala, CheckerboardLayout.vala: what is on screen, row by row",
        "GNOME/shotwell@71084ffd src/ThumbnailCache.vala: a thread for each core; 30 MB of thumbnails of 128 pixels",
      ],
      leavesOut:
        "the import, which makes all thumbnails before they are shown (a second visit with persistent thumbnailStores is like it), and that what has left the screen is given up"
    ),
  ]
}
