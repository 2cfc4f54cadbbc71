import GalleryEngine
import TestSupport
import Testing

/// The numbered places of entries in caches: free ones, groups, and the oldest one.
struct SlotTests {
  private func slots(of group: String, in table: SlotTable<String>) -> [Int] {
    var slots: [Int] = []
    table.forEach(of: group) { slots.append($0) }
    return slots
  }

  @Test func `a table numbers slots from 0, and gives freed ones away before new ones`() {
    var table = SlotTable<String>()
    #expect((0..<4).map { _ in table.insert(into: "a") } == [0, 1, 2, 3])
    table.remove(1, from: "a")
    table.remove(2, from: "a")
    #expect(table.count == 2)
    #expect(Set([table.insert(into: "b"), table.insert(into: "b")]) == [1, 2])
    #expect(table.insert(into: "b") == 4)
    #expect(table.count == 5)
  }

  @Test func `a group has its newest slot first`() {
    var table = SlotTable<String>()
    for group in ["a", "b", "a", "b", "a"] { _ = table.insert(into: group) }
    #expect(slots(of: "a", in: table) == [4, 2, 0])
    #expect(table.first(of: "a") == 4)
    #expect(table.first(of: "b") == 3)
    #expect(table.first(of: "a") { $0 < 3 } == 2)
    #expect(table.first(of: "a") { $0 > 9 } == nil)
    #expect(table.first(of: "c") == nil)
    #expect(slots(of: "c", in: table) == [])
  }

  @Test(arguments: [(0, [4, 2]), (2, [4, 0]), (4, [2, 0])])
  func `a slot leaves the begin, the middle and the end of its group`(removed: Int, left: [Int]) {
    var table = SlotTable<String>()
    for group in ["a", "b", "a", "b", "a"] { _ = table.insert(into: group) }
    table.remove(removed, from: "a")
    #expect(slots(of: "a", in: table) == left)
    #expect(slots(of: "b", in: table) == [3, 1])
    for slot in left { table.remove(slot, from: "a") }
    #expect(table.first(of: "a") == nil)
    #expect(table.count == 2)
    // An empty group gives nothing.
    table.remove(0, from: "a")
    #expect(table.count == 2)
  }

  @Test func `a table does what lists of slots would do`() {
    var random = Shuffler(seed: 5)
    var table = SlotTable<Int>()
    var lists: [Int: [Int]] = [:]
    for _ in 0..<5000 {
      let group = random.next(6)
      if let slots = lists[group], !slots.isEmpty, random.next(2) == 0 {
        let slot = slots[random.next(slots.count)]
        lists[group]?.removeAll { $0 == slot }
        table.remove(slot, from: group)
      } else {
        let slot = table.insert(into: group)
        #expect(!lists.values.contains { $0.contains(slot) }, "a slot is taken once")
        lists[group, default: []].insert(slot, at: 0)
      }
      #expect(table.count == lists.values.reduce(0) { $0 + $1.count })
      var found: [Int] = []
      table.forEach(of: group) { found.append($0) }
      #expect(found == lists[group] ?? [])
    }
  }

  private func contents(of list: SlotList) -> [Int] {
    var slots: [Int] = []
    var slot = list.oldest
    while let next = slot {
      slots.append(next)
      slot = list.newer(than: next)
    }
    return slots
  }

  @Test func `a list goes from the oldest to the newest`() {
    var list = SlotList()
    #expect(list.oldest == nil && list.newest == nil)
    for slot in [3, 0, 7, 1] { list.append(slot) }
    #expect(contents(of: list) == [3, 0, 7, 1])
    #expect(list.newest == 1)
    list.renew(0)
    list.renew(0)
    #expect(contents(of: list) == [3, 7, 1, 0])
    for slot in [3, 0, 7] { list.remove(slot) }
    #expect(contents(of: list) == [1])
    list.remove(1)
    #expect(list.oldest == nil && list.newest == nil)
  }

  @Test func `a list does what an array would do`() {
    var random = Shuffler(seed: 9)
    var list = SlotList()
    var array: [Int] = []
    for _ in 0..<5000 {
      let slot = random.next(20)
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
      #expect(contents(of: list) == array)
      #expect(list.newest == array.last)
    }
  }
}
