internal import GalleryKit

/// How the photos of a frame have moved since the frame before.
struct PhotoMotion: Sendable {
  /// The pixels by which most photos have moved across and along the screen.
  let (across, along): (Double, Double)
  /// The pixels by which the grid has moved down the screen: what those photos agree on that move; `nil` if they do not.
  let shift: Float?
  /// The photos that stay where they were, by their place among the tags.
  let still: Set<Int>

  /// In pixels: less is no motion, but the error of reading, and so is a lesser difference between two photos of the grid.
  private static let (leastStep, tolerance): (Float, Float) = (1, 2)
  /// One photo alone could be a wrong one, here and there.
  private static let fewest = 2

  init(from before: [TagSighting], to tags: [TagSighting]) {
    let known = Dictionary(grouping: before, by: \.number)
    // A photo may be on screen twice.
    let steps = tags.enumerated().compactMap { index, tag -> (index: Int, x: Float, y: Float)? in
      let steps = (known[tag.number] ?? []).map { (index: index, x: tag.x - $0.x, y: tag.y - $0.y) }
      return steps.min { max(abs($0.x), abs($0.y)) < max(abs($1.x), abs($1.y)) }
    }
    across = steps.map { Double($0.x) }.median ?? 0
    along = steps.map { Double($0.y) }.median ?? 0
    let moving = steps.filter { max(abs($0.x), abs($0.y)) >= Self.leastStep }
    still = Set(steps.map(\.index)).subtracting(moving.map(\.index))
    let heights = moving.map(\.y).sorted()
    let middle = heights.isEmpty ? 0 : heights[heights.count / 2]
    let agreeing = moving.count { abs($0.x) < Self.tolerance && abs($0.y - middle) < Self.tolerance }
    shift = agreeing >= max(Self.fewest, (moving.count + 1) / 2) ? middle : nil
  }
}
