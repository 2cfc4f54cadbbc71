internal import GalleryEngine

/// The list between inserting and moving: what moves lies where it was, everything else as it will be.
struct RowArrangement {
  /// Something that moves.
  struct Mover {
    /// Where it is now.
    let index: Int
    /// How many that move, too, are before it now.
    let rank: Int
    /// Where it will be in the end.
    let position: Int
    /// Where that is now which comes last, before it in the end, of all that does not move; -1 if nothing does.
    fileprivate(set) var anchor = -1
    /// How many that move are before that one now.
    fileprivate(set) var anchorRank = 0
  }

  /// Where in the end each is that is now at an index.
  private(set) var positions: [UInt32] = []
  /// Where what is new is now, ascending.
  private(set) var inserted: [Int] = []
  /// What moves, in the order of where it will be.
  private(set) var movers: [Mover] = []

  /// Lays out what is kept in its old order, and what is new before that which comes after it in the end.
  ///
  /// - Complexity: O(n).
  init(_ kept: KeptRows) {
    let outside = LongestRun.outside(kept.positions)
    guard !outside.isEmpty else {
      positions = kept.isKept.indices.map { UInt32($0) }
      inserted = kept.isKept.indices.filter { !kept.isKept[$0] }
      return
    }
    positions.reserveCapacity(kept.isKept.count)
    var moving: [Mover] = []
    var nextNew = 0
    for (index, position) in kept.positions.enumerated() {
      if moving.count < outside.count, index == outside[moving.count] {
        moving.append(Mover(index: positions.count, rank: moving.count, position: Int(position)))
      } else {
        insertNew(of: kept, from: &nextNew, upTo: Int(position))
      }
      positions.append(position)
    }
    insertNew(of: kept, from: &nextNew, upTo: kept.isKept.count)
    movers = Self.byPosition(moving, count: positions.count)
    anchorMovers(moving)
  }

  private mutating func insertNew(of kept: KeptRows, from next: inout Int, upTo end: Int) {
    while next < end {
      if !kept.isKept[next] {
        inserted.append(positions.count)
        positions.append(UInt32(next))
      }
      next += 1
    }
  }

  private static func byPosition(_ moving: [Mover], count: Int) -> [Mover] {
    var ranks = [Int32](repeating: -1, count: count)
    for mover in moving { ranks[mover.position] = Int32(mover.rank) }
    return ranks.lazy.filter { $0 >= 0 }.map { moving[Int($0)] }
  }

  /// Walks over all that does not move, whose order is that in the end.
  private mutating func anchorMovers(_ moving: [Mover]) {
    var (next, passed) = (0, 0)
    var (anchor, anchorRank) = (-1, 0)
    func anchorMovers(before position: Int, _ movers: inout [Mover]) {
      while next < movers.count, movers[next].position < position {
        movers[next].anchor = anchor
        movers[next].anchorRank = anchorRank
        next += 1
      }
    }
    for (index, position) in positions.enumerated() {
      if passed < moving.count, index == moving[passed].index {
        passed += 1
      } else {
        anchorMovers(before: Int(position), &movers)
        (anchor, anchorRank) = (index, passed)
      }
    }
    anchorMovers(before: positions.count, &movers)
  }
}
