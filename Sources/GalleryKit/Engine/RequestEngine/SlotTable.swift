/// Numbers entries with small integers, their slots, and finds them by hash values.
///
/// The owner keeps the entries themselves, and compares them: unequal ones may have the same hash value in the table, which keeps
/// only half of each.
///
/// An open-addressing hash table with linear probing. A place is eight bytes, half of a hash value and a slot, so that most
/// look-ups read one cache line of the table, and no entry but the wanted one. A removal closes its gap with later places (Knuth,
/// "The Art of Computer Programming", volume 3, section 6.4, algorithm R). Every operation is O(1), except the walk through the
/// slots of one hash value.
package struct SlotTable: Sendable {
  /// The lower half of a hash value and a slot that has it, or neither.
  private struct Place {
    var hash: UInt32
    var slot: UInt32

    static let free = Place(hash: 0, slot: .max)

    var isFree: Bool { slot == .max }
  }

  /// A power of two in number; at most half are taken.
  private var places = [Place](repeating: .free, count: 16)
  /// Slots that were taken once.
  private var freeSlots: [UInt32] = []
  /// Slots that are taken or were once.
  private var slotCount = 0

  package init() {}

  package var count: Int { slotCount - freeSlots.count }

  package mutating func reserve(_ count: Int) {
    var placeCount = places.count
    while placeCount < 2 * count { placeCount *= 2 }
    if placeCount > places.count { spread(over: placeCount) }
  }

  /// The oldest slot of this hash value that meets the condition.
  package func first(hash: Int, where isWanted: (Int) -> Bool) -> Int? {
    let half = UInt32(truncatingIfNeeded: hash)
    var index = home(of: half)
    while !places[index].isFree {
      let place = places[index]
      if place.hash == half, isWanted(Int(place.slot)) { return Int(place.slot) }
      index = next(after: index)
    }
    return nil
  }

  package func forEach(hash: Int, _ body: (Int) -> Void) {
    _ = first(hash: hash) { slot in
      body(slot)
      return false
    }
  }

  /// Takes a slot for a new entry of this hash value: one that is free, or the next number that was never used.
  package mutating func insert(hash: Int) -> Int {
    reserve(count + 1)
    let slot = freeSlots.popLast() ?? UInt32(slotCount)
    if slot == slotCount { slotCount += 1 }
    put(Place(hash: UInt32(truncatingIfNeeded: hash), slot: slot))
    return Int(slot)
  }

  package mutating func remove(_ slot: Int, hash: Int) {
    var gap = home(of: UInt32(truncatingIfNeeded: hash))
    while places[gap].slot != slot {
      if places[gap].isFree { return }
      gap = next(after: gap)
    }
    freeSlots.append(UInt32(slot))
    // A place moves into the gap unless a search for it begins after the gap.
    var index = next(after: gap)
    while !places[index].isFree {
      if distance(from: home(of: places[index].hash), to: index) >= distance(from: gap, to: index) {
        places[gap] = places[index]
        gap = index
      }
      index = next(after: index)
    }
    places[gap] = .free
  }

  private mutating func put(_ place: Place) {
    var index = home(of: place.hash)
    while !places[index].isFree { index = next(after: index) }
    places[index] = place
  }

  /// Grows; begins at a free place, so that the slots of one hash value keep their order.
  private mutating func spread(over placeCount: Int) {
    let old = places
    let start = old.firstIndex(where: \.isFree) ?? 0
    places = Array(repeating: .free, count: placeCount)
    for place in old[start...] where !place.isFree { put(place) }
    for place in old[..<start] where !place.isFree { put(place) }
  }

  private func home(of hash: UInt32) -> Int { Int(hash) & (places.count - 1) }

  private func next(after index: Int) -> Int { (index + 1) & (places.count - 1) }

  private func distance(from start: Int, to end: Int) -> Int { (end - start) & (places.count - 1) }
}

extension Array {
  /// Sets a slot's element, or appends it if the slot is the next one.
  package mutating func set(_ slot: Int, to element: consuming Element) {
    if slot == count { append(element) } else { self[slot] = element }
  }
}

/// A list of slots, from the oldest to the newest, each with a mark: the basis of eviction policies.
///
/// A doubly linked list threaded through an array; every operation is O(1).
package struct SlotList: Sendable {
  /// A slot's neighbours, in half as many bytes as an `Int`, so that more of the list fits into a processor's caches.
  private struct Link {
    var older = SlotList.none
    var newer = SlotList.none
    var isMarked = false
  }

  private static let none: Int32 = -1

  private var links: [Link] = []
  private var first = Self.none
  private var last = Self.none

  package init() {}

  package var oldest: Int? { Self.slot(first) }

  package var newest: Int? { Self.slot(last) }

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

  package mutating func renew(_ slot: Int) {
    guard slot != newest else { return }
    remove(slot)
    append(slot)
  }

  package mutating func remove(_ slot: Int) {
    let link = links[slot]
    if link.older == Self.none { first = link.newer } else { links[Int(link.older)].newer = link.newer }
    if link.newer == Self.none { last = link.older } else { links[Int(link.newer)].older = link.older }
  }
}
