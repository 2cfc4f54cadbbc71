/// Bytes of images by what they are there for: what a memory budget is shared among.
///
/// Cells come first and are served whatever the budget. The ``RequestEngine`` holds the cache and work in flight to what is
/// left: an image is decoded ahead only where there is room for it, and the cache gives up images before others come.
package struct MemoryUse: Hashable, Sendable {
  /// What cells hold or wait for, including images on screen that are cached as well.
  package var cells: Int
  /// What is cached and not on screen.
  package var cache: Int
  /// What is being decoded, to be cached.
  package var inFlight: Int

  /// Makes a share-out of memory.
  package init(cells: Int = 0, cache: Int = 0, inFlight: Int = 0) {
    self.cells = cells
    self.cache = cache
    self.inFlight = inFlight
  }

  /// The same with a job whose image will weigh so much.
  package func with(_ byteCount: Int, isForCell: Bool) -> MemoryUse {
    var use = self
    if isForCell { use.cells += byteCount } else { use.inFlight += byteCount }
    return use
  }

  /// What a budget leaves to the cache and to work in flight.
  package func left(of budget: Int) -> Int { max(0, budget - cells) }

  /// What a budget leaves to the cache.
  package func cacheLimit(within budget: Int) -> Int { max(0, left(of: budget) - inFlight) }

  /// By how much the cache and work in flight are over what a budget leaves them; 0 wherever an engine keeps to it.
  package func excess(over budget: Int) -> Int { max(0, cache + inFlight - left(of: budget)) }
}
