/// Slots in a row, from the oldest to the newest, each with a mark: what eviction policies are made of.
///
/// A doubly linked list threaded through an array; every operation is O(1).
package struct SlotList: Sendable {
  private struct Link {
    var older: Int
    var newer: Int
    var isMarked = false
  }

  private static let none = -1

  private var links: [Link] = []
  private var first = Self.none
  private var last = Self.none

  /// Makes an empty list.
  package init() {}

  /// The slot that has been in the list the longest.
  package var oldest: Int? { first == Self.none ? nil : first }

  /// The slot that came in last.
  package var newest: Int? { last == Self.none ? nil : last }

  /// The slot that came in after `slot`.
  package func newer(than slot: Int) -> Int? { links[slot].newer == Self.none ? nil : links[slot].newer }

  /// Whether the slot is marked; it is not when it comes in.
  subscript(isMarked slot: Int) -> Bool {
    get { links[slot].isMarked }
    set { links[slot].isMarked = newValue }
  }

  /// Makes the slot, which is not in the list, the newest.
  package mutating func append(_ slot: Int) {
    while links.count <= slot { links.append(Link(older: Self.none, newer: Self.none)) }
    links[slot] = Link(older: last, newer: Self.none)
    if last == Self.none { first = slot } else { links[last].newer = slot }
    last = slot
  }

  /// Takes the slot out.
  package mutating func remove(_ slot: Int) {
    let link = links[slot]
    if link.older == Self.none { first = link.newer } else { links[link.older].newer = link.newer }
    if link.newer == Self.none { last = link.older } else { links[link.newer].older = link.older }
  }
}
