/// The list between inserting and moving: movers are in their old places, all other elements in their final order.
struct RowArrangement {
  /// An element that moves.
  struct Mover {
    /// The current index.
    let index: Int
    /// The number of movers before it now.
    let rank: Int
    /// The final position.
    let position: Int
    /// The current index of the last unmoved element before it in the final order; -1 if there is none.
    fileprivate(set) var anchor = -1
    /// The number of movers before the anchor now.
    fileprivate(set) var anchorRank = 0
  }

  /// The final position of the element at each current index.
  private(set) var positions: [UInt32] = []
  /// The current indexes of new elements, ascending.
  private(set) var inserted: [Int] = []
  /// The movers, by final position.
  private(set) var movers: [Mover] = []

  /// Lays out kept elements in their old order, and new ones before the element that follows them in the end.
  ///
  /// - Complexity: O(n), and O(k log k) for k movers.
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
    movers = moving.sorted { $0.position < $1.position }
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

  /// Walks over all elements that do not move, which are in their final order.
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

/// The elements that two lists share, and the elements that only the first one has.
struct KeptRows {
  /// Ascending indexes, in the array behind the slice, of the elements that only the first list has.
  private(set) var removed: [Int] = []
  /// The positions in the second list of the shared elements, in the order of the first one, counted from 0.
  private(set) var positions: [UInt32] = []
  /// Whether the first list has each element of the second one, too.
  private(set) var isKept: [Bool]

  init(from old: ArraySlice<UInt32>, to new: ArraySlice<UInt32>) {
    isKept = Array(repeating: false, count: new.count)
    guard !old.isEmpty else { return }
    let table = RowIDSet(new)
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

/// Catalogue rows and their positions in a list, made once and queried often.
///
/// Rows of one catalogue lie close together, so that a table with a place for each costs less than hashing them.
package struct RowIDSet: Sendable {
  private enum Storage {
    case table([UInt32])
    /// For a few rows that lie far apart.
    case hashed([UInt32: UInt32])
  }

  private let base: UInt32
  private let storage: Storage
  package let isEmpty: Bool

  private static let absent = UInt32.max

  /// Makes a set of rows, in any order, that may be queried for all rows of a library; of duplicates, one position
  /// counts.
  ///
  /// - Complexity: O(rows), with at most the larger of four megabytes and 64 bytes a row in memory.
  package init(_ rows: [UInt32] = []) { self.init(rows[...], smallSpan: 1 << 20) }

  /// Makes a set of rows without a table that is large for so few.
  ///
  /// - Complexity: O(rows), with at most 64 bytes a row in memory.
  init(_ rows: ArraySlice<UInt32>) { self.init(rows, smallSpan: 0) }

  /// - Parameter smallSpan: the number of places that a table may have, however few the rows are.
  private init(_ rows: ArraySlice<UInt32>, smallSpan: Int) {
    isEmpty = rows.isEmpty
    base = rows.min() ?? 0
    let span = Int((rows.max() ?? 0) - base) + 1
    guard span <= max(smallSpan, 16 * rows.count) else {
      storage = .hashed(Dictionary(zip(rows, 0...)) { first, _ in first })
      return
    }
    var table = [UInt32](repeating: Self.absent, count: span)
    for (position, row) in rows.enumerated() { table[Int(row - base)] = UInt32(position) }
    storage = .table(table)
  }

  package func contains(_ row: UInt32) -> Bool { self[row] != nil }

  /// The row's position in the list, counted from 0; `nil` for a row that is not in it.
  ///
  /// - Complexity: O(1).
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
