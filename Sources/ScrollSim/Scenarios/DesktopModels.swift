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
        "that a loaded image stays loaded, so that it decodes more behind, the download before a decode, and tiles"
    ),
    LibraryModel(
      name: "qtquick",
      about:
        "Qt Quick's GridView with asynchronous images: 320 points either side, one decoder, the newest request first.",
      // Its window waits at no speed.
      strategy: StrategySpec(name: "deferring", parameters: ["reach": 320, "speed": 100]),
      cells: .released, order: .newestAsked, decoders: 1,
      sources: [
        "qt/qtdeclarative@1b58f300 src/quick/items/qquickitemview.cpp: a cache buffer of 320 on both sides",
        "qt/qtdeclarative@1b58f300 src/quick/util/qquickpixmapcache.cpp: one thread takes the last job",
      ],
      leavesOut: "its cache of 2 MB for images that are no longer shown"
    ),
    LibraryModel(
      name: "gtk",
      about:
        "GTK 4's ListView: binds 200 rows of five photos, split before and after in proportion to the scroll position; decoded in the order of binding.",
      strategy: StrategySpec(name: "bound", parameters: ["items": 1000]), cells: .released, order: .asked,
      sources: [
        "GNOME/gtk@00f908c0 gtk/gtklistview.c: 200 rows, split before and after in proportion to the scroll position",
        "GNOME/gtk@00914257 gtk/gtklistitemmanager.c: bound from the first to the last",
      ],
      leavesOut: "what an app does with its rows, which may put those on screen first"
    ),
    LibraryModel(
      name: "nautilus",
      about:
        "Thumbnails of 600 cells, split before and after in proportion to the scroll position; one at a time, in the order of requests, none cancelled.",
      strategy: StrategySpec(name: "bound", parameters: ["items": 600, "goesOn": 1]),
      cells: .released, order: .asked, decoders: 1,
      sources: [
        "GNOME/nautilus@506477f4 src/nautilus-thumbnails.c, nautilus-list-base.c: one thread; on screen first, from the top",
        "GNOME/nautilus@506477f4 src/nautilus-file.c, nautilus-grid-view.c: a cell asks when it is bound; at most 20 columns",
        "GNOME/gtk@00bb6ab8 gtk/gtkgridview.c: binds 30 rows of the maximum number of columns",
      ],
      leavesOut:
        "that an idle program puts what is on screen first, that drawing takes the processor from its thread, and thumbnails on disk (thumbnailStores)"
    ),
    LibraryModel(
      name: "tumbler",
      about:
        "Thunar with tumbler: what is on screen is one request, made from the top, one thumbnail at a time; the next request begins when it is done; all are kept.",
      strategy: StrategySpec(name: "batch"), cells: .retained, order: .asked, decoders: 1,
      sources: [
        "xfce-mirror/thunar@157ed637 thunar/thunar-standard-view.c: the files on screen, one request at a time",
        "xfce-mirror/tumbler@0b83e5bb tumblerd/tumbler-lifo-scheduler.c: newest request first, each by one thread",
        "xfce-mirror/tumbler@01548638 plugins/jpeg-thumbnailer/jpeg-thumbnailer.c: the embedded thumbnail, unless it is too small",
      ],
      leavesOut:
        "that the next request waits for another scroll, that a photo's embedded thumbnail is shown in its place where it is large enough, and thumbnails on disk (thumbnailStores)"
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
        "the import, which makes all thumbnails before they are shown (a second visit with persistent thumbnailStores is like it), and that requests for what has left the screen are dropped"
    ),
  ]
}
