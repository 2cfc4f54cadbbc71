internal import GalleryKit

/// A model of a library's default behaviour: a window, an order and other choices, under the library's name.
///
/// People choose libraries, not windows. A model takes over policies as read, not code, and its results are not
/// measurements of that library; it names the parts that it cannot take over.
package struct LibraryModel: Sendable {
  package let name: String
  package let about: String
  let strategy: StrategySpec
  let cells: CellLifecycle
  var delivery = DeliveryMode.highQualityFormat
  var eviction = "lru"
  /// Nearly all libraries decode first what was asked for first.
  var order = RequestOrder.fifo
  /// The most images that it decodes at a time; `nil` leaves that to the device.
  var decoders: Int?
  /// The limit of its cache; `nil` if that is no less than budgets are.
  var cache: Cache?
  /// The sources of its figures: repository, commit and file.
  package let sources: [String]
  package let leavesOut: String

  /// Its choices on some axes; a scenario chooses on the others.
  var choices: [Axis: String] {
    [.cells: cells.rawValue, .deliveryMode: delivery.rawValue, .eviction: eviction, .order: order.name]
  }

  enum Cache: Hashable {
    case bytes(Int)
    case screens(Double)

    func bytes(on screen: Scenario.Screen) -> Int {
      switch self {
      case .bytes(let bytes): bytes
      case .screens(let count): Int(count * screen.width * screen.height * screen.scale * screen.scale * 4)
      }
    }
  }
}

extension Combination {
  /// A library's choices, and the scenario's where the library leaves them open, in the library's order or in another.
  init(_ library: LibraryModel, order: String? = nil, choices: [Axis: String]) {
    self.init(library.strategy, choices: choices.merging(library.choices) { $1 })
    if let order { self[.order] = order }
    self.library = library.name
    // It serves for comparison: no app can use a model of a library.
    isReference = true
  }
}

extension Scenario {
  /// The scenario as a library runs it: only its use of the device differs.
  func used(by library: String?) -> Scenario {
    guard let library = library.flatMap(LibraryModels.named) else { return self }
    var scenario = self
    scenario.device.decodeWorkers = min(device.decodeWorkers, library.decoders ?? .max)
    scenario.device.memoryBudgetBytes = min(
      device.memoryBudgetBytes, library.cache?.bytes(on: screen) ?? .max)
    return scenario
  }
}

