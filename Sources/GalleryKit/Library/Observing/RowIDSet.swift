internal import GalleryEngine

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
