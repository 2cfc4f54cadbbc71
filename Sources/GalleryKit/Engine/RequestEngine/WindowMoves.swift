/// Caching windows: each lives beside its cached images, and changes in one step with them.
extension RequestEngine {
  /// Moves a window and the cached images with it, or says which photos it needs for that.
  package mutating func move(
    _ owner: ObjectIdentifier, to window: CachingWindow, as specification: ImageSpecification,
    visibleItems: Range<Int>, _ photos: [Int: CachingRequest], _ actions: inout [Action]
  ) -> CachingWindowState.Step {
    let wasVisible = windows[owner]?.visibleItems
    let step = windows[owner, default: CachingWindowState()]
      .move(to: window, as: specification, visibleItems: visibleItems, photos)
    guard case .done(let difference) = step else { return step }
    guard !difference.isEmpty || visibleItems != wasVisible else {
      // Cells may have released images since, which makes room.
      if queue.hasQueuedPrefetches { actions += decided() }
      return step
    }
    actions += showItems(of: owner)
    guard !difference.isEmpty else { return step }
    actions += startCaching(difference.starts.map(\.image))
    actions += readAhead(difference.ahead)
    let order = queue.hasQueuedPrefetches ? windows[owner]?.order ?? [] : []
    let others = claims(besides: owner)
    actions += stopCaching(difference.stops.filter { !others.contains($0) }, then: order)
    actions += stopReadingAhead(difference.behind.filter { !others.contains($0) })
    return step
  }

  /// Stops caching images that a window no longer wants after a library change, before ``startRefill(_:_:)`` starts with new
  /// ones; or says which photos it needs for that.
  package mutating func refill(
    _ owner: ObjectIdentifier, itemCount: Int, discarding discarded: Set<String>,
    _ photos: [Int: CachingRequest], _ actions: inout [Action]
  ) -> CachingWindowState.Step {
    let step = windows[owner, default: CachingWindowState()]
      .refill(itemCount: itemCount, discarding: discarded, photos)
    if case .done(let difference) = step {
      // An image that a cell still shows would be found alive.
      for key in difference.stops where discarded.contains(key.asset) { live[key] = nil }
      actions += showItems(of: owner)
      let others = claims(besides: owner)
      actions += stopCaching(difference.stops.filter { discarded.contains($0.asset) || !others.contains($0) })
    }
    return step
  }

  /// Starts caching the images of a window's refill that the window still wants.
  package mutating func startRefill(_ owner: ObjectIdentifier, _ difference: CachingWindowState.Difference)
    -> [Action]
  {
    let state = windows[owner] ?? CachingWindowState()
    let (originals, all) = (state.originals, claims(besides: nil))
    return startCaching(difference.starts.filter(state.wants).map(\.image))
      + readAhead(difference.ahead.filter { originals[$0.item] == .original(of: $0.image.asset) })
      + stopReadingAhead(difference.behind.filter { !all.contains($0) })
      + stopCaching([], then: state.order)
  }

  /// Closes a window: images and originals that no other window wants are no longer cached or read ahead.
  package mutating func close(_ owner: ObjectIdentifier) -> [Action] {
    guard let state = windows.removeValue(forKey: owner) else { return [] }
    let gone = state.claims.subtracting(claims(besides: owner)).sorted()
    return stopCaching(gone) + stopReadingAhead(gone.filter { $0.kind == .original })
  }

  /// The images and originals that windows other than this one want.
  private func claims(besides owner: ObjectIdentifier?) -> Set<ImageKey> {
    windows.reduce(into: []) { claims, window in
      if window.key != owner { claims.formUnion(window.value.claims) }
    }
  }

  private mutating func readAhead(_ starts: [CachingWindowState.Start]) -> [Action] {
    // If the exact image is stored, its original is not needed.
    readAhead(starts.filter { $0.image.stored != .exact }.map(\.image.asset))
  }

  /// Pins the images that all grids show; the middle of the screen is this one's.
  private mutating func showItems(of owner: ObjectIdentifier) -> [Action] {
    guard let state = windows[owner] else { return [] }
    var others: [ImageKey] = []
    for (other, state) in windows where other != owner { others += state.visible }
    let items = state.visibleItems
    // Sorted, so that the actions do not depend on a dictionary's order.
    return show(state.visible + others.sorted(), around: items.lowerBound + items.count / 2)
  }
}
