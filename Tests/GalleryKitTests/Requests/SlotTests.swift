import GalleryEngine
import TestSupport
import Testing

/// The numbered places of entries in caches: free ones, those of one hash value, and the oldest one.
struct SlotTests {
  private func slots(hash: Int, in table: SlotTable) -> [Int] {
    var slots: [Int] = []
    table.forEach(hash: hash) { slots.append($0) }
    return slots
  }

  @Test func `a table numbers slots from 0, and reuses freed ones before new ones`() {
    var table = SlotTable()
    #expect((0..<4).map { _ in table.insert(hash: 7) } == [0, 1, 2, 3])
    table.remove(1, hash: 7)
    table.remove(2, hash: 7)
    // It has left already.
    table.remove(2, hash: 7)
    #expect(table.count == 2)
    #expect(Set([table.insert(hash: 8), table.insert(hash: 8)]) == [1, 2])
    #expect(table.insert(hash: 8) == 4)
    #expect(table.count == 5)
  }

  /// Few hash values, neighbours across both ends of tables of any size, share their places and move each other; many make the
  /// table grow.
  @Test(arguments: [-4...4, -2000...2000])
  func `a table does what a dictionary of lists would do`(hashes: ClosedRange<Int>) {
    var random = Shuffler(seed: 5)
    var table = SlotTable()
    var lists: [Int: [Int]] = [:]
    var taken: Set<Int> = []
    for step in 0..<5000 {
      // Room for many leaves all as it is.
      if step == 4000 { table.reserve(10_000) }
      let hash = hashes.lowerBound + random.next(hashes.count)
      if let slots = lists[hash], !slots.isEmpty, random.next(2) == 0 {
        let slot = slots[random.next(slots.count)]
        lists[hash]?.removeAll { $0 == slot }
        taken.remove(slot)
        table.remove(slot, hash: hash)
      } else {
        let slot = table.insert(hash: hash)
        #expect(taken.insert(slot).inserted, "a slot is taken once")
        lists[hash, default: []].append(slot)
      }
      #expect(table.count == taken.count)
      let other = hashes.lowerBound + random.next(hashes.count)
      for hash in [hash, other] {
        #expect(slots(hash: hash, in: table) == lists[hash] ?? [])
        let isWanted = { (slot: Int) in slot % 3 == step % 3 }
        #expect(table.first(hash: hash, where: isWanted) == lists[hash]?.first(where: isWanted))
      }
    }
    for hash in hashes { #expect(slots(hash: hash, in: table) == lists[hash] ?? []) }
  }

  /// Of few slots, a list is empty again and again.
  @Test(arguments: [3, 20])
  func `a list does what an array would do`(slotCount: Int) {
    var random = Shuffler(seed: 9)
    var list = SlotList()
    var array: [Int] = []
    for _ in 0..<5000 {
      let slot = random.next(slotCount)
      switch (array.contains(slot), random.next(2)) {
      case (false, _):
        list.append(slot)
        array.append(slot)
      case (true, 0):
        list.remove(slot)
        array.removeAll { $0 == slot }
      default:
        list.renew(slot)
        array.removeAll { $0 == slot }
        array.append(slot)
      }
      let contents = list.oldest.map { Array(sequence(first: $0, next: list.newer(than:))) } ?? []
      #expect(contents == array)
      #expect(list.newest == array.last)
    }
  }
}
