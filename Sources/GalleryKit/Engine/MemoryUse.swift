/// The bytes of images by use, among which a memory budget is shared.
///
/// Cells come first and are served whatever the budget. The ``RequestEngine`` limits the cache and work in flight to the rest: it
/// decodes an image ahead only if there is room, and the cache evicts images before others come.
package struct MemoryUse: Hashable, Sendable {
  /// Bytes that cells hold or wait for, cached images on screen included.
  package var cells: Int
  /// Bytes cached and not on screen.
  package var cache: Int
  /// Bytes in decoding, to be cached.
  package var inFlight: Int

  /// Makes a memory use.
  package init(cells: Int = 0, cache: Int = 0, inFlight: Int = 0) {
    self.cells = cells
    self.cache = cache
    self.inFlight = inFlight
  }

  /// The use with one more job of `byteCount` bytes.
  package func with(_ byteCount: Int, isForCell: Bool) -> MemoryUse {
    var use = self
    if isForCell { use.cells += byteCount } else { use.inFlight += byteCount }
    return use
  }

  /// The budget's part for the cache and work in flight.
  package func left(of budget: Int) -> Int { max(0, budget - cells) }

  /// The budget's part for the cache.
  package func cacheLimit(within budget: Int) -> Int { max(0, left(of: budget) - inFlight) }

  /// The bytes by which the cache and work in flight exceed their part of a budget; 0 while an engine keeps to it.
  package func excess(over budget: Int) -> Int { max(0, cache + inFlight - left(of: budget)) }
}
