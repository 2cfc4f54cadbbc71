internal import GalleryEngine

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
