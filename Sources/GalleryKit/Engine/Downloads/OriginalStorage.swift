/// Which originals of a remote library are on this machine, within a budget of bytes: optimised storage.
///
/// Bookkeeping alone; it touches no file. What was not used the longest goes first. What is pinned stays, even beyond the budget, which is
/// kept again when the pin is gone. An original on its way counts with all the bytes that it will have, so that there is
/// room for them when they come; what came of one whose download ended early stays as a part.
/// Every operation is O(1) for each original that it drops.
package struct OriginalStorage: Sendable {
  /// An original, or the first bytes of one.
  package struct Item: Hashable, Sendable, Codable {
    /// Where its file is.
    package var path: String
    /// Bytes that it takes.
    package var byteCount: Int
    /// Whether it is whole.
    package var isComplete: Bool

    /// Makes an item.
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

  /// The most bytes that originals may take while they are of no use at this moment.
  package let byteLimit: Int
  /// Bytes that they take.
  package private(set) var byteCount = 0

  /// By path.
  private var slots = SlotTable<String>()
  private var entries: [Entry?] = []
  /// Those that may go, the least recently used first; pinned ones are not in it.
  private var idle = SlotList()

  /// Makes an empty storage.
  package init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// How many originals there are, in part or whole.
  package var count: Int { slots.count }

  /// What is there of the original at this path, without counting as a use of it.
  package subscript(path: String) -> Item? { slots.first(of: path).flatMap { entries[$0]?.item } }

  /// Whether all of the original is there.
  package func hasAll(of path: String) -> Bool { self[path]?.isComplete == true }

  /// Puts an original there, or says anew how much is there of it, as its latest use; returns what must go.
  ///
  /// - Parameters:
  ///   - item: the original, and how much is there of it.
  ///   - isPinned: whether to ``pin(_:)`` it before anything goes.
  package mutating func put(_ item: Item, isPinned: Bool = false) -> [Item] {
    if let slot = slots.first(of: item.path) {
      byteCount += item.byteCount - (entries[slot]?.item.byteCount ?? 0)
      entries[slot]?.item = item
      if entries[slot]?.pins == 0 { idle.renew(slot) }
    } else {
      let slot = slots.insert(into: item.path)
      entries.set(slot, to: Entry(item: item))
      byteCount += item.byteCount
      idle.append(slot)
    }
    if isPinned { pin(item.path) }
    return trim()
  }

  /// Keeps the original until ``unpin(_:)`` was called as often; one that is not there is not pinned.
  package mutating func pin(_ path: String) {
    guard let slot = slots.first(of: path), let pins = entries[slot]?.pins else { return }
    if pins == 0 { idle.remove(slot) }
    entries[slot]?.pins = pins + 1
  }

  /// Needs the original no longer, which was its latest use; returns what must go.
  package mutating func unpin(_ path: String) -> [Item] {
    guard let slot = slots.first(of: path), let pins = entries[slot]?.pins, pins > 0 else { return [] }
    entries[slot]?.pins = pins - 1
    if pins == 1 { idle.append(slot) }
    return trim()
  }

  /// The file of the original is gone.
  package mutating func remove(_ path: String) {
    guard let slot = slots.first(of: path), let entry = entries[slot].take() else { return }
    slots.remove(slot, from: path)
    if entry.pins == 0 { idle.remove(slot) }
    byteCount -= entry.item.byteCount
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
