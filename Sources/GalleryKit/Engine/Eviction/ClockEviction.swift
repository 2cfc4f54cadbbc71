/// `clock`: evicts the oldest entry without an access since it was last passed over.
///
/// After Corbató's "A Paging Experiment with the Multics System" (1968). An access only sets a mark, which costs less than
/// `lru`'s move; a marked entry gets a second round. An eviction is O(1) amortized over the accesses that set marks.
public struct ClockEviction: EvictionPolicy {
  /// See ``EvictionPolicy``.
  public static let name = "clock"

  private var slots = SlotList()

  /// See ``EvictionPolicy``.
  public init() {}

  /// See ``EvictionPolicy``.
  public mutating func insert(_ slot: Int) { slots.append(slot) }

  /// See ``EvictionPolicy``.
  public mutating func access(_ slot: Int) { slots[isMarked: slot] = true }

  /// See ``EvictionPolicy``.
  public mutating func remove(_ slot: Int) { slots.remove(slot) }

  /// See ``EvictionPolicy``.
  public mutating func victim() -> Int? {
    while let slot = slots.oldest {
      guard slots[isMarked: slot] else { return slot }
      slots.remove(slot)
      slots.append(slot)
    }
    return nil
  }
}
