/// `lru`: gives up what was not asked for the longest.
///
/// A doubly linked list threaded through an array, from the oldest slot to the newest; every operation is O(1).
public struct LRUEviction: EvictionPolicy {
  private struct Link {
    var previous: Int
    var next: Int
  }

  /// See ``EvictionPolicy``.
  public static let name = "lru"

  private static let none = -1

  private var links: [Link] = []
  private var oldest = Self.none
  private var newest = Self.none

  /// See ``EvictionPolicy``.
  public init() {}

  /// See ``EvictionPolicy``.
  public mutating func insert(_ slot: Int) {
    while links.count <= slot { links.append(Link(previous: Self.none, next: Self.none)) }
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
    let link = links[slot]
    if link.previous == Self.none { oldest = link.next } else { links[link.previous].next = link.next }
    if link.next == Self.none { newest = link.previous } else { links[link.next].previous = link.previous }
  }

  /// See ``EvictionPolicy``.
  public mutating func victim() -> Int? { oldest == Self.none ? nil : oldest }

  private mutating func append(_ slot: Int) {
    links[slot] = Link(previous: newest, next: Self.none)
    if newest == Self.none { oldest = slot } else { links[newest].next = slot }
    newest = slot
  }
}
