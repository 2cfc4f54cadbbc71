extension RequestEngine {
  /// Wants images of the assets cached, the most urgent first.
  ///
  /// Starting twice changes nothing. An image that is in memory anywhere is kept without being decoded again.
  public mutating func startCaching(_ assets: [Asset], as specification: ImageSpecification) -> [Action] {
    var actions: [Action] = []
    for asset in assets {
      let key = ImageKey(asset: asset.localIdentifier, specification: specification)
      let isNew = wanted.insert(key).inserted
      actions.append(.observe(.startedCaching(key, isRedundant: !isNew)))
      guard isNew, asset.failure == nil else { continue }
      if let image = liveImage(for: key) {
        keep(image, for: key, &actions)
      } else if let job = queue.prefetch(asset, key: key) {
        actions.append(.observe(.enqueued(job)))
      }
    }
    startJobs(&actions)
    return actions
  }

  /// No longer wants the images cached; what never was started changes nothing.
  ///
  /// - Parameters:
  ///   - keys: the images that need not be cached.
  ///   - order: queued work for these images shall begin in this order, before other work that nobody waits for.
  public mutating func stopCaching(_ keys: [ImageKey], then order: [ImageKey] = []) -> [Action] {
    var actions: [Action] = []
    var released: [DecodedImage] = []
    for key in keys where wanted.remove(key) != nil {
      actions.append(.observe(.stoppedCaching(key)))
      if let image = cache.remove(key) {
        actions.append(.observe(.evicted(key, byteCount: image.pixels.byteCount, .stopped)))
        released.append(image)
      } else if let abandoned = queue.stopPrefetching(key) {
        actions.append(abandoned.event)
      }
    }
    if !released.isEmpty { actions.append(.evict(released)) }
    if !order.isEmpty { queue.prioritize(order) }
    startJobs(&actions)
    return actions
  }

  /// Whether work waits that nobody but a caching window wants.
  public var hasQueuedPrefetches: Bool { queue.hasQueuedPrefetches }

  /// No longer wants any image cached.
  public mutating func stopCachingAll() -> [Action] {
    // Sorted, so that the actions do not depend on the order in which a set happens to be.
    stopCaching(wanted.sorted())
  }

  /// The system says how short memory is: at `warning` the cache gives up half of its budget, at `critical` all.
  public mutating func relieve(_ pressure: MemoryPressure) -> [Action] {
    let limit: Int
    switch pressure {
    case .normal: return []
    case .warning: limit = cache.byteLimit / 2
    case .critical: limit = 0
    }
    return Self.evictions(cache.trim(to: limit), .pressure)
  }

  mutating func keep(_ image: DecodedImage, for key: ImageKey, _ actions: inout [Action]) {
    actions += Self.evictions(cache.insert(image, for: key), .budget)
  }

  // Static, because a call on `self` would hold a copy of the engine while its cache changes, which copies the cache.
  private static func evictions(
    _ evicted: [(key: ImageKey, image: DecodedImage)], _ reason: RequestEvent.EvictionReason
  ) -> [Action] {
    guard !evicted.isEmpty else { return [] }
    return evicted.map { .observe(.evicted($0.key, byteCount: $0.image.pixels.byteCount, reason)) }
      + [.evict(evicted.map(\.image))]
  }
}
