internal import Support

/// The fewest removals, insertions and moves that turn one ordered list of identifiers into another.
///
/// Apply the parts in the order of their declaration, which is PhotoKit's. Each index counts in the list after the earlier parts:
///
///     before          after removing    after inserting      after moving
///     [a b c d]       [a b d]           [a b d x]            [b d x a]
///     removed [2]     inserted [3]      changed: a is at 0   moves [0 → 3]
///
/// No script is shorter: it removes only elements that are gone, inserts only new ones, and moves only kept ones outside a
/// longest run that keeps its order.
package struct EditScript: Hashable, Sendable {
  /// A move of one element.
  package struct Move: Hashable, Sendable {
    /// The element's index after all earlier moves.
    package let from: Int
    /// The element's index after this move: the index at which to insert it after taking it out.
    package let to: Int

    package init(from: Int, to: Int) { (self.from, self.to) = (from, to) }
  }

  /// The removed elements: ascending indexes in the list before the changes.
  package let removed: [Int]
  /// The new elements, in their order after the changes: ascending indexes in the list after inserting.
  ///
  /// Insert them one by one, the first one first. Without moves, they are indexes in the list after the changes.
  package let inserted: [Int]
  /// The same elements in the same order, as indexes in the list after all changes.
  package let insertedInTheEnd: [Int]
  /// The kept elements that have changed: ascending indexes in the list after inserting, before moving.
  package let changed: [Int]
  /// The same elements in the same order, as indexes in the list after all changes.
  package let changedInTheEnd: [Int]
  /// The moves, in order.
  package let moves: [Move]

  package var isEmpty: Bool { removed.isEmpty && inserted.isEmpty && changed.isEmpty && moves.isEmpty }

  /// The shortest script from one list to another, both without duplicates.
  ///
  /// - Parameter changedIDs: the changed elements; elements that are not in both lists are ignored.
  /// - Complexity: O(n) for lists of n, and O(k log n) for k elements that are not in their places relative to the others.
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
    moves = arrangement.moves.map { Move(from: start + $0.from, to: start + $0.to) }

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

/// A longest increasing subsequence, by patience sorting.
///
/// Source: M. L. Fredman, "On computing the length of longest increasing subsequences", Discrete Mathematics 11 (1975).
enum LongestRun {
  /// The ascending indexes of the numbers outside such a run; all numbers are different.
  ///
  /// - Complexity: O(n) for ascending numbers, O(n log n) at most; nearly O(n) for nearly ordered ones, since each search starts
  ///   from the end of the run.
  static func outside(_ numbers: [UInt32]) -> [Int] {
    guard !zip(numbers, numbers.dropFirst()).allSatisfy({ $0 < $1 }) else { return [] }
    // For each length of a run, the smallest last number, and its index.
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

  /// Gallops from the end, then bisects.
  private static func firstIndex(notBelow number: UInt32, in ascending: [UInt32]) -> Int {
    var high = ascending.count
    var step = 1
    while high >= step, ascending[high - step] >= number {
      high -= step
      step *= 2
    }
    return ascending[max(0, high - step + 1)..<high].partitioningIndex { $0 >= number }
  }
}

extension RowArrangement {
  /// The moves to the final list; the indexes of each count in the list after the moves before it.
  ///
  /// The first element in the final order moves first, to the place after the element that it follows in the end.
  ///
  /// - Complexity: O(k log k) for k moves.
  fileprivate var moves: [EditScript.Move] {
    var waiting = RunningCounts(ones: movers.count)
    return movers.enumerated().map { done, mover in
      // Moved elements follow their anchors, which are in ascending order.
      let arrived = movers[..<done].partitioningIndex { $0.anchor >= mover.index }
      let from = mover.index - mover.rank + waiting.sum(before: mover.rank) + arrived
      waiting.clear(mover.rank)
      // All elements before it in the end are in order by now; elements that have yet to move lie among them.
      let to = mover.position + waiting.sum(before: mover.anchorRank)
      return EditScript.Move(from: from, to: to)
    }
  }
}

/// A binary indexed tree of ones and zeros that counts the ones before an index, in O(log n).
///
/// Source: P. M. Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and Experience 24 (1994).
private struct RunningCounts {
  /// At index i, the sum of the elements up to the i-th, counted from 1; the lowest bit of i is their number.
  private var sums: [Int]

  init(ones count: Int) { sums = (0...count).map { $0 & -$0 } }

  func sum(before index: Int) -> Int {
    var (sum, index) = (0, index)
    while index > 0 {
      sum += sums[index]
      index &= index - 1
    }
    return sum
  }

  /// Turns a one into a zero.
  mutating func clear(_ index: Int) {
    var index = index + 1
    while index < sums.count {
      sums[index] -= 1
      index += index & -index
    }
  }
}
