internal import GalleryKit

/// Finds the heights between which a recording shows what scrolls: bars and overlays at both ends cut it off.
///
/// A tag is legible until its outermost row is covered. So each line of pixels in that row is compared with
/// the bits that belong there; under a bar they do not fit, or they fit by chance and stay as they are when
/// another photo comes by.
struct ScreenEdges: Sendable {
  private struct Line {
    /// How many photos were compared with it, and how many fitted.
    var (tries, hits) = (0, 0)
    /// What it showed last, column by column.
    var looks: [Int: Look] = [:]
    /// How often a photo lay whole over it and was legible, and how often one no longer was.
    var (legible, illegible) = (0, 0)
  }

  private struct Look {
    var bits: ArraySlice<Float>
    var means: [Float]
  }

  private var lines: [Line] = []

  /// A line that fits less often than this share of the usual tries counts as not fitting.
  private static let leastTries = 0.04
  /// If lines usually have this many tries, a single one tells nothing: a look at a tag tries all lines of
  /// its row together.
  private static let leastUsual = 5
  /// A few photos may be illegible because they move, or are made anew.
  private static let fewestIllegible = 8
  /// So small a share of the screen's height may stay undecided.
  private static let sliver = 0.02
  /// Correlations: of a line with the bits that it shows, and of one that stays as it was.
  private static let (fit, sameness): (Float, Float) = (0.6, 0.9)

  mutating func look(at frame: LumaFrame, _ tag: TagSighting, _ pattern: TagPattern) {
    if lines.count < frame.height { lines += Array(repeating: Line(), count: frame.height - lines.count) }
    let side = TagPattern.side
    let (width, height) = (Double(tag.width) / Double(side), Double(tag.height) / Double(side))
    let (left, top) = (Double(tag.x) - Double(tag.width) / 2, Double(tag.y) - Double(tag.height) / 2)
    guard left >= 0, left + Double(tag.width) <= Double(frame.width) else { return }
    let column = Int((Double(tag.x) / Double(tag.width)).rounded())
    for row in [0, side - 1] {
      let bits = pattern.views[0][row * side..<(row + 1) * side]
      guard abs(bits.reduce(0, +)) < Float(side) else { continue }
      let from = Int((top + Double(row) * height + 0.2).rounded(.up))
      let to = Int((top + Double(row + 1) * height - 0.2).rounded(.down))
      for y in max(0, from)..<max(max(0, from), min(frame.height, to)) {
        let last = lines[y].looks[column]
        // A photo counts once for each time that it comes by.
        guard last?.bits != bits else { continue }
        let means = (0..<side).map { module in
          let start = left + Double(module) * width
          let first = Int(start + 0.2 * width)
          let pixels = first..<min(max(first + 1, Int(start + 0.8 * width)), frame.width)
          return pixels.reduce(Float(0)) { $0 + Float(frame.pixels[y * frame.width + $1]) }
            / Float(pixels.count)
        }
        lines[y].looks[column] = Look(bits: bits, means: means)
        lines[y].tries += 1
        if means.correlation(with: bits) > Self.fit,
          last.map({ means.correlation(with: $0.means[...]) < Self.sameness }) ?? true
        {
          lines[y].hits += 1
        }
      }
    }
  }

  /// Looks at the photos that lie whole on the screen, and are legible, or were before they moved to where they are.
  mutating func look(at frames: [MapFrame], _ fixes: [PositionMap.Fix?], _ map: PositionMap, height: Int) {
    /// The last frame in which each photo was on screen since it was legible.
    var known: [Int: Int] = [:]
    for (index, (frame, fix)) in zip(frames, fixes).enumerated() {
      guard let fix else { continue }
      let tags = Set(frame.tags.map(\.number))
      for place in map.places(inPart: fix.part, scrolled: fix.y, in: 0...Double(height)) {
        let (y, half) = (place.y - fix.y, place.height / 2)
        let isLegible = tags.contains(place.number)
        guard isLegible || known[place.number] == index - 1 else { continue }
        known[place.number] = index
        guard y > ScreenMap.cellShare * half, y < Double(height) - ScreenMap.cellShare * half else {
          continue
        }
        for line in Int(y - half)..<Int(y + half) where lines.indices.contains(line) {
          if isLegible { lines[line].legible += 1 } else { lines[line].illegible += 1 }
        }
      }
    }
  }

