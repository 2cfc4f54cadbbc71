/// What one sees on the screen, but for a codec's noise.
struct VisiblePicture: Sendable {
  /// The frames in which one sees another picture than in the frame before.
  private(set) var changes = 0
  /// The luminance of the last picture, block by block.
  private var blocks: [Float] = []

  /// In pixels, and in luminance: a lesser change is noise.
  private static let (blockSide, leastChange): (Int, Float) = (8, 2)

  mutating func look(at frame: AreaMeans) {
    let now = frame.blocks(of: Self.blockSide)
    if blocks.isEmpty {
      blocks = now
    } else if zip(blocks, now).contains(where: { abs($0 - $1) > Self.leastChange }) {
      changes += 1
      blocks = now
    }
  }
}
