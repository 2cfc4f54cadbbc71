/// Decides which image is evicted first when the cache is over its budget.
///
/// The cache numbers its entries with small integers, its slots, and tells the policy what happens to them; the
/// policy answers with a victim. It must not call the manager, which waits for the answer. One policy is one type in this
/// folder and one line in `EvictionPolicies.all`.
public protocol EvictionPolicy: Sendable {
  /// The name that scenarios and results use.
  static var name: String { get }

  /// Makes a policy for an empty cache.
  init()

  /// A new entry took the slot; `position` is its item's place in the grid, or `nil` if unknown.
  mutating func insert(_ slot: Int, at position: Int?)
  /// The user looks at this position.
  mutating func focus(on position: Int)
  /// The slot's entry was accessed.
  mutating func access(_ slot: Int)
  /// The slot's entry is gone, and the slot is free.
  mutating func remove(_ slot: Int)
  /// The next slot to evict, or `nil` if there is none; may record the entries that it examined.
  mutating func victim() -> Int?
}

extension EvictionPolicy {
  /// Changes nothing.
  public mutating func focus(on position: Int) {}
}

/// All eviction policies, each registered with one line.
package enum EvictionPolicies {
  package static let all: [any EvictionPolicy.Type] = [
    LRUEviction.self, ClockEviction.self, SieveEviction.self, FarthestEviction.self,
  ]

  package static func named(_ name: String) -> (any EvictionPolicy.Type)? {
    all.first { $0.name == name }
  }
}

/// `lru`: evicts the least recently used entry; every operation is O(1).
public struct LRUEviction: EvictionPolicy {
  /// See ``EvictionPolicy``.
  public static let name = "lru"

  private var slots = SlotList()

  /// See ``EvictionPolicy``.
  public init() {}

  /// See ``EvictionPolicy``.
  public mutating func insert(_ slot: Int, at position: Int?) { slots.append(slot) }

  /// See ``EvictionPolicy``.
  public mutating func access(_ slot: Int) { slots.renew(slot) }

  /// See ``EvictionPolicy``.
  public mutating func remove(_ slot: Int) { slots.remove(slot) }

  /// See ``EvictionPolicy``.
  public mutating func victim() -> Int? { slots.oldest }
}

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
  public mutating func insert(_ slot: Int, at position: Int?) { slots.append(slot) }

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

/// `sieve`: a hand goes round and evicts the first entry without an access since its last visit.
///
/// It goes from the oldest entry to the newest and begins again (Zhang and others, "SIEVE is Simpler than LRU", NSDI 2024).
/// Surviving entries keep their place, so new ones are tested soon while old favourites stay: it resists a fling through photos
/// that are not viewed again. An eviction is O(1) amortized over the accesses that set marks.
public struct SieveEviction: EvictionPolicy {
  /// See ``EvictionPolicy``.
  public static let name = "sieve"

  private var slots = SlotList()
  /// The hand's slot, or `nil` for the oldest; with an `Int`, the policy would not fit into an existential without a box.
  private var hand: Int32?

  /// See ``EvictionPolicy``.
  public init() {}

  /// See ``EvictionPolicy``.
  public mutating func insert(_ slot: Int, at position: Int?) { slots.append(slot) }

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