  /// Whether something always hides a line, as a bar that blurs what scrolls beneath it: photos that come there are no longer legible.
  private func isHidden(_ y: Int) -> Bool {
    lines.indices.contains(y) && lines[y].illegible >= Self.fewestIllegible && lines[y].legible == 0
  }

  /// Whether no tag tells if a line scrolls.
  func isOpen(_ y: Int) -> Bool { !lines.indices.contains(y) || lines[y].tries == 0 }

  /// The heights between which it scrolls, and those beyond of which nothing tells, if they are more than a sliver.
  func viewport(
    height: Int, scrolled: ScrolledLines
  ) -> (heights: ClosedRange<Double>, undecided: [ClosedRange<Double>]) {
    // The stretch with the greatest sum (Bentley, Programming pearls, 1984). What scrolls comes by every line about as often, so a
    // few that fit beyond those of a bar are chance.
    let tries = lines.map(\.tries).filter { $0 > 0 }.sorted()
    let usual = tries.isEmpty ? 0 : tries[tries.count / 2]
    let toll = Self.leastTries * Double(usual)
    var best = (sum: 0.0, from: 0, to: height)
    var (sum, from) = (0.0, 0)
    /// More than 0 if the tags say that a line scrolls, and less if they say that it does not.
    func evidence(_ y: Int) -> Double {
      guard lines.indices.contains(y), lines[y].tries > 1 || usual < Self.leastUsual else { return 0 }
      return Double(2 * lines[y].hits - lines[y].tries)
    }
    for y in lines.indices {
      if sum <= 0 { (sum, from) = (0, y) }
      sum += evidence(y) - toll
      if sum > best.sum { best = (sum, from, y + 1) }
    }
    while best.from < best.to, isHidden(best.from) { best.from += 1 }
    while best.from < best.to, isHidden(best.to - 1) { best.to -= 1 }
    // Where a grid moves by whole rows, or new cells stay blank, no tag comes by the last lines.
    func isUndecided(_ y: Int) -> Bool { evidence(y) >= 0 && !scrolled.stays(y) && !isHidden(y) }
    let above = (0..<best.from).reversed().prefix(while: isUndecided)
    let below = (best.to..<max(best.to, height)).prefix(while: isUndecided)
    let top = above.last(where: scrolled.scrolls) ?? best.from
    let bottom = below.last(where: scrolled.scrolls).map { $0 + 1 } ?? best.to
    let undecided = [(above.last ?? top)...top, bottom...(below.last.map { $0 + 1 } ?? bottom)]
    return (
      Double(top)...Double(bottom),
      undecided.filter { Double($0.count) > Self.sliver * Double(height) }
        .map { Double($0.lowerBound)...Double($0.upperBound) }
    )
  }
}

extension [Float] {
  /// The correlation with as many other values; 0 where there is hardly any contrast.
  fileprivate func correlation(with others: ArraySlice<Float>) -> Float {
    let (own, theirs, common) = moments(with: others)
    return own > 10 && theirs > 1 ? common / (own * theirs).squareRoot() : 0
  }

  /// The sums of squares of these values and of as many others, and of their products, without their means.
  func moments(with others: ArraySlice<Float>) -> (own: Float, theirs: Float, common: Float) {
    let count = Float(count)
    let (mean, other) = (reduce(0, +) / count, others.reduce(0, +) / count)
    return zip(self, others).reduce(into: (own: 0, theirs: 0, common: 0)) { sums, pair in
      sums.own += (pair.0 - mean) * (pair.0 - mean)
      sums.theirs += (pair.1 - other) * (pair.1 - other)
      sums.common += (pair.0 - mean) * (pair.1 - other)
    }
  }
}
