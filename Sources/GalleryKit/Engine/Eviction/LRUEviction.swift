/// `lru`: evicts the least recently used entry.
///
/// Every operation is O(1).
public struct LRUEviction: EvictionPolicy {
  /// See ``EvictionPolicy``.
  public static let name = "lru"

  private var slots = SlotList()

  /// See ``EvictionPolicy``.
  public init() {}

  /// See ``EvictionPolicy``.
  public mutating func insert(_ slot: Int) { slots.append(slot) }

  /// See ``EvictionPolicy``.
  public mutating func access(_ slot: Int) { slots.renew(slot) }

  /// See ``EvictionPolicy``.
  public mutating func remove(_ slot: Int) { slots.remove(slot) }

  /// See ``EvictionPolicy``.
  public mutating func victim() -> Int? { slots.oldest }
}
