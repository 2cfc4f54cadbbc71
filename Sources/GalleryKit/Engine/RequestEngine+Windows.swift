/// Caching windows: each lives here, beside what is cached for it, and changes in one step with that.
extension RequestEngine {
  /// Moves a window, and with it what is cached; or says which photos that takes.
  package mutating func move(
    _ owner: ObjectIdentifier, to window: CachingWindow, visibleItems: Range<Int>,
    _ photos: [Int: CachingWindowState.Photo], _ actions: inout [Action]
  ) -> CachingWindowState.Step {
    let wasVisible = windows[owner]?.visibleItems
    let step = windows[owner, default: CachingWindowState()]
      .move(to: window, visibleItems: visibleItems, photos)
    guard case .done(let change) = step, !change.isEmpty || visibleItems != wasVisible else { return step }
    showItems(of: owner)
    guard !change.isEmpty else { return step }
    actions += startCaching(change.starts)
    let order = hasQueuedPrefetches ? keys(of: change.order, owner) : []
    actions += stopCaching(change.stops, then: order)
    return step
  }

  /// Stops caching what a window wants no more of a library that has changed; or says which photos that takes.
  ///
  /// What it now wants beside is started by ``startRefill(_:_:)``.
  package mutating func refill(
    _ owner: ObjectIdentifier, itemCount: Int, discarding discarded: Set<String>,
    _ photos: [Int: CachingWindowState.Photo], _ actions: inout [Action]
  ) -> CachingWindowState.Step {
    let step = windows[owner, default: CachingWindowState()]
      .refill(itemCount: itemCount, discarding: discarded, photos)
    if case .done(let change) = step {
      showItems(of: owner)
      actions += stopCaching(change.stops)
    }
    return step
  }

  /// Starts caching what a window's refill wants, as far as it has not moved on since.
  package mutating func startRefill(_ owner: ObjectIdentifier, _ change: CachingWindowState.Change)
    -> [Action]
  {
    let keys = windows[owner]?.keys ?? [:]
    let actions = startCaching(change.starts.filter { keys[$0.item] == $0.photo.key })
    return actions + stopCaching([], then: self.keys(of: change.order, owner))
  }

  private mutating func startCaching(_ starts: [CachingWindowState.Start]) -> [Action] {
    startCaching(
      starts.map {
        ($0.photo.key, PrefetchRequest(asset: $0.photo.asset, position: $0.item, stored: $0.photo.stored))
      })
  }

  private mutating func showItems(of owner: ObjectIdentifier) {
    guard let items = windows[owner]?.visibleItems else { return }
    show(keys(of: items, owner), around: items.lowerBound + items.count / 2)
  }

  private func keys(of items: some Sequence<Int>, _ owner: ObjectIdentifier) -> [ImageKey] {
    guard let keys = windows[owner]?.keys else { return [] }
    return items.compactMap { keys[$0] }
  }
}
