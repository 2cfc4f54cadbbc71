/// Numbers entries with small integers, their slots, and finds them by group; the owner keeps the entries themselves.
///
/// A dictionary from a group to its newest slot, and singly linked lists threaded through an array. Every operation is O(1),
/// except the walk through one group.
package struct SlotTable<Group: Hashable & Sendable>: Sendable {
  private static var none: Int { -1 }

  private var firstSlots: [Group: Int] = [:]
  private var nextSlots: [Int] = []
  private var freeSlots: [Int] = []

  /// Makes an empty table.
  package init() {}

  /// Taken slots.
  package var count: Int { nextSlots.count - freeSlots.count }

  /// Reserves memory for `count` groups and slots.
  package mutating func reserve(_ count: Int) {
    firstSlots.reserveCapacity(count)
    nextSlots.reserveCapacity(count)
  }

  /// The group's newest slot.
  package func first(of group: Group) -> Int? { firstSlots[group] }

  /// The group's newest slot that meets the condition.
  package func first(of group: Group, where isWanted: (Int) -> Bool) -> Int? {
    var slot = firstSlots[group] ?? Self.none
    while slot != Self.none, !isWanted(slot) { slot = nextSlots[slot] }
    return slot == Self.none ? nil : slot
  }

  /// Visits the group's slots, the newest first.
  package func forEach(of group: Group, _ body: (Int) -> Void) {
    _ = first(of: group) { slot in
      body(slot)
      return false
    }
  }

  /// Takes a slot for a new entry of the group: one that is free, or the next number that was never used.
  package mutating func insert(into group: Group) -> Int {
    let slot = freeSlots.popLast() ?? nextSlots.count
    let next = firstSlots.updateValue(slot, forKey: group) ?? Self.none
    if slot == nextSlots.count { nextSlots.append(next) } else { nextSlots[slot] = next }
    return slot
  }

  /// Frees a slot of the group.
  package mutating func remove(_ slot: Int, from group: Group) {
    guard let index = firstSlots.index(forKey: group) else { return }
    freeSlots.append(slot)
    var before = firstSlots.values[index]
    if before != slot {
      while nextSlots[before] != slot { before = nextSlots[before] }
      nextSlots[before] = nextSlots[slot]
    } else if nextSlots[slot] == Self.none {
      firstSlots.remove(at: index)
    } else {
      firstSlots.values[index] = nextSlots[slot]
    }
  }
}

extension Array {
  /// Sets a slot's element, or appends it if the slot is the next one.
  package mutating func set(_ slot: Int, to element: Element) {
    if slot == count { append(element) } else { self[slot] = element }
  }
}

/// A list of slots, from the oldest to the newest, each with a mark: the basis of eviction policies.
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

  /// Whether the slot is marked; a new slot is not.
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

  /// Makes a slot of the list the newest.
  package mutating func renew(_ slot: Int) {
    guard slot != newest else { return }
    remove(slot)
    append(slot)
  }

  /// Takes the slot out.
  package mutating func remove(_ slot: Int) {
    let link = links[slot]
    if link.older == Self.none { first = link.newer } else { links[link.older].newer = link.newer }
    if link.newer == Self.none { last = link.older } else { links[link.newer].older = link.older }
  }
}
