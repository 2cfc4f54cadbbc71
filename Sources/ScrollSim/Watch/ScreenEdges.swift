package import GalleryKit

/// Finds the heights between which a recording shows what scrolls: bars and overlays at both ends cut it off.
///
/// A tag is legible until half of its outermost row is covered. So each line of pixels in that row is held against the bits that
/// belong there; under a bar they do not fit.
package struct ScreenEdges: Sendable {
  /// The lines that were held against bits, and those that fitted, by height.
  private var lines: [(tries: Int, hits: Int)] = []

  package init() {}

  package mutating func look(at frame: LumaFrame, _ tag: TagSighting, _ pattern: TagPattern) {
    if lines.count < frame.height { lines += Array(repeating: (0, 0), count: frame.height - lines.count) }
    let side = TagPattern.side
    let (width, height) = (Double(tag.width) / Double(side), Double(tag.height) / Double(side))
    let (left, top) = (Double(tag.x) - Double(tag.width) / 2, Double(tag.y) - Double(tag.height) / 2)
    guard left >= 0, left + Double(tag.width) <= Double(frame.width) else { return }
    for row in [0, side - 1] {
      let bits = pattern.views[0][row * side..<(row + 1) * side]
      let balance = bits.reduce(0, +)
      guard abs(balance) < Float(side) else { continue }
      let from = Int((top + Double(row) * height + 0.2).rounded(.up))
      let to = Int((top + Double(row + 1) * height - 0.2).rounded(.down))
      for y in max(0, from)..<max(max(0, from), min(frame.height, to)) {
        lines[y].tries += 1
        var (sum, squares, product): (Float, Float, Float) = (0, 0, 0)
        for (column, bit) in bits.enumerated() {
          let start = left + Double(column) * width
          let (first, last) = (
            Int(start + 0.2 * width), max(Int(start + 0.2 * width) + 1, Int(start + 0.8 * width))
          )
          var mean: Float = 0
          for x in first..<min(last, frame.width) { mean += Float(frame.pixels[y * frame.width + x]) }
          mean /= Float(last - first)
          sum += mean
          squares += mean * mean
          product += mean * bit
        }
        let count = Float(side)
        let spread = (squares - sum * sum / count) * (count - balance * balance / count)
        if spread > 100, (product - sum * balance / count) / spread.squareRoot() > 0.6 { lines[y].hits += 1 }
      }
    }
  }

  /// The heights between which most lines fit.
  package func viewport(height: Int) -> ClosedRange<Double> {
    func fits(_ y: Int) -> Bool { lines[y].hits * 2 > lines[y].tries }
    guard let middle = lines.indices.max(by: { lines[$0].hits < lines[$1].hits }), lines[middle].hits > 0
    else {
      return 0...Double(height)
    }
    let top = lines.indices.first { fits($0) } ?? 0
    let bottom = (lines.indices.last { fits($0) } ?? height - 1) + 1
    return Double(top)...Double(bottom)
  }
}
