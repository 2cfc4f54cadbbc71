public import GalleryEngine
internal import Locking

/// Keeps images of assets at hand before a grid asks for them.
///
/// Caching has set semantics: starting twice, or stopping what never started, changes nothing, and starts and stops
/// need no balance. A cached image is kept until caching is stopped for it, the budget needs the room, or memory runs
/// short. It serves requests that match it in everything that its ``ImageSpecification`` says; others see it as a degraded
/// image at best. Images of items that are on screen are not given up for others.
///
///     let window = strategy.window(for: scrollState, after: caching.window)
///     caching.move(to: window, of: assets, as: thumbnail)
public final class CachingImageManager: ImageRequesting {
  /// Makes the images, and serves requests for them.
  public let imageManager: ImageManager

  /// Makes a manager that caches nothing yet.
  public init(imageManager: ImageManager) { self.imageManager = imageManager }

  deinit { imageManager.engine.withLock { $0.windows[ObjectIdentifier(self)] = nil } }

  /// The window that was last moved to.
  public var window: CachingWindow {
    imageManager.engine.withLock { $0.windows[ObjectIdentifier(self)]?.window ?? .empty }
  }

  /// Whether images of full quality are cached; true by default, and to be changed at any time.
  ///
  /// While it is false, degraded images are cached, where they are cheap: this suits a grid that scrolls fast. What
  /// is cached already stays; queued work changes over.
  public var allowsCachingHighQualityImages: Bool {
    get { imageManager.engine.withLock { $0.cachesHighQualityImages } }
    set { imageManager.update { $0.allowCachingHighQualityImages(newValue) } }
  }

  /// Starts caching images of the assets, the most urgent first.
  public func startCachingImages(for assets: [Asset], as specification: ImageSpecification) {
    let stored = assets.map { imageManager.photo($0, as: specification).stored }
    imageManager.update { $0.startCaching(assets, as: specification, stored: stored) }
  }

  /// Stops caching images of the assets.
  public func stopCachingImages(for assets: [Asset], as specification: ImageSpecification) {
    let keys = assets.map { ImageKey($0, specification: specification) }
    imageManager.update { $0.stopCaching(keys) }
  }

  /// Stops caching altogether, and forgets the window: what must be done when the assets change places.
  public func stopCachingImagesForAllAssets() {
    imageManager.update { $0.show([], around: 0) + $0.stopCachingAll() }
  }

  /// Tells where the grid scrolls, so that an order knows when cells come on screen and leave it; call it every frame.
  ///
  /// Requests say by ``ImageRequestOptions/position`` which cell they are for.
  public func follow(_ state: ScrollState) {
    imageManager.engine.withLock { $0.path = ScrollPath(state) }
  }

  /// Caches what the window wants, and no longer what only the last one wanted.
  ///
  /// Of two moves at a time the later one holds: what lies outside its window is not cached any more.
  ///
  /// - Parameters:
  ///   - window: what is wanted now.
  ///   - assets: the assets behind the window's items.
  ///   - specification: the images to cache.
  ///   - visibleItems: what is on screen, if there is a screen.
  /// - Returns: how many calls the move took.
  /// - Complexity: O(1) if the window wants what the last one did, else O(items in both windows).
  @discardableResult
  public func move<Assets: RandomAccessCollection>(
    to window: CachingWindow, of assets: Assets, as specification: ImageSpecification,
    visibleItems: Range<Int> = 0..<0
  ) -> CachingWindow.Move where Assets.Element == Asset, Assets.Index == Int {
    changeWindow(over: assets, as: specification) { engine, photos, actions in
      engine.move(ObjectIdentifier(self), to: window, visibleItems: visibleItems, photos, &actions)
    }.calls
  }

  /// Caches what the window wants of assets that have changed, or changed places, without waiting for it to move.
  ///
  /// Call it when the library has changed, and move the window then as usual, even at rest. Images of assets
  /// that are still in the window stay, wherever their items are now; those of assets that look otherwise, or are to be
  /// made anew, go. A window of literal calls is forgotten, as its calls were for other items: the strategy makes another.
  ///
  /// - Parameters:
  ///   - assets: the assets as they are now.
  ///   - specification: the images to cache.
  ///   - discarded: identifiers of assets whose images are thrown away and made anew.
  /// - Returns: how many calls it took.
  /// - Complexity: O(items in the window).
  @discardableResult
  public func refill<Assets: RandomAccessCollection>(
    of assets: Assets, as specification: ImageSpecification, discarding discarded: Set<String> = []
  ) -> CachingWindow.Move where Assets.Element == Asset, Assets.Index == Int {
    let itemCount = assets.count
    let change = changeWindow(over: assets, as: specification) { engine, photos, actions in
      engine.refill(
        ObjectIdentifier(self), itemCount: itemCount, discarding: discarded, photos, &actions)
    }
    // Apart, so that what is thrown away is gone, and not found alive, when its asset is wanted again.
    imageManager.update { $0.startRefill(ObjectIdentifier(self), change) }
    return change.calls
  }

  /// Changes the window, in as many tries as it takes to look up the photos that it needs.
  private func changeWindow<Assets: RandomAccessCollection>(
    over assets: Assets, as specification: ImageSpecification,
    _ attempt: (
      inout RequestEngine, [Int: CachingWindowState.Photo], inout [RequestEngine.Action]
    ) -> CachingWindowState.Step
  ) -> CachingWindowState.Change where Assets.Element == Asset, Assets.Index == Int {
    var photos: [Int: CachingWindowState.Photo] = [:]
    while true {
      var step = CachingWindowState.Step.lookUp([])
      imageManager.update { engine in
        var actions: [RequestEngine.Action] = []
        step = attempt(&engine, photos, &actions)
        return actions
      }
      switch step {
      case .lookUp(let items):
        for item in items { photos[item] = imageManager.photo(assets[item], as: specification) }
      case .done(let change): return change
      }
    }
  }
}

extension ImageManager {
  /// What there is to know of a photo before its image is cached; asks the executor, so that no lock may be held.
  fileprivate func photo(_ asset: Asset, as specification: ImageSpecification) -> CachingWindowState.Photo {
    let key = ImageKey(asset, specification: specification)
    // Who has the original does as well without.
    let stored =
      asset.original.remoteURL == nil ? .none : executor.storedThumbnail(for: key, of: asset)
    return CachingWindowState.Photo(asset: asset, key: key, stored: stored)
  }
}
