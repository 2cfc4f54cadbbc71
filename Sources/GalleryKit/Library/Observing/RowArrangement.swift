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

/// A set of catalogue rows, made once and asked often.
///
/// Rows of one catalogue lie close together, so that a bit each takes less than hashing them.
package struct RowIDSet: Sendable {
  private enum Storage {
    case bits([UInt64])
    /// For a few that lie far apart.
    case hashed(Set<UInt32>)
  }

  private let base: UInt32
  private let storage: Storage
  /// Whether there is nothing in it.
  package let isEmpty: Bool

  /// A megabyte of bits, whatever the number of rows.
  private static let smallSpan = 1 << 23

  /// Makes a set of rows, in any order; one that is named twice is there once.
  ///
  /// - Complexity: O(rows), with at most the larger of a megabyte and eight bytes a row in memory.
  package init(_ rows: [UInt32] = []) {
    isEmpty = rows.isEmpty
    base = rows.min() ?? 0
    let span = Int((rows.max() ?? 0) - base) + 1
    guard span <= max(Self.smallSpan, 64 * rows.count) else {
      storage = .hashed(Set(rows))
      return
    }
    var bits = [UInt64](repeating: 0, count: (span + 63) / 64)
    for row in rows { bits[Int((row - base) >> 6)] |= 1 << UInt64((row - base) & 63) }
    storage = .bits(bits)
  }

  /// Whether a row is in it.
  ///
  /// - Complexity: O(1).
  package func contains(_ row: UInt32) -> Bool {
    switch storage {
    case .bits(let bits):
      let offset = row &- base
      let word = Int(offset >> 6)
      return word < bits.count && bits[word] & (1 << UInt64(offset & 63)) != 0
    case .hashed(let rows): return rows.contains(row)
    }
  }
}

/// What two lists have in common, and what only the first of them has.
struct KeptRows {
  /// Indexes of what is only in the first list, ascending, counted as in the array that it is a slice of.
  private(set) var removed: [Int] = []
  /// Where in the second list those are that are in both, in the order of the first one, counted from 0.
  private(set) var positions: [UInt32] = []
  /// Of each element of the second list, whether it is in the first one, too.
  private(set) var isKept: [Bool]

  init(from old: ArraySlice<UInt32>, to new: ArraySlice<UInt32>) {
    isKept = Array(repeating: false, count: new.count)
    guard !old.isEmpty else { return }
    let table = RowPositions(of: new)
    positions.reserveCapacity(min(old.count, new.count))
    for index in old.indices {
      if let position = table[old[index]] {
        positions.append(position)
        isKept[Int(position)] = true
      } else {
        removed.append(index)
      }
    }
  }
}

/// Where each row is in a list.
private struct RowPositions {
  private enum Storage {
    case table([UInt32])
    /// For a few that lie far apart.
    case hashed([UInt32: UInt32])
  }

  private let base: UInt32
  private let storage: Storage
  private static let absent = UInt32.max

  /// Takes at most 64 bytes a row in memory.
  init(of rows: ArraySlice<UInt32>) {
    base = rows.min() ?? 0
    let span = Int((rows.max() ?? 0) - base) + 1
    guard span <= 16 * rows.count else {
      storage = .hashed(Dictionary(uniqueKeysWithValues: zip(rows, 0...)))
      return
    }
    var table = [UInt32](repeating: Self.absent, count: span)
    for (position, row) in rows.enumerated() { table[Int(row - base)] = UInt32(position) }
    storage = .table(table)
  }

  subscript(row: UInt32) -> UInt32? {
    switch storage {
    case .table(let table):
      let offset = Int(row &- base)
      guard offset < table.count, table[offset] != Self.absent else { return nil }
      return table[offset]
    case .hashed(let positions): return positions[row]
    }
  }
}
