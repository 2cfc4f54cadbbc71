import GalleryKit
import TestSupport
import Testing

/// Edit scripts, applied one part after the other.
@Suite("An edit script")
struct EditScriptTests {
  @Test func `gives the example of its documentation`() {
    let script = EditScript(from: [1, 2, 3, 4], to: [2, 4, 9, 1], changedIDs: RowIDSet([1, 3, 9]))
    #expect(script.removed == [2])
    #expect(script.inserted == [3])
    #expect(script.changed == [0])
    #expect(script.moves == [EditScript.Move(from: 0, to: 3)])
  }

  @Test func `is empty between equal lists, and between empty ones`() {
    #expect(EditScript(from: [], to: []).isEmpty)
    #expect(EditScript(from: [3, 1, 2], to: [3, 1, 2]).isEmpty)
    #expect(EditScript(from: [3, 1, 2], to: [3, 1, 2], changedIDs: RowIDSet([7])).isEmpty)
  }

  @Test func `moves one element from one end to the other as one move`() {
    let list = (1...1000).map { UInt32($0) }
    #expect(EditScript(from: list, to: list.dropFirst() + [1]).moves == [EditScript.Move(from: 0, to: 999)])
    #expect(EditScript(from: list, to: [1000] + list.dropLast()).moves == [EditScript.Move(from: 999, to: 0)])
  }

  @Test func `takes rows from all over the catalogue`() {
    let old: [UInt32] = [.max, 0, 5_000_000, 77, 1 << 31]
    let new: [UInt32] = [0, 1 << 31, .max, 4_000_000_000, 77]
    check(from: old, to: new, changed: [.max, 77, 5_000_000])
  }

  @Test(arguments: 0..<40)
  func `turns the old list into the new one, through a hundred random changes`(seed: Int) {
    var random = Shuffler(seed: UInt64(seed))
    let count = [0, 1, 2, 8, 60, 400][seed % 6]
    var list = (0..<UInt32(count)).map { $0 }
    var unused = UInt32(count)
    for _ in 0..<100 {
      let old = list
      switch random.next(40) {
      case 0: list.removeAll()
      case 1: list.reverse()
      case 2: list.shuffle(using: &random)
      case 3:
        // None of the old ones stays.
        list = Array(unused..<unused + 30)
        unused += 30
      case 4...7: break
      default:
        let kind = random.next(4)
        for _ in 0...[0, 3, 20][random.next(3)] {
          switch kind < 3 ? kind : random.next(3) {
          case 0:
            list.insert(unused, at: random.next(list.count + 1))
            unused += 1
          case 1 where !list.isEmpty: list.remove(at: random.next(list.count))
          case 2 where !list.isEmpty:
            list.insert(list.remove(at: random.next(list.count)), at: random.next(list.count + 1))
          default: break
          }
        }
      }
      // All of the list, whose items may have changed in other ways or not; or some items that are in it, no
      // longer in it, or never were.
      let named = (0..<random.next(6)).map { _ in UInt32(random.next(Int(unused) + 1)) }
      check(from: old, to: list, changed: random.next(8) == 0 ? list : named)
    }
  }

  @Test(arguments: 1...6)
  func `moves no more than a search of all moves finds necessary`(count: Int) {
    let distances = Self.distances(count)
    let identity = (0..<UInt32(count)).map { $0 }
    for (permutation, distance) in distances {
      #expect(EditScript(from: identity, to: permutation).moves.count == distance)
    }
  }

  @Test(arguments: 0..<10)
  func `removes, inserts and moves no more than necessary, all at once`(seed: Int) {
    var random = Shuffler(seed: UInt64(seed))
    let distances = (0...6).map(Self.distances)
    for _ in 0..<200 {
      let old = Array((0..<UInt32(10)).shuffled(using: &random).prefix(random.next(7)))
      let new = Array((0..<UInt32(10)).shuffled(using: &random).prefix(random.next(7)))
      check(from: old, to: new, changed: [UInt32(random.next(10))])
      let kept = old.filter(new.contains)
      let ranks = new.compactMap { kept.firstIndex(of: $0).map { UInt32($0) } }
      let script = EditScript(from: old, to: new)
      #expect(script.moves.count == distances[kept.count][ranks])
    }
  }

  /// Applies a script as documented, and looks at every state on the way.
  private func check(from old: [UInt32], to new: [UInt32], changed: [UInt32]) {
    let script = EditScript(from: old, to: new, changedIDs: RowIDSet(changed))
    let (before, after) = (Set(old), Set(new))
    #expect(script.removed == old.indices.filter { !after.contains(old[$0]) })
    var list = old
    for index in script.removed.reversed() { list.remove(at: index) }

    let added = new.filter { !before.contains($0) }
    #expect(script.inserted.count == added.count)
    #expect(zip(script.inserted, script.inserted.dropFirst()).allSatisfy { $0 < $1 })
    for (index, id) in zip(script.inserted, added) { list.insert(id, at: index) }

    let named = Set(changed).intersection(before)
    #expect(script.changed == list.indices.filter { named.contains(list[$0]) })
    if script.moves.isEmpty { #expect(list == new) }

    for move in script.moves {
      #expect(move.from != move.to)
      list.insert(list.remove(at: move.from), at: move.to)
    }
    #expect(list == new)
  }

  /// The fewest moves that lead to each permutation, by a search in breadth.
  private static func distances(_ count: Int) -> [[UInt32]: Int] {
    let identity = (0..<UInt32(count)).map { $0 }
    var found = [identity: 0]
    var reached = [identity]
    var distance = 0
    while !reached.isEmpty {
      distance += 1
      var next: [[UInt32]] = []
      for list in reached {
        for from in list.indices {
          for to in list.indices where to != from {
            var moved = list
            moved.insert(moved.remove(at: from), at: to)
            guard found[moved] == nil else { continue }
            found[moved] = distance
            next.append(moved)
          }
        }
      }
      reached = next
    }
    return found
  }
}
