/// What turns one ordered list of identifiers into another: the fewest removals, insertions and moves.
///
/// Apply the parts in the order in which they are declared, which is PhotoKit's. Each index counts in the list as the
/// parts before it have left it:
///
///     before          after removing    after inserting      after moving
///     [a b c d]       [a b d]           [a b d x]            [b d x a]
///     removed [2]     inserted [3]      changed: a is at 0   moves [0 → 3]
///
/// No script is shorter: only what is gone is removed, only what is new is inserted, and of what stays only that is moved
/// which lies outside a longest run that keeps its order.
package struct EditScript: Hashable, Sendable {
  /// One element that goes elsewhere.
  package struct Move: Hashable, Sendable {
    /// Where it is when all moves before this one are done.
    package let from: Int
    /// Where it is when this move is done; in other words, where to insert it after taking it out.
    package let to: Int

    package init(from: Int, to: Int) {
      self.from = from
      self.to = to
    }
  }

  /// What is gone: ascending indexes in the list before the changes.
  package let removed: [Int]
  /// Where what is new goes, in the order that it has after the changes: ascending indexes in the list after inserting.
  ///
  /// Insert one after the other, the first one first. Where nothing moves, they are indexes in the list after the changes.
  package let inserted: [Int]
  /// The same in the same order, as indexes in the list after all changes.
  package let insertedInTheEnd: [Int]
  /// What stays and has changed: ascending indexes in the list after inserting, before moving.
  package let changed: [Int]
  /// The same in the same order, as indexes in the list after all changes.
  package let changedInTheEnd: [Int]
  /// What moves, one after the other.
  package let moves: [Move]

  /// Whether there is nothing to do.
  package var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && changed.isEmpty && moves.isEmpty }

  /// The shortest script from one list to another.
  ///
  /// - Parameters:
  ///   - old: the list before the changes, which names nothing twice.
  ///   - new: the list after them, which names nothing twice.
  ///   - changedIDs: what has changed; what is not in both lists counts for nothing.
  /// - Complexity: O(n) for lists of n, and O(k log n) for k that are not where they were relative to the others.
  package init(from old: [UInt32], to new: [UInt32], changedIDs: RowIDSet = RowIDSet()) {
    var (start, end) = (0, 0)
    let shorter = min(old.count, new.count)
    while start < shorter, old[start] == new[start] { start += 1 }
    while end < shorter - start, old[old.count - 1 - end] == new[new.count - 1 - end] { end += 1 }
    let middle = KeptRows(from: old[start..<old.count - end], to: new[start..<new.count - end])
    removed = middle.removed

    let arrangement = RowArrangement(middle)
    inserted = arrangement.inserted.map { start + $0 }
    insertedInTheEnd = arrangement.inserted.map { start + Int(arrangement.positions[$0]) }
    moves = MovePlan(arrangement).moves.map { Move(from: start + $0.from, to: start + $0.to) }

    guard !changedIDs.isEmpty else {
      (changed, changedInTheEnd) = ([], [])
      return
    }
    let before = (0..<start).filter { changedIDs.contains(new[$0]) }
    let behind = (new.count - end..<new.count).filter { changedIDs.contains(new[$0]) }
    let between = arrangement.positions.indices.filter { index in
      let position = Int(arrangement.positions[index])
      return middle.isKept[position] && changedIDs.contains(new[start + position])
    }
    changed = before + between.map { start + $0 } + behind
    changedInTheEnd = before + between.map { start + Int(arrangement.positions[$0]) } + behind
  }
}

/// A longest increasing run of numbers that need not be neighbours, by patience sorting.
///
/// Source: M. L. Fredman, "On computing the length of longest increasing subsequences", Discrete Mathematics 11 (1975).
enum LongestRun {
  /// Indexes of what lies outside such a run, ascending; the numbers are all different.
  ///
  /// - Complexity: O(n) for numbers that ascend, O(n log n) at most; what is nearly in order is nearly O(n), since each
  ///   number is looked for from the end of the run.
  static func outside(_ numbers: [UInt32]) -> [Int] {
    guard !zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else { return [] }
    // Of all runs of a length, the one whose last number is the smallest: that number, and its index.
    var lasts: [UInt32] = []
    var lastIndexes: [Int32] = []
    var previous = [Int32](repeating: -1, count: numbers.count)
    lasts.reserveCapacity(numbers.count)
    lastIndexes.reserveCapacity(numbers.count)
    for (index, number) in numbers.enumerated() {
      let length = firstIndex(notBelow: number, in: lasts)
      if length > 0 { previous[index] = lastIndexes[length - 1] }
      if length == lasts.count {
        lasts.append(number)
        lastIndexes.append(Int32(index))
      } else {
        lasts[length] = number
        lastIndexes[length] = Int32(index)
      }
    }
    var outside: [Int] = []
    outside.reserveCapacity(numbers.count - lasts.count)
    var next = lastIndexes.last ?? -1
    for index in numbers.indices.reversed() {
      if index == Int(next) { next = previous[index] } else { outside.append(index) }
    }
    return outside.reversed()
  }

  /// Gallops from the end, then halves.
  private static func firstIndex(notBelow number: UInt32, in ascending: [UInt32]) -> Int {
    var high = ascending.count
    var step = 1
    while high >= step, ascending[high - step] >= number {
      high -= step
      step *= 2
    }
    var low = max(0, high - step + 1)
    while low < high {
      let middle = (low + high) / 2
      if ascending[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// The moves that bring a list from between inserting and moving to its end, each with indexes of its moment.
///
/// What comes first in the end moves first, to behind that which it follows in the end.
struct MovePlan {
  private(set) var moves: [EditScript.Move] = []

  /// - Complexity: O(k log k) for k moves.
  init(_ arrangement: RowArrangement) {
    let movers = arrangement.movers
    moves.reserveCapacity(movers.count)
    var waiting = RunningCounts(ones: movers.count)
    for (done, mover) in movers.enumerated() {
      // Those that have moved follow their anchors, which are in ascending order.
      let arrived = movers[..<done].partitioningIndex { $0.anchor >= mover.index }
      let from = mover.index - mover.rank + waiting.sum(before: mover.rank) + arrived
      waiting.clear(mover.rank)
      // All that comes before it in the end is in its order by now; among it lie others that have yet to move.
      let to = mover.position + waiting.sum(before: mover.anchorRank)
      moves.append(EditScript.Move(from: from, to: to))
    }
  }
}

/// Ones and zeros, and how many ones lie before an index: a binary indexed tree.
///
/// Source: P. M. Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and Experience 24
/// (1994).
private struct RunningCounts {
  /// At index i, the sum of as many as i's lowest bit says, the last of them being the i-th, counted from 1.
  private var sums: [Int]

  init(ones count: Int) { sums = (0...count).map { $0 & -$0 } }

  /// - Complexity: O(log n).
  func sum(before index: Int) -> Int {
    var (sum, index) = (0, index)
    while index > 0 {
      sum += sums[index]
      index &= index - 1
    }
    return sum
  }

  /// Turns a one into a zero.
  ///
  /// - Complexity: O(log n).
  mutating func clear(_ index: Int) {
    var index = index + 1
    while index < sums.count {
      sums[index] -= 1
      index += index & -index
    }
  }
}

extension RandomAccessCollection where Index == Int {
  /// The first index whose element belongs to the second part, of a collection that has two.
  fileprivate func partitioningIndex(where belongsToSecond: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if belongsToSecond(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
