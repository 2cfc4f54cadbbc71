internal import GalleryEngine

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
