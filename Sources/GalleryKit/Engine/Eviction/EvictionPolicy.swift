/// Decides which image goes first when the cache is over its budget.
///
/// The cache numbers its entries with small integers, its slots, and tells the policy what happens to them; the
/// policy answers with a victim. One policy is one file in `Eviction/` and one line in `EvictionPolicies.all`.
public protocol EvictionPolicy: Sendable {
  /// The name that scenarios and results use.
  static var name: String { get }

  /// Makes a policy for an empty cache.
  init()

  /// A new entry took the slot.
  mutating func insert(_ slot: Int)
  /// A new entry took the slot; `position` is its item's place in the grid, or `nil` if unknown.
  ///
  /// Policies that ignore positions leave this to ``insert(_:)``.
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
  /// The same as without a position.
  public mutating func insert(_ slot: Int, at position: Int?) { insert(slot) }

  /// Changes nothing.
  public mutating func focus(on position: Int) {}
}

/// All eviction policies, each registered with one line.
package enum EvictionPolicies {
  /// All policies, in the order of the tables.
  package static let all: [any EvictionPolicy.Type] = [
    LRUEviction.self, ClockEviction.self, SieveEviction.self, FarthestEviction.self,
  ]

  /// The policy of that name, or `nil`.
  package static func named(_ name: String) -> (any EvictionPolicy.Type)? {
    all.first { $0.name == name }
  }
}
