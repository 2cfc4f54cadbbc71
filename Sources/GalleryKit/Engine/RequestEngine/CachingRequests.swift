/// An image to cache, of a photo as it was looked up in the library and in the thumbnail store.
package struct CachingRequest: Sendable {
  let asset: Asset
  private(set) var key: ImageKey
  let position: Int?
  var stored: StoredThumbnail
  /// Whether its image could not be made.
  var hasFailed = false

  package init(
    _ asset: Asset, as specification: ImageSpecification, at position: Int? = nil,
    stored: StoredThumbnail = .none
  ) {
    (self.asset, self.position, self.stored) = (asset, position, stored)
    key = ImageKey(asset, specification: specification)
  }

  func of(_ kind: ImageKey.Kind) -> Self {
    var request = self
    request.key = key.of(kind)
    return request
  }
}

extension RequestEngine {
  /// Starts caching images, the most urgent first.
  ///
  /// Starting twice changes nothing, unless the image could not be made and the second start `retries`. An image that is in memory
  /// anywhere is kept without another decode.
  package mutating func startCaching(_ requests: [CachingRequest], retries: Bool = false) -> [Action] {
    for request in requests {
      let known = wanted.updateValue(request, forKey: request.key)
      actions.append(.observe(.startedCaching(request.key, isRedundant: known != nil)))
      let isLost = known.map { retries && ($0.hasFailed || $0.asset.failure != nil) } ?? true
      if isLost { prepare(request) } else { wanted[request.key]?.hasFailed = known?.hasFailed ?? false }
    }
    return decided()
  }

  /// Stops caching the images; queued work for those of `order` then begins in that order, before other prefetches.
  package mutating func stopCaching(_ keys: [ImageKey], then order: [ImageKey] = []) -> [Action] {
    var released: [DecodedImage] = []
    let stopped = keys.filter { wanted.removeValue(forKey: $0) != nil }
    for key in stopped {
      actions.append(.observe(.stoppedCaching(key)))
      for key in key.kind == .image ? [key, key.of(.degraded)] : [key] where !isWanted(key) {
        if let image = cache.remove(key) {
          actions.append(.observe(.evicted(key, .stopped)))
          released.append(image)
        } else {
          abandoned(queue.stopPrefetching(key))
        }
      }
      if let request = wanted[key.of(.degraded)] { prepare(request) }
    }
    if !released.isEmpty { actions.append(.evict(released)) }
    if !order.isEmpty { queue.prioritize(order.map(made)) }
    return decided()
  }

  package mutating func stopCachingAll() -> [Action] {
    // Sorted, so that the actions do not depend on a dictionary's order.
    let originals = Set(windows.values.flatMap(\.originals.values)).sorted()
    windows = [:]
    return stopCaching(wanted.keys.sorted()) + stopReadingAhead(originals)
  }

  /// Sets the images on screen, which are not evicted for others; `focus` is the position in the middle of the screen.
  package mutating func show(_ keys: [ImageKey], around focus: Int) -> [Action] {
    cache.pin(keys, around: focus)
    return decided()
  }

  /// Sets whether caching makes full-quality images, or else degraded ones if these are cheap.
  ///
  /// Cached images stay, and running work finishes. Queued work is dropped or added, so that the images wanted now will be there.
  package mutating func allowCachingHighQualityImages(_ isAllowed: Bool) -> [Action] {
    guard isAllowed != cachesHighQualityImages else { return [] }
    let formerKind = wantedKind
    cachesHighQualityImages = isAllowed
    for (key, request) in wanted.sorted(by: { $0.key < $1.key }) where key.kind == .image {
      let former = key.of(formerKind)
      if !isWanted(former) { abandoned(queue.stopPrefetching(former)) }
      prepare(request)
    }
    return decided()
  }

  private var wantedKind: ImageKey.Kind { cachesHighQualityImages ? .image : .degraded }

  /// The key that caching makes for a wanted key: degraded if the key is, or if full quality is not allowed.
  private func made(for key: ImageKey) -> ImageKey { key.kind == .image ? key.of(wantedKind) : key }

  /// Whether caching makes exactly this image, or a window reads this original ahead.
  func isWanted(_ key: ImageKey) -> Bool {
    if key.kind == .original { return windows.values.contains { $0.originals.values.contains(key) } }
    return key.kind == wantedKind && wanted[key.of(.image)] != nil
      || key.kind == .degraded && wanted[key] != nil
  }

  /// Drops degraded images from the cache, and others until it keeps to the share of the budget that windows have under pressure.
  ///
  /// Images on screen stay. A dropped image that is wanted comes back when a cell requests it, or when caching starts for it
  /// again.
  package mutating func relieve(_ pressure: MemoryPressure) -> [Action] {
    guard pressure > .normal else { return [] }
    let budget = memoryBudget / 4 * Int(4 * pressure.windowShare)
    let degraded = cache.removeDegraded()
    return Self.evictions(degraded + cache.trim(to: memoryUse.cacheLimit(within: budget)), .pressure)
  }

  /// Puts the wanted image in the cache, or its job in the queue.
  mutating func prepare(_ request: CachingRequest) {
    guard request.asset.failure == nil, !cache.contains(request.key.of(.image)) else { return }
    let key = made(for: request.key)
    if key.kind == .image, let image = liveImage(for: key) { return keep(image, for: key) }
    if key.kind == .degraded, !hasDegradedImage(request.asset) || cache.contains(key) { return }
    let original = access(to: request.asset, for: key, request.stored)
    let isHeld = original == .toBeDownloaded
    guard !isHeld || downloads.limit > 0 else { return }
    if let job = queue.prefetch(request.asset, key: key, at: request.position, original: original) {
      enqueued(job, isHeld: isHeld)
    }
  }

  /// Caches an image made for a wanted key; a full image replaces the degraded one.
  mutating func keep(_ image: DecodedImage, for key: ImageKey) {
    if key.kind == .image, let degraded = cache.remove(key.of(.degraded)) {
      actions += Self.evictions([(key.of(.degraded), degraded)], .stopped)
    }
    // It belongs to no cell until it is cached; otherwise it would count twice.
    image.pixels.move(to: .inFlight)
    makeRoom()
    let position = (wanted[key] ?? wanted[key.of(.image)])?.position
    actions += Self.evictions(cache.insert(image, for: key, at: position), .budget)
  }

  /// Evicts images until the budget has room for `byteCount` more bytes, and returns whether it has.
  ///
  /// A cell may hold an evicted image: its eviction then frees less room than expected.
  @discardableResult
  mutating func makeRoom(for byteCount: Int = 0, isForCell: Bool = false) -> Bool {
    while true {
      let use = memoryUse.with(byteCount, isForCell: isForCell)
      let evicted = cache.limit(to: use.cacheLimit(within: memoryBudget))
      guard !evicted.isEmpty else { return use.excess(over: memoryBudget) == 0 }
      actions += Self.evictions(evicted, .budget)
    }
  }

  // Static, because a call on `self` would hold a copy of the engine while its cache changes, which copies the cache.
  private static func evictions(
    _ evicted: [EvictedImage], _ reason: RequestEvent.EvictionReason
  ) -> [Action] {
    guard !evicted.isEmpty else { return [] }
    return evicted.map { .observe(.evicted($0.key, reason)) } + [.evict(evicted.map(\.image))]
  }
}
