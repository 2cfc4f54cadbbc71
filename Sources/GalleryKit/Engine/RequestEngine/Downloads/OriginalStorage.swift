/// The originals of a remote library on this machine, within a budget of bytes: optimised storage.
///
/// Bookkeeping alone; it touches no file. The least recently used original is dropped first. Pinned originals stay, even beyond
/// the budget, which holds again once the pin is gone. An original in flight counts with all its future bytes, so that there is
/// room for them when they arrive; the bytes of a download that ended early stay as a part. Every operation is O(1) for each
/// original that it drops.
package struct OriginalStorage: Sendable {
  package struct Item: Hashable, Sendable, Codable {
    package var path: String
    package var byteCount: Int
    package var isComplete: Bool

    package init(path: String, byteCount: Int, isComplete: Bool) {
      self.path = path
      self.byteCount = byteCount
      self.isComplete = isComplete
    }
  }

  private struct Entry {
    var item: Item
    var pins = 0
  }

  /// The most bytes that originals may take; only pinned ones may exceed it.
  package let byteLimit: Int
  package private(set) var byteCount = 0

  private var slots = SlotTable()
  private var entries: [Entry?] = []
  /// The unpinned originals, the least recently used first.
  private var idle = SlotList()

  package init(byteLimit: Int) { self.byteLimit = byteLimit }

  package var count: Int { slots.count }

  /// The item for the original at this path; the look-up does not count as a use.
  package subscript(path: String) -> Item? { slot(of: path).flatMap { entries[$0]?.item } }

  package func hasAll(of path: String) -> Bool { self[path]?.isComplete == true }

  /// Adds an original or updates its size, as its latest use, pinned first if `isPinned`; returns the originals to drop.
  package mutating func put(_ item: Item, isPinned: Bool = false) -> [Item] {
    if let slot = slot(of: item.path) {
      byteCount += item.byteCount - (entries[slot]?.item.byteCount ?? 0)
      entries[slot]?.item = item
      if entries[slot]?.pins == 0 { idle.renew(slot) }
    } else {
      let slot = slots.insert(hash: item.path.hashValue)
      entries.set(slot, to: Entry(item: item))
      byteCount += item.byteCount
      idle.append(slot)
    }
    if isPinned { pin(item.path) }
    return trim()
  }

  /// Keeps the original, if it is stored, until ``unpin(_:)`` was called as often as this.
  package mutating func pin(_ path: String) {
    guard let slot = slot(of: path), let pins = entries[slot]?.pins else { return }
    if pins == 0 { idle.remove(slot) }
    entries[slot]?.pins = pins + 1
  }

  /// Releases a pin, as the original's latest use; returns the originals to drop.
  package mutating func unpin(_ path: String) -> [Item] {
    guard let slot = slot(of: path), let pins = entries[slot]?.pins, pins > 0 else { return [] }
    entries[slot]?.pins = pins - 1
    if pins == 1 { idle.append(slot) }
    return trim()
  }

  package mutating func remove(_ path: String) {
    guard let slot = slot(of: path), let entry = entries[slot].take() else { return }
    slots.remove(slot, hash: path.hashValue)
    if entry.pins == 0 { idle.remove(slot) }
    byteCount -= entry.item.byteCount
  }

  private func slot(of path: String) -> Int? {
    slots.first(hash: path.hashValue) { entries[$0]?.item.path == path }
  }

  private mutating func trim() -> [Item] {
    var dropped: [Item] = []
    while byteCount > byteLimit, let slot = idle.oldest, let item = entries[slot]?.item {
      remove(item.path)
      dropped.append(item)
    }
    return dropped
  }
}
