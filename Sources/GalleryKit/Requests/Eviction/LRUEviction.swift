/// `lru`: gives up what was not asked for the longest.
///
/// A doubly linked list threaded through two arrays, from the oldest slot to the newest; every operation is O(1).
public struct LRUEviction: EvictionPolicy {
  /// See ``EvictionPolicy``.
  public static let name = "lru"

  private static let none = -1

  private var next: [Int] = []
  private var previous: [Int] = []
  private var oldest = Self.none
  private var newest = Self.none

  /// See ``EvictionPolicy``.
  public init() {}

  /// See ``EvictionPolicy``.
  public mutating func insert(_ slot: Int) {
    while next.count <= slot {
      next.append(Self.none)
      previous.append(Self.none)
    }
    append(slot)
  }

  /// See ``EvictionPolicy``.
  public mutating func access(_ slot: Int) {
    guard slot != newest else { return }
    remove(slot)
    append(slot)
  }

  /// See ``EvictionPolicy``.
  public mutating func remove(_ slot: Int) {
    let before = previous[slot]
    let after = next[slot]
    if before == Self.none { oldest = after } else { next[before] = after }
    if after == Self.none { newest = before } else { previous[after] = before }
  }

  /// See ``EvictionPolicy``.
  public mutating func victim() -> Int? { oldest == Self.none ? nil : oldest }

  private mutating func append(_ slot: Int) {
    previous[slot] = newest
    next[slot] = Self.none
    if newest == Self.none { oldest = slot } else { next[newest] = slot }
    newest = slot
  }
}
