/// Caching windows: each lives beside its cached images, and changes in one step with them.
extension RequestEngine {
  /// Moves a window and the cached images with it; or says which photos that takes.
  package mutating func move(
    _ owner: ObjectIdentifier, to window: CachingWindow, visibleItems: Range<Int>,
    _ photos: [Int: CachingRequest], _ actions: inout [Action]
  ) -> CachingWindowState.Step {
    let wasVisible = windows[owner]?.visibleItems
    let step = windows[owner, default: CachingWindowState()]
      .move(to: window, visibleItems: visibleItems, photos)
    guard case .done(let change) = step else { return step }
    guard !change.isEmpty || visibleItems != wasVisible else {
      // Cells may have released images since, which makes room.
      if hasQueuedPrefetches { startJobs(&actions) }
      return step
    }
    actions += showItems(of: owner)
    guard !change.isEmpty else { return step }
    actions += startCaching(change.starts.map(\.image))
    actions += readAhead(change.ahead)
    let order = hasQueuedPrefetches ? windows[owner]?.order ?? [] : []
    actions += stopCaching(change.stops, then: order)
    actions += stopReadingAhead(change.behind)
    return step
  }

  /// Stops caching images that a window no longer wants after a library change; or says which photos that takes.
  ///
  /// ``startRefill(_:_:)`` starts caching the newly wanted images.
  package mutating func refill(
    _ owner: ObjectIdentifier, itemCount: Int, discarding discarded: Set<String>,
    _ photos: [Int: CachingRequest], _ actions: inout [Action]
  ) -> CachingWindowState.Step {
    let step = windows[owner, default: CachingWindowState()]
      .refill(itemCount: itemCount, discarding: discarded, photos)
    if case .done(let change) = step {
      // An image that a cell still shows would be found alive.
      for key in change.stops where discarded.contains(key.asset) { live[key] = nil }
      actions += showItems(of: owner)
      actions += stopCaching(change.stops)
    }
    return step
  }

  /// Starts caching the images of a window's refill that the window still wants.
  package mutating func startRefill(_ owner: ObjectIdentifier, _ change: CachingWindowState.Change)
    -> [Action]
  {
    let state = windows[owner] ?? CachingWindowState()
    let originals = state.originals
    return startCaching(change.starts.filter(state.wants).map(\.image))
      + readAhead(change.ahead.filter { originals[$0.item] == .original(of: $0.image.asset) })
      + stopReadingAhead(change.behind.filter { !originals.values.contains($0) })
      + stopCaching([], then: state.order)
  }

  /// Closes a window: images and originals that no other window wants are no longer cached or read ahead.
  package mutating func close(_ owner: ObjectIdentifier) -> [Action] {
    guard let state = windows.removeValue(forKey: owner) else { return [] }
    var images = Set(state.keys.values).union(state.degraded.values)
    var originals = Set(state.originals.values)
    for other in windows.values {
      images.subtract(other.keys.values)
      images.subtract(other.degraded.values)
      originals.subtract(other.originals.values)
    }
    return stopCaching(images.sorted()) + stopReadingAhead(originals.sorted())
  }

  private mutating func readAhead(_ starts: [CachingWindowState.Start]) -> [Action] {
    // If the exact image is stored, its original is not needed.
    readAhead(starts.filter { $0.image.stored != .exact }.map(\.image.asset))
  }

  private mutating func showItems(of owner: ObjectIdentifier) -> [Action] {
    guard let items = windows[owner]?.visibleItems else { return [] }
    return show(keys(of: items, owner), around: items.lowerBound + items.count / 2)
  }

  private func keys(of items: some Sequence<Int>, _ owner: ObjectIdentifier) -> [ImageKey] {
    guard let keys = windows[owner]?.keys else { return [] }
    return items.compactMap { keys[$0] }
  }
}
