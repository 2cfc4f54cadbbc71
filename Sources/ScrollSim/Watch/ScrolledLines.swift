internal import GalleryKit

/// Finds the lines of pixels that scroll with the photos where no tag says so, since what they show was elsewhere before or is
/// afterwards, and those that stay.
struct ScrolledLines: Sendable {
  /// What lines showed while the grid moved.
  private struct Strip {
    /// The steps in which it scrolled, and those of less than a row in which it showed something and stayed.
    var (hits, rests) = (0, 0)
    /// How far the grid moved in steps of less than a row, in pixels, and in how many of them the strip stayed, or did not.
    var distance: Float = 0
    var stays = 0
    var changes = 0
  }

  private var strips: [Strip] = []
  private var last: LumaFrame?
  /// The height of the largest photo.
  private var tallest: Float = 0

  /// The lines of a strip, and from one strip to the next.
  private static let (lines, step) = (8, 4)
  /// Parts of a strip, in case a button floats over one of them, and the blocks across each.
  private static let (parts, blocks) = (3, 8)
  /// Smaller steps are too like none.
  private static let leastShift: Float = 4
  /// Correlations: of a strip with itself elsewhere, and with what stays.
  private static let sameness: Float = 0.9
  /// Less luminance than the placeholders of cells differ by from what is between them.
  fileprivate static let leastContrast: Float = 2
  /// A single step may be chance.
  private static let fewest = 2
  /// What stays while the grid moves by so many photos does not scroll, even if it changes in a few steps, as a clock does.
  private static let (leastPhotos, mostChanges): (Float, Double) = (3, 0.05)

  /// - Parameters:
  ///   - shift: the pixels by which the grid has moved since the frame that was looked at last; `nil` if nothing tells.
  ///   - photo: the height of a photo; a step of more could be one by whole rows.
  ///   - isOpen: whether nothing else tells if a line scrolls.
  mutating func look(at frame: LumaFrame, shift: Float?, photo: Float, isOpen: (Int) -> Bool) {
    tallest = max(tallest, photo)
    defer { last = frame }
    guard let last, let shift, abs(shift) >= Self.leastShift,
      (last.width, last.height) == (frame.width, frame.height)
    else { return }
    let pixels = Int(shift.rounded())
    let count = max(0, (frame.height - Self.lines) / Self.step + 1)
    if strips.count < count { strips += Array(repeating: Strip(), count: count - strips.count) }
    for strip in 0..<count where isOpen(strip * Self.step) && isOpen(strip * Self.step + Self.lines - 1) {
      let y = strip * Self.step
      let moving = (0..<Self.parts).filter { part in
        Self.means(frame, y, part).likeness(to: Self.means(last, y, part)) < Self.sameness
      }
      if abs(shift) < photo {
        strips[strip].distance += abs(shift)
        if moving.isEmpty { strips[strip].stays += 1 } else { strips[strip].changes += 1 }
        let isPlain = (0..<Self.parts).allSatisfy { Self.means(frame, y, $0).isFlat }
        if moving.isEmpty, !isPlain { strips[strip].rests += 1 }
      }
      let (source, target) = (y - pixels, y + pixels)
      let isHit = moving.contains { part in
        func isLike(_ here: LumaFrame, _ there: LumaFrame, at place: Int) -> Bool {
          isInside(place, frame)
            && Self.means(here, y, part).likeness(to: Self.means(there, place, part)) > Self.sameness
        }
        return isLike(frame, last, at: source) || isLike(last, frame, at: target)
      }
      if isHit { strips[strip].hits += 1 }
    }
  }

  private func isInside(_ y: Int, _ frame: LumaFrame) -> Bool { y >= 0 && y + Self.lines <= frame.height }

  /// Whether a line lies in a strip that scrolls, in more steps than it stays: a codec smears what scrolls into a bar.
  func scrolls(_ line: Int) -> Bool {
    around(line).contains { $0.hits >= Self.fewest && $0.hits > $0.rests }
  }

  /// Whether a line lies in strips that stay alone.
  func stays(_ line: Int) -> Bool {
    around(line).allSatisfy { strip in
      strip.hits == 0 && strip.distance >= Self.leastPhotos * tallest
        && Double(strip.changes) <= Self.mostChanges * Double(strip.stays + strip.changes)
    }
  }

  private func around(_ line: Int) -> ArraySlice<Strip> {
    let (first, last) = (max(0, (line - Self.lines + Self.step) / Self.step), line / Self.step)
    return strips[min(first, strips.count)..<min(last + 1, strips.count)]
  }

  private static func means(_ frame: LumaFrame, _ top: Int, _ part: Int) -> [Float] {
    (top..<top + lines).flatMap { y in
      (part * blocks..<(part + 1) * blocks).map { block in
        let (row, all) = (y * frame.width, parts * blocks)
        let pixels = row + block * frame.width / all..<row + (block + 1) * frame.width / all
        return Float(frame.pixels[pixels].reduce(0) { $0 + Int($1) }) / Float(max(1, pixels.count))
      }
    }
  }
}

extension [Float] {
  /// The correlation with as many other values; 1 where neither has any contrast, and 0 where one has hardly any.
  fileprivate func likeness(to others: [Float]) -> Float {
    let moments = moments(with: others[...])
    let least = leastContrast
    let isFlat = (moments.own < least, moments.theirs < least)
    if isFlat.0 || isFlat.1 { return isFlat.0 && isFlat.1 ? 1 : 0 }
    return moments.common / (moments.own * moments.theirs).squareRoot()
  }

  /// Whether there is hardly any contrast.
  fileprivate var isFlat: Bool { moments(with: self[...]).own < leastContrast }

  private var leastContrast: Float {
    ScrolledLines.leastContrast * ScrolledLines.leastContrast * Float(count)
  }
}