package enum LibraryModels {
  package static func named(_ name: String) -> LibraryModel? { all.first { $0.name == name } }

  /// The prefetching of UICollectionView: with 32 cells on screen, the next 24.
  private static let collectionView = StrategySpec(
    name: "screens", parameters: ["leading": 0.75, "trailing": 0])
  private static let collectionViewSource =
    "Nuke@c4fc70af Documentation: UICollectionView prefetches 24 items ahead of 32 on screen"

  /// Two screens in Glide's cache, and the visible one outside of it.
  private static let glideCache = LibraryModel.Cache.screens(3)
  private static let glideSources = [
    "Glide@bf4901de library/…/cache/MemorySizeCalculator.java: two screens of pixels, besides the visible one",
    "Glide@00127a9e library/…/executor/GlideExecutor.java: as many threads as cores, at most four",
  ]

  private static let coilCache = LibraryModel.Cache.bytes(256 * 1_048_576 / 5)
  private static let coilSources = [
    "Coil@05e41b50 coil-core/…/util/contexts.kt: a fifth of the memory class, 256 MB unless the device says otherwise",
    "Coil@7b9f5266 coil-core/…/decode/BitmapFactoryDecoder.kt: four images are decoded at a time",
  ]

  package static let all: [LibraryModel] =
    [
      LibraryModel(
        name: "photokit-sample",
        about: "Apple's sample for PhotoKit: half a screenful either side, cells reused.",
        strategy: StrategySpec(name: "apple-sample"), cells: .reused, delivery: .opportunistic,
        sources: [
          "ddd503/BrowsingAndModifyingPhotoAlbums Shared/AssetGridViewController.swift, a copy of the sample"
        ],
        leavesOut: "what the system itself keeps and in which order it decodes; neither is documented"),
      LibraryModel(
        name: "nuke", about: "ImagePrefetcher fed by UICollectionView; clock eviction.",
        strategy: collectionView, cells: .reused, eviction: "clock", decoders: 2,
        sources: [
          collectionViewSource,
          "Nuke@c4fc70af Sources/Nuke/Prefetching/ImagePrefetcher.swift, Caching/Cache.swift, Internal/TaskQueue.swift",
          "Nuke@c4fc70af Sources/Nuke/Caching/ImageCache.swift: 15 % of memory, at most 768 MB",
          "Nuke@04e9f24a Sources/Nuke/Pipeline/ImagePipeline+Configuration.swift: two images are decompressed at a time",
        ],
        leavesOut:
          "its limit on the rate of downloads, and images above a tenth of the cache, which are not kept"
      ),
      LibraryModel(
        name: "sdwebimage", about: "SDWebImagePrefetcher fed by UICollectionView; a cache without a limit.",
        strategy: collectionView, cells: .reused, decoders: 6,
        sources: [
          collectionViewSource,
          "SDWebImage@36e79ba4 SDWebImage/Core/SDWebImagePrefetcher.m, SDImageCacheConfig.m, SDWebImageDownloaderConfig.m",
        ],
        leavesOut:
          "that it prefetches three at a time, and in which order NSCache evicts, which is not documented"),
      LibraryModel(
        name: "kingfisher", about: "ImagePrefetcher fed by UICollectionView; a quarter of memory for images.",
        strategy: collectionView, cells: .reused, decoders: 5,
        sources: [
          collectionViewSource,
          "Kingfisher@410984bf Sources/Networking/ImagePrefetcher.swift: five at a time",
          "Kingfisher@410984bf Sources/Cache/ImageCache.swift, MemoryStorage.swift",
        ],
        leavesOut:
          "that images expire after 300 s, and that images in its disk cache are not prefetched into memory"
      ),
      LibraryModel(
        name: "texture",
        about:
          "Decodes 1.0 screenfuls ahead and 0.5 behind, and reads 2.5 and 1.5; less until the first cells are shown.",
        strategy: StrategySpec(name: "directional"), cells: .released,
        sources: [
          "Texture@be0b74b4 Source/Details/ASAbstractLayoutController.mm, ASRangeController.mm"
        ],
        leavesOut: "that cells, too, are laid out and drawn on background threads"),
      LibraryModel(
        name: "glide", about: "ListPreloader, ten items ahead; two screens of pixels and the visible one.",
        strategy: StrategySpec(name: "list-lookahead"), cells: .reused, decoders: 4, cache: glideCache,
        sources: ["Glide@bf4901de library/…/ListPreloader.java, integration/compose/…/Preload.kt"]
          + glideSources,
        leavesOut: "its bitmap pool, and that preloaded images are held outside the cache"),
      LibraryModel(
        name: "coil", about: "Nothing ahead; a fifth of the app's memory class for images.",
        strategy: StrategySpec(name: "none"), cells: .released, decoders: 4, cache: coilCache,
        sources: coilSources, leavesOut: "weak references to images that are still in use elsewhere"),
      LibraryModel(
        name: "recyclerview", about: "The next row and two views behind; images by Glide's cache.",
        strategy: StrategySpec(name: "rows"), cells: .reused, decoders: 4, cache: glideCache,
        sources: ["androidx@637e4015 recyclerview/…/GapWorker.java"] + glideSources,
        leavesOut: "that prefetches are skipped if the frame has no time left"),
      LibraryModel(
        name: "compose",
        about: "LazyVerticalGrid: an average line ahead, 10 to 50 % of the viewport; images by Coil.",
        strategy: StrategySpec(name: "rows", parameters: ["behind": 0, "least": 0.1, "most": 0.5]),
        cells: .released, decoders: 4, cache: coilCache,
        sources: ["androidx@4a12bedb compose/foundation/…/LazyGridDefaults.kt"] + coilSources,
        leavesOut: "that prefetches are skipped if the frame has no time left"),
      LibraryModel(
        name: "flutter", about: "250 points either side, images deferred at speed; a cache of 100 MiB.",
        strategy: StrategySpec(name: "deferring"), cells: .released, cache: .bytes(100 * 1_048_576),
        sources: [
          "flutter packages/flutter/lib/src/widgets/scroll_aware_image_provider.dart, scroll_physics.dart",
          "flutter@473358d9 packages/flutter/lib/src/painting/image_cache.dart",
        ],
        leavesOut: "the limit of 1,000 images, since the limit of 100 MiB is reached first"),
      LibraryModel(
        name: "flashlist",
        about: "500 points around where the grid will be, most of them ahead; cells reused.",
        strategy: StrategySpec(name: "projected"), cells: .reused,
        sources: ["flash-list@4c6abc3b src/recyclerview/helpers/EngagedIndicesTracker.ts"],
        leavesOut:
          "the time that JavaScript takes; images are another library's, whose cache is not limited here"
      ),
      LibraryModel(
        name: "legendlist",
        about: "375 points ahead and 125 behind, which move ahead with speed; cells reused.",
        strategy: StrategySpec(
          name: "projected", parameters: ["ahead": 375, "behind": 125, "seconds": 0, "shift": 1]),
        cells: .reused, sources: ["legend-list@8beb2286"],
        leavesOut:
          "the time that JavaScript takes; images are another library's, whose cache is not limited here"
      ),
      LibraryModel(
        name: "chromium",
        about: "Where the page will be in 0.2 s, then a narrow border, then a border of 3,000 points.",
        strategy: StrategySpec(name: "skewport"), cells: .released,
        sources: ["Chromium@06502b05 cc/tiles/picture_layer_tiling_set.cc, cc/trees/layer_tree_settings.h"],
        leavesOut:
          "that images are decoded for tiles instead of cells, and that tiles are drawn without images that are not decoded yet"
      ),
    ] + desktop
}
