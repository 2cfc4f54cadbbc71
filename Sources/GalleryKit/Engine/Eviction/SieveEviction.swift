/// `sieve`: a hand goes round and evicts the first entry without an access since its last visit.
///
/// It goes from the oldest entry to the newest and begins again (Zhang and others, "SIEVE is Simpler than LRU", NSDI 2024).
/// Surviving entries keep their place, so new ones are tested soon while old favourites stay: it resists a fling through photos
/// that are not viewed again. An eviction is O(1) amortized over the accesses that set marks.
public struct SieveEviction: EvictionPolicy {
  /// See ``EvictionPolicy``.
  public static let name = "sieve"

  private var slots = SlotList()
  /// The hand's slot; `nil` means the oldest.
  ///
  /// With an `Int`, the policy would not fit into an existential without a box.
  private var hand: Int32?

  /// See ``EvictionPolicy``.
  public init() {}

  /// See ``EvictionPolicy``.
  public mutating func insert(_ slot: Int) { slots.append(slot) }

  /// See ``EvictionPolicy``.
  public mutating func access(_ slot: Int) { slots[isMarked: slot] = true }

  /// See ``EvictionPolicy``.
  public mutating func remove(_ slot: Int) {
    if let hand, hand == slot { self.hand = slots.newer(than: slot).map(Int32.init) }
    slots.remove(slot)
  }

  /// See ``EvictionPolicy``.
  public mutating func victim() -> Int? {
    var place = hand.map(Int.init) ?? slots.oldest
    while let slot = place, slots[isMarked: slot] {
      slots[isMarked: slot] = false
      place = slots.newer(than: slot) ?? slots.oldest
    }
    hand = place.map(Int32.init)
    return place
  }
}
