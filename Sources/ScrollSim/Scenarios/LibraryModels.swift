internal import GalleryKit

/// The models of libraries.
package enum LibraryModels {
  /// All models, those for Apple's systems first.
  package static let all = [
    photoKitSample, nuke, sdWebImage, kingfisher, texture, glide, coil, recyclerView, compose, flutter,
    flashList,
    legendList, chromium, chromiumLazy, qtQuick, gtk, nautilus, tumbler, gwenview, shotwell,
  ]

  /// The model of that name; `nil` if there is none.
  package static func named(_ name: String) -> LibraryModel? { all.first { $0.name == name } }

  /// Choices of nearly all libraries: first in, first out, and final images alone.
  static func choices(
    cells: CellLifecycle, delivery: DeliveryMode = .highQualityFormat, eviction: String = "lru",
    order: RequestOrder = .fifo
  ) -> [Axis: String] {
    [
      .cells: cells.rawValue, .deliveryMode: delivery.rawValue, .eviction: eviction, .order: order.name,
    ]
  }

  /// The prefetching of UICollectionView: with 32 cells on screen, the next 24.
  private static let collectionView = StrategySpec(
    name: "screens", parameters: ["leading": 0.75, "trailing": 0])
  private static let collectionViewSource =
    "Nuke@c4fc70af Documentation: UICollectionView prefetches 24 items ahead of 32 on screen"

  private static let photoKitSample = LibraryModel(
    name: "photokit-sample",
    about: "Apple's sample for PhotoKit: half a screenful either side, cells reused.",
    strategy: StrategySpec(name: "apple-sample"), choices: choices(cells: .reused, delivery: .opportunistic),
    sources: [
      "ddd503/BrowsingAndModifyingPhotoAlbums Shared/AssetGridViewController.swift, a copy of the sample"
    ],
    leavesOut: "what the system itself keeps and in which order it decodes, which is not documented")

  private static let nuke = LibraryModel(
    name: "nuke", about: "ImagePrefetcher fed by UICollectionView; clock eviction.",
    strategy: collectionView, choices: choices(cells: .reused, eviction: "clock"), decoders: 2,
    sources: [
      collectionViewSource,
      "Nuke@c4fc70af Sources/Nuke/Prefetching/ImagePrefetcher.swift, Caching/Cache.swift, Internal/TaskQueue.swift",
      "Nuke@c4fc70af Sources/Nuke/Caching/ImageCache.swift: 15 % of memory, at most 768 MB",
      "Nuke@04e9f24a Sources/Nuke/Pipeline/ImagePipeline+Configuration.swift: two images are decompressed at a time",
    ],
    leavesOut: "its limit on the rate of downloads, and images above a tenth of the cache, which are not kept"
  )

  private static let sdWebImage = LibraryModel(
    name: "sdwebimage", about: "SDWebImagePrefetcher fed by UICollectionView; a cache without a limit.",
    strategy: collectionView, choices: choices(cells: .reused), decoders: 6,
    sources: [
      collectionViewSource,
      "SDWebImage@36e79ba4 SDWebImage/Core/SDWebImagePrefetcher.m, SDImageCacheConfig.m, SDWebImageDownloaderConfig.m",
    ],
    leavesOut:
      "that it prefetches three at a time, and in which order NSCache evicts, which is not documented")

  private static let kingfisher = LibraryModel(
    name: "kingfisher", about: "ImagePrefetcher fed by UICollectionView; a quarter of memory for images.",
    strategy: collectionView, choices: choices(cells: .reused), decoders: 5,
    sources: [
      collectionViewSource,
      "Kingfisher@410984bf Sources/Networking/ImagePrefetcher.swift: five at a time",
      "Kingfisher@410984bf Sources/Cache/ImageCache.swift, MemoryStorage.swift",
    ],
    leavesOut:
      "that images expire after 300 s, and that its prefetches go to the disk cache alone where they are in it"
  )

  private static let texture = LibraryModel(
    name: "texture",
    about:
      "Ranges of 1.0 and 0.5 screenfuls decoded, 2.5 and 1.5 read; small until the first cells are shown.",
    strategy: StrategySpec(name: "directional"), choices: choices(cells: .released),
    sources: [
      "Texture@be0b74b4 Source/Details/ASAbstractLayoutController.mm, ASRangeController.mm"
    ],
    leavesOut: "that cells are laid out and drawn on threads, too")

  /// Two screens in Glide's cache, and the visible one outside of it.
  private static let glideCache = LibraryModel.Cache.screens(3)
  private static let glideSources = [
    "Glide@bf4901de library/…/cache/MemorySizeCalculator.java: two screens of pixels, besides the visible one",
    "Glide@00127a9e library/…/executor/GlideExecutor.java: as many threads as cores, at most four",
  ]

  private static let glide = LibraryModel(
    name: "glide", about: "ListPreloader, ten items ahead; two screens of pixels and the visible one.",
    strategy: StrategySpec(name: "list-lookahead"), choices: choices(cells: .reused), decoders: 4,
    cache: glideCache,
    sources: ["Glide@bf4901de library/…/ListPreloader.java, integration/compose/…/Preload.kt"] + glideSources,
    leavesOut: "its pool of bitmaps, and that images preloaded are held outside of the cache")

  private static let coilCache = LibraryModel.Cache.bytes(256 * 1_048_576 / 5)
  private static let coilSources = [
    "Coil@05e41b50 coil-core/…/util/contexts.kt: a fifth of the memory class, 256 MB unless the device says otherwise",
    "Coil@7b9f5266 coil-core/…/decode/BitmapFactoryDecoder.kt: four images are decoded at a time",
  ]

  private static let coil = LibraryModel(
    name: "coil", about: "Nothing ahead; a fifth of the app's memory class for images.",
    strategy: StrategySpec(name: "none"), choices: choices(cells: .released), decoders: 4, cache: coilCache,
    sources: coilSources, leavesOut: "weak references to images that something else still holds")

  private static let recyclerView = LibraryModel(
    name: "recyclerview", about: "The next row and two views behind; images by Glide's cache.",
    strategy: StrategySpec(name: "rows"), choices: choices(cells: .reused), decoders: 4, cache: glideCache,
    sources: ["androidx@637e4015 recyclerview/…/GapWorker.java"] + glideSources,
    leavesOut: "prefetches that the frame has no time for")

  private static let compose = LibraryModel(
    name: "compose",
    about: "LazyVerticalGrid: an average line ahead, 10 to 50 % of the viewport; images by Coil.",
    strategy: StrategySpec(name: "rows", parameters: ["behind": 0, "least": 0.1, "most": 0.5]),
    choices: choices(cells: .released), decoders: 4, cache: coilCache,
    sources: ["androidx@4a12bedb compose/foundation/…/LazyGridDefaults.kt"] + coilSources,
    leavesOut: "prefetches that the frame has no time for")

  private static let flutter = LibraryModel(
    name: "flutter", about: "250 points either side, images deferred at speed; 100 MiB of them.",
    strategy: StrategySpec(name: "deferring"), choices: choices(cells: .released),
    cache: .bytes(100 * 1_048_576),
    sources: [
      "flutter packages/flutter/lib/src/widgets/scroll_aware_image_provider.dart, scroll_physics.dart",
      "flutter@473358d9 packages/flutter/lib/src/painting/image_cache.dart",
    ],
    leavesOut: "the limit of 1,000 images, which 100 MiB come before")

  private static let flashList = LibraryModel(
    name: "flashlist", about: "500 points around where the grid will be, most of them ahead; cells reused.",
    strategy: StrategySpec(name: "projected"), choices: choices(cells: .reused),
    sources: ["flash-list@4c6abc3b src/recyclerview/helpers/EngagedIndicesTracker.ts"],
    leavesOut: "the time that JavaScript takes; images are another library's, whose cache is not limited here"
  )

  private static let legendList = LibraryModel(
    name: "legendlist", about: "375 points ahead and 125 behind, which move ahead with speed; cells reused.",
    strategy: StrategySpec(
      name: "projected", parameters: ["ahead": 375, "behind": 125, "seconds": 0, "shift": 1]),
    choices: choices(cells: .reused), sources: ["legend-list@8beb2286"],
    leavesOut: "the time that JavaScript takes; images are another library's, whose cache is not limited here"
  )

  private static let chromium = LibraryModel(
    name: "chromium", about: "Where the page will be in 0.2 s, a narrow border, and 3,000 points.",
    strategy: StrategySpec(name: "skewport"), choices: choices(cells: .released),
    sources: ["Chromium@06502b05 cc/tiles/picture_layer_tiling_set.cc, cc/trees/layer_tree_settings.h"],
    leavesOut:
      "tiles, in which it decodes instead of cells, and images left out of them until they are decoded")
}
