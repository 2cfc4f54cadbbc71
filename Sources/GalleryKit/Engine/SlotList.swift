/// A list of slots, from the oldest to the newest, each with a mark: the basis of eviction policies.
///
/// A doubly linked list threaded through an array; every operation is O(1).
package struct SlotList: Sendable {
  /// A slot's neighbours, in half as many bytes as an `Int`, so that more of the list is in a processor's caches.
  private struct Link {
    var older = SlotList.none
    var newer = SlotList.none
    var isMarked = false
  }

  private static let none: Int32 = -1

  private var links: [Link] = []
  private var first = Self.none
  private var last = Self.none

  /// Makes an empty list.
  package init() {}

  /// The slot that has been in the list the longest.
  package var oldest: Int? { Self.slot(first) }

  /// The slot that came in last.
  package var newest: Int? { Self.slot(last) }

  /// The slot that came in after `slot`.
  package func newer(than slot: Int) -> Int? { Self.slot(links[slot].newer) }

  private static func slot(_ link: Int32) -> Int? { link == none ? nil : Int(link) }

  /// Whether the slot is marked; a new slot is not.
  subscript(isMarked slot: Int) -> Bool {
    get { links[slot].isMarked }
    set { links[slot].isMarked = newValue }
  }

  /// Makes the slot, which is not in the list, the newest.
  package mutating func append(_ slot: Int) {
    while links.count <= slot { links.append(Link()) }
    links[slot] = Link(older: last)
    if last == Self.none { first = Int32(slot) } else { links[Int(last)].newer = Int32(slot) }
    last = Int32(slot)
  }

  /// Makes a slot of the list the newest.
  package mutating func renew(_ slot: Int) {
    guard slot != newest else { return }
    remove(slot)
    append(slot)
  }

  /// Takes the slot out.
  package mutating func remove(_ slot: Int) {
    let link = links[slot]
    if link.older == Self.none { first = link.newer } else { links[Int(link.older)].newer = link.newer }
    if link.newer == Self.none { last = link.older } else { links[Int(link.newer)].older = link.older }
  }
}
