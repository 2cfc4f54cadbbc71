internal import HeapModule

/// `farthest`: evicts the entry farthest from the user's position.
///
/// Photos scroll past in order, so the farthest one is needed last (Bélády's rule, with distance for time). The farthest position
/// is the first or the last one, so a double-ended heap finds it for any focus, in O(log n). Entries without a position are
/// evicted first, the oldest before the others.
public struct FarthestEviction: EvictionPolicy {
  /// See ``EvictionPolicy``.
  public static let name = "farthest"

  private struct Place: Comparable, Sendable {
    let position: Int
    let slot: Int
    /// Tells an entry from earlier ones in the same slot.
    let ticket: Int

    static func < (left: Self, right: Self) -> Bool {
      (left.position, left.ticket) < (right.position, right.ticket)
    }
  }

  private static let unplaced = -1

  /// Also holds removed entries, which are skipped.
  private var places = Heap<Place>()
  /// By slot: the ticket of its place, `unplaced` if it has none, `nil` if the slot is not taken.
  private var tickets: [Int?] = []
  private var placedCount = 0
  private var nextTicket = 0
  private var unplacedSlots = SlotList()
  private var focus = 0

  /// See ``EvictionPolicy``.
  public init() {}

  /// See ``EvictionPolicy``.
  public mutating func insert(_ slot: Int, at position: Int?) {
    while tickets.count <= slot { tickets.append(nil) }
    guard let position else {
      tickets[slot] = Self.unplaced
      unplacedSlots.append(slot)
      return
    }
    tickets[slot] = nextTicket
    places.insert(Place(position: position, slot: slot, ticket: nextTicket))
    nextTicket += 1
    placedCount += 1
  }

  /// See ``EvictionPolicy``.
  public mutating func access(_ slot: Int) {}

  /// See ``EvictionPolicy``.
  public mutating func focus(on position: Int) { focus = position }

  /// See ``EvictionPolicy``.
  public mutating func remove(_ slot: Int) {
    let isPlaced = tickets[slot] != Self.unplaced
    tickets[slot] = nil
    guard isPlaced else { return unplacedSlots.remove(slot) }
    placedCount -= 1
    // Sweeping at twice the size keeps the cost constant for each entry that leaves.
    if places.count > 2 * placedCount + 64 { places = Heap(places.unordered.filter(isTaken)) }
  }

  /// See ``EvictionPolicy``.
  public mutating func victim() -> Int? {
    if let slot = unplacedSlots.oldest { return slot }
    while let first = places.min, !isTaken(first) { places.removeMin() }
    while let last = places.max, !isTaken(last) { places.removeMax() }
    guard let first = places.min, let last = places.max else { return nil }
    return focus - first.position > last.position - focus ? first.slot : last.slot
  }

  private func isTaken(_ place: Place) -> Bool { tickets[place.slot] == place.ticket }
}
