internal import GalleryEngine

/// Positions that put the assets of an album into an order.
package enum AlbumPositions {
  struct Member: Hashable {
    let asset: UInt32
    let position: Int64
  }

  /// Positions for assets that have none yet, or whose place changes.
  ///
  /// - Parameters:
  ///   - order: the assets in the wanted order.
  ///   - stored: the assets that have a position, in its order.
  /// - Returns: new positions, or `nil` if neighbours leave no room.
  static func spread(_ order: [UInt32], among stored: [Member]) -> [UInt32: Int64]? {
    let position = Dictionary(stored.map { ($0.asset, $0.position) }) { first, _ in first }
    let kept = keptIndexes(order, stored)
    var positions: [UInt32: Int64] = [:]
    var index = 0
    var last: Int64 = 0
    while index < order.count {
      if kept.contains(index), let known = position[order[index]] {
        last = known
        index += 1
        continue
      }
      var end = index
      while end < order.count, !kept.contains(end) { end += 1 }
      let next = end < order.count ? position[order[end]] : nil
      let count = Int64(end - index)
      let step = next.map { ($0 - last) / (count + 1) } ?? 1 << 20
      guard step > 0 else { return nil }
      for (offset, asset) in order[index..<end].enumerated() {
        positions[asset] = last + step * Int64(offset + 1)
      }
      last += step * count
      index = end
    }
    return positions
  }

  /// The order with the stored assets that it lacks, each behind the asset of the order that it followed.
  package static func merge(_ order: [UInt32], into stored: [UInt32]) -> [UInt32] {
    let isOrdered = Set(order)
    var followers: [UInt32?: [UInt32]] = [:]
    var leader: UInt32?
    for asset in stored {
      if isOrdered.contains(asset) { leader = asset } else { followers[leader, default: []].append(asset) }
    }
    return (followers[nil] ?? []) + order.flatMap { [$0] + (followers[$0] ?? []) }
  }

  /// The indexes of as many assets as possible that can stay in their places.
  private static func keptIndexes(_ order: [UInt32], _ stored: [Member]) -> Set<Int> {
    let rank = Dictionary(stored.enumerated().map { ($1.asset, UInt32($0)) }) { first, _ in first }
    let known = order.indices.filter { rank[order[$0]] != nil }
    let moved = LongestRun.outside(known.compactMap { rank[order[$0]] })
    return Set(known).subtracting(moved.map { known[$0] })
  }
}
