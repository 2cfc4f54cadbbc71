public import GalleryEngine
internal import Support

/// Caches images of assets before a grid requests them.
///
/// Caching has set semantics: starting twice, or stopping without a start, changes nothing, and starts and stops need not
/// balance. An image that cannot be made, as while its original cannot be downloaded, is tried again when caching starts for
/// it anew: by another start, or when its item has left the window and comes back. A cached image stays until caching is
/// stopped for it, the budget needs the room, or memory runs short. It serves requests that match its whole
/// ``ImageSpecification``; other requests get it as a degraded image at best. Images of items on screen are not evicted for
/// others. Once a manager is released, its window is no longer cached.
///
/// Each manager has its own window; all else is shared by the caching managers of one ``imageManager``. Two grids that must
/// not change each other's quality, scrolling or calls need an ``ImageManager`` each.
///
///     let window = strategy.window(for: scrollState, after: caching.window)
///     caching.move(to: window, of: assets, as: thumbnail)
public final class CachingImageManager: ImageRequesting {
  /// The manager that makes the images and serves requests for them.
  public let imageManager: ImageManager

  /// Makes a manager that caches nothing yet.
  public init(imageManager: ImageManager) { self.imageManager = imageManager }

  deinit { imageManager.update { $0.close(ObjectIdentifier(self)) } }

  /// The window of the last move.
  public var window: CachingWindow {
    imageManager.engine.withLock { $0.windows[ObjectIdentifier(self)]?.window ?? .empty }
  }

  /// Whether caching makes images of full quality; true by default, and changeable at any time.
  ///
  /// While it is false, degraded images are cached where they are cheap: this suits a grid that scrolls fast. Cached
  /// images stay; queued work switches to the other kind. It holds for all caching managers of one ``imageManager``.
  public var allowsCachingHighQualityImages: Bool {
    get { imageManager.engine.withLock { $0.cachesHighQualityImages } }
    set { imageManager.update { $0.allowCachingHighQualityImages(newValue) } }
  }

  /// Starts caching images of the assets, the most urgent first.
  public func startCachingImages(for assets: [Asset], as specification: ImageSpecification) {
    let requests = assets.map { imageManager.lookUp($0, as: specification) }
    imageManager.update { $0.startCaching(requests, retries: true) }
  }

  /// Stops caching images of the assets, whichever caching manager of this ``imageManager`` has started it.
  public func stopCachingImages(for assets: [Asset], as specification: ImageSpecification) {
    let keys = assets.map { ImageKey($0, specification: specification) }
    imageManager.update { $0.stopCaching(keys) }
  }

  /// Stops all caching and forgets the window; required when the assets change places.
  ///
  /// It does so for all caching managers of this ``imageManager``, whose windows are empty afterwards.
  public func stopCachingImagesForAllAssets() {
    imageManager.update { $0.show([], around: 0) + $0.stopCachingAll() }
  }

  /// Reports the grid's scrolling, so that an order knows when cells come on screen and leave it; call it every frame.
  ///
  /// Requests name their cells by ``ImageRequestOptions/position``. An ``imageManager`` follows one grid: the state that any of its
  /// caching managers reported last.
  public func follow(_ state: ScrollState) { imageManager.engine.withLock { $0.path = ScrollPath(state) } }

  /// Caches the window's images, and stops caching those that only the last window wanted.
  ///
  /// The later of two concurrent moves wins: images outside its window are no longer cached.
  ///
  /// - Parameters:
  ///   - window: the new window.
  ///   - assets: the assets behind the window's items.
  ///   - specification: the images to cache; they replace images of another specification.
  ///   - visibleItems: the items on screen, if there is a screen.
  /// - Returns: the number of calls that the move took.
  /// - Complexity: O(1) if the window wants the same as the last one, else O(items in all windows and images that wait to be
  ///   cached).
  @discardableResult
  public func move<Assets: RandomAccessCollection>(
    to window: CachingWindow, of assets: Assets, as specification: ImageSpecification,
    visibleItems: Range<Int> = 0..<0
  ) -> CachingWindow.Move where Assets.Element == Asset, Assets.Index == Int {
    changeWindow(over: assets, as: specification) { engine, photos, actions in
      engine.move(
        ObjectIdentifier(self), to: window, as: specification, visibleItems: visibleItems, photos, &actions)
    }.calls
  }

  /// Refills the window after its assets have changed, or changed places, without waiting for it to move.
  ///
  /// Call it when the library has changed, and then move the window as usual, even at rest. Images of assets that are
  /// still in the window stay, wherever their items are now; images of assets that look different, or are discarded, go.
  /// A window of literal calls is forgotten, as its calls were for other items: the strategy makes another.
  ///
  /// - Parameters:
  ///   - assets: the assets as they are now.
  ///   - specification: the images to cache.
  ///   - discarded: identifiers of assets whose images are dropped and made again.
  /// - Returns: the number of calls that it took.
  /// - Complexity: O(items in the window and images that wait to be cached).
  @discardableResult
  public func refill<Assets: RandomAccessCollection>(
    of assets: Assets, as specification: ImageSpecification, discarding discarded: Set<String> = []
  ) -> CachingWindow.Move where Assets.Element == Asset, Assets.Index == Int {
    let itemCount = assets.count
    let difference = changeWindow(over: assets, as: specification) { engine, photos, actions in
      engine.refill(ObjectIdentifier(self), itemCount: itemCount, discarding: discarded, photos, &actions)
    }
    // A separate step, so that discarded images are gone, and not found alive, when their assets are wanted again.
    imageManager.update { $0.startRefill(ObjectIdentifier(self), difference) }
    return difference.calls
  }

  /// Changes the window, in as many attempts as it takes to look up the photos that it needs.
  private func changeWindow<Assets: RandomAccessCollection>(
    over assets: Assets, as specification: ImageSpecification,
    _ attempt: (
      inout RequestEngine, [Int: CachingRequest], inout [RequestEngine.Action]
    ) -> CachingWindowState.Step
  ) -> CachingWindowState.Difference where Assets.Element == Asset, Assets.Index == Int {
    var photos: [Int: CachingRequest] = [:]
    while true {
      var step = CachingWindowState.Step.lookUp([])
      imageManager.update { engine in
        var actions: [RequestEngine.Action] = []
        step = attempt(&engine, photos, &actions)
        return actions
      }
      switch step {
      case .lookUp(let items):
        for item in items { photos[item] = imageManager.lookUp(assets[item], as: specification, at: item) }
      case .done(let difference): return difference
      }
    }
  }
}

extension ImageManager {
  /// Looks up a photo before its image is cached; asks the executor, so that the caller must hold no lock.
  fileprivate func lookUp(
    _ asset: Asset, as specification: ImageSpecification, at position: Int? = nil
  ) -> CachingRequest {
    var asset = asset
    // An image that the client may not have is not made, as if its file could not be read.
    if let refusal = asset.refusal { asset.original.failure = ImageError(refusal, of: asset).reason }
    // A local original makes the store's answer unnecessary.
    let stored =
      asset.original.remoteURL == nil
      ? .none : executor.storedThumbnail(for: ImageKey(asset, specification: specification), of: asset)
    return CachingRequest(asset, as: specification, at: position, stored: stored)
  }
}
