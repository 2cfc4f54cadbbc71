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
public final class CachingImageManager: Sendable {
  private struct State {
    var window = CachingWindow.empty
    /// The keys of the items for which the window started caching.
    var keys: [Int: ImageKey] = [:]
    var aheadItems: Set<Int> = []
    var visibleItems = 0..<0
    var allowsHighQualityImages = true
    /// Whether the window is no longer known for which there are keys, because the items changed places.
    var isForgotten = false
  }

  /// What a window's move amounts to, in calls for single items.
  public struct Move: Hashable, Sendable {
    /// Items for which caching was started.
    public var starts = 0
    /// Items for which caching was stopped.
    public var stops = 0
    /// Of these, the ones that the window still covers.
    public var prematureStops = 0

    /// No calls.
    public init(starts: Int = 0, stops: Int = 0, prematureStops: Int = 0) {
      self.starts = starts
      self.stops = stops
      self.prematureStops = prematureStops
    }
  }

  /// Makes the images, and serves requests for them.
  public let imageManager: ImageManager
  private let state = Locked(State())

  /// Makes a manager that caches nothing yet.
  public init(imageManager: ImageManager) { self.imageManager = imageManager }

  /// The window that was last moved to.
  public var window: CachingWindow { state.withLock { $0.window } }

  /// Whether images of full quality are cached; true by default, and to be changed at any time.
  ///
  /// While it is false, stand-ins are cached, where they are cheap to come by: what suits a grid that scrolls fast. What
  /// is cached already stays; queued work changes over.
  public var allowsCachingHighQualityImages: Bool {
    get { state.withLock { $0.allowsHighQualityImages } }
    set {
      state.withLock { $0.allowsHighQualityImages = newValue }
      imageManager.update { $0.allowCachingHighQualityImages(newValue) }
    }
  }

  /// Starts caching images of the assets, the most urgent first.
  public func startCachingImages(for assets: [Asset], as specification: ImageSpecification) {
    let executor = imageManager.executor
    imageManager.update {
      $0.startCaching(assets, as: specification, stored: executor.storedThumbnail)
    }
  }

  /// Stops caching images of the assets.
  public func stopCachingImages(for assets: [Asset], as specification: ImageSpecification) {
    let keys = assets.map { ImageKey($0, specification: specification) }
    imageManager.update { $0.stopCaching(keys) }
  }

  /// Stops caching altogether, and forgets the window: what must be done when the assets change places.
  public func stopCachingImagesForAllAssets() {
    state.withLock { $0 = State(allowsHighQualityImages: $0.allowsHighQualityImages) }
    imageManager.update { engine in
      engine.show([], around: 0)
      return engine.stopCachingAll()
    }
  }

  /// Caches what the window wants, and no longer what only the last one wanted.
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
  ) -> Move where Assets.Element == Asset, Assets.Index == Int {
    let (known, isSame) = state.withLock { state in
      let isSame =
        !state.isForgotten
        && (window == state.window
          || window.calls == nil && state.window.calls == nil && window.segments == state.window.segments)
      let known = isSame && visibleItems == state.visibleItems ? nil : state
      if isSame { (state.window, state.visibleItems) = (window, visibleItems) }
      return (known, isSame)
    }
    guard let known else { return Move() }
    if isSame {
      imageManager.update { engine in
        Self.show(visibleItems, known.keys, in: &engine)
        return []
      }
      return Move()
    }
    var (keys, ahead) = (known.keys, known.aheadItems)

    let items = window.items(tier: .decoded)
    let starts: [Int]
    let calls = known.isForgotten ? nil : window.calls
    if let calls {
      starts = calls.start.flatMap(Array.init)
    } else if known.window.calls == nil && !known.isForgotten {
      // What the last window wanted was started then, which its few runs tell faster than a table of its items.
      starts = items.filter { !known.window.contains($0) }
    } else {
      starts = items.filter { keys[$0] == nil }
    }
    let startedAssets = starts.map { assets[$0] }
    for (item, asset) in zip(starts, startedAssets) {
      keys[item] = ImageKey(asset, specification: specification)
    }
    let stops: [Int]
    if let calls {
      stops = calls.stop.flatMap(Array.init)
    } else {
      stops = keys.keys.filter { !window.contains($0) }.sorted()
    }
    let stoppedKeys = stops.compactMap { keys.removeValue(forKey: $0) }

    let aheadItems = window.items(tier: .encoded)
    for item in aheadItems where !ahead.contains(item) { imageManager.readAhead(assets[item]) }
    ahead = Set(aheadItems)

    let executor = imageManager.executor
    imageManager.update { engine in
      Self.show(visibleItems, keys, in: &engine)
      let actions = engine.startCaching(
        startedAssets, as: specification, at: starts, stored: executor.storedThumbnail)
      let order = engine.hasQueuedPrefetches ? items.compactMap { keys[$0] } : []
      return actions + engine.stopCaching(stoppedKeys, then: order)
    }
    state.withLock { state in
      (state.window, state.keys, state.aheadItems) = (window, keys, ahead)
      state.visibleItems = visibleItems
      state.isForgotten = false
    }
    return Move(
      starts: starts.count, stops: stops.count,
      prematureStops: calls.map { calls in stops.count { calls.covered.contains($0) } } ?? 0)
  }

  /// Caches what the window wants of assets that have changed, or changed places, without waiting for it to move.
  ///
  /// Call it when the library has changed, and move the window then as usual, even if nobody scrolls. Images of assets
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
  ) -> Move where Assets.Element == Asset, Assets.Index == Int {
    let known = state.withLock { $0 }
    let window = known.window.clamped(to: assets.count)
    let items = window.items(tier: .decoded)
    let before = Set(known.keys.values).filter { !discarded.contains($0.asset) }
    var keys: [Int: ImageKey] = [:]
    var starts: [(item: Int, asset: Asset)] = []
    for item in items {
      let asset = assets[item]
      let key = ImageKey(asset, specification: specification)
      keys[item] = key
      if !before.contains(key) { starts.append((item, asset)) }
    }
    let after = Set(keys.values)
    let stops = Set(known.keys.values).filter { !after.contains($0) || discarded.contains($0.asset) }.sorted()
    for item in window.items(tier: .encoded) { imageManager.readAhead(assets[item]) }
    // Apart, so that what is thrown away is gone, and not found alive, when its asset is wanted again.
    imageManager.update { engine in
      Self.show(known.visibleItems, keys, in: &engine)
      return engine.stopCaching(stops)
    }
    let executor = imageManager.executor
    imageManager.update { engine in
      engine.startCaching(
        starts.map(\.asset), as: specification, at: starts.map(\.item), stored: executor.storedThumbnail)
        + engine.stopCaching([], then: items.compactMap { keys[$0] })
    }
    state.withLock { state in
      state.isForgotten = window.calls != nil || known.window.calls != nil
      state.window = state.isForgotten ? .empty : window
      state.keys = keys
      state.aheadItems = Set(window.items(tier: .encoded))
    }
    return Move(starts: starts.count, stops: stops.count)
  }

  private static func show(_ items: Range<Int>, _ keys: [Int: ImageKey], in engine: inout RequestEngine) {
    engine.show(items.compactMap { keys[$0] }, around: items.lowerBound + items.count / 2)
  }
}
