package import GalleryKit

/// Finds the heights between which a recording shows what scrolls: bars and overlays at both ends cut it off.
///
/// A tag is legible until half of its outermost row is covered. So each line of pixels in that row is held against the bits that
/// belong there; under a bar they do not fit.
package struct ScreenEdges: Sendable {
  /// The lines that were held against bits, and those that fitted, by height.
  private var lines: [(tries: Int, hits: Int)] = []

  /// Fewer lines that fit, as a share of what is usual, are none.
  private static let leastTries = 0.04

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

  /// The heights between which lines fit.
  package func viewport(height: Int) -> ClosedRange<Double> {
    // The stretch with the greatest sum (Bentley, Programming pearls, 1984). What scrolls comes by every line about as often, so a
    // few that fit beyond those of a bar are chance.
    let tries = lines.map(\.tries).filter { $0 > 0 }.sorted()
    let toll = tries.isEmpty ? 0 : Self.leastTries * Double(tries[tries.count / 2])
    var best = (sum: 0.0, from: 0, to: height)
    var (sum, from) = (0.0, 0)
    for (y, line) in lines.enumerated() {
      if sum <= 0 { (sum, from) = (0, y) }
      sum += Double(2 * line.hits - line.tries) - toll
      if sum > best.sum { best = (sum, from, y + 1) }
    }
    return Double(best.from)...Double(best.to)
  }
}
