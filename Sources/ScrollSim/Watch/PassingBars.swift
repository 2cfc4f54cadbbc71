internal import GalleryKit

/// A bar that comes and goes at an end of the screen, as a phone's browser has.
struct PassingBar: Sendable {
  let isAtTop: Bool
  /// What it shows, strip by strip from the end of the screen.
  fileprivate let strips: [ScreenStrip]

  /// In pixels.
  var depth: Double { Double(strips.count * ScreenStrip.lines) }

  /// This share of its strips may show something else: a clock, or a page that loads.
  private static let otherStrips = 0.1

  func isShown(in frame: AreaMeans) -> Bool {
    let others = strips.indices.count { index in
      !strips[index].isLike(ScreenStrip(frame, index, isAtTop: isAtTop))
    }
    return Double(others) <= Self.otherStrips * Double(strips.count)
  }
}

/// Finds bars that come and go: what stays in its place, in most of the frames that show it, while the photos move.
struct PassingBars: Sendable {
  /// What stayed in some steps.
  private struct Candidate {
    let isAtTop: Bool
    /// As far as there is something to recognise.
    let core: [ScreenStrip]
    /// The strips of the step in which the most stayed, and how many stayed in each.
    var strips: [ScreenStrip]
    var depths: [Int]
    /// The steps in which it was gone as a whole, and those in which only its plain parts were: a button that floats over photos
    /// looks like a bar while the cells beneath it are blank.
    var gone = 0
    var floating = 0
  }

  private var candidates: [Candidate] = []
  private var steps = 0
  private var last: LumaFrame?

  /// Pixels; what moves by less might be still.
  private static let leastShift: Float = 4
  /// The share of the screen.
  private static let greatest = 0.35
  private static let (mostCandidates, fewestSteps) = (16, 8)
  /// A bar that is there in a larger share of the steps is always there, and was missed in some.
  private static let mostSteps = 0.85
  /// Pixels by which a bar must reach beyond what never scrolls, where the scrolling area begins.
  private static let leastReach = 12.0
  /// The share of a candidate's marks that are still there if only its plain parts are gone.
  private static let leastKept = 0.8

  /// - Parameter shift: the pixels by which the grid has moved since the frame that was looked at last; `nil` if nothing tells.
  mutating func look(at frame: LumaFrame, shift: Float?) {
    defer { last = frame }
    guard let last, (last.width, last.height) == (frame.width, frame.height), let shift,
      abs(shift) >= Self.leastShift
    else { return }
    steps += 1
    let most = Int(Self.greatest * Double(frame.height)) / ScreenStrip.lines
    for index in candidates.indices { look(at: frame, for: index) }
    for isAtTop in [true, false] {
      var strips: [ScreenStrip] = []
      for index in 0..<most {
        let strip = ScreenStrip(frame, index, isAtTop: isAtTop)
        guard strip.isLike(ScreenStrip(last, index, isAtTop: isAtTop)) else { break }
        strips.append(strip)
      }
      // Plain lines may be blank cells.
      guard let end = strips.indices.dropFirst().last(where: { strips[$0].differs(from: strips[$0 - 1]) })
      else { continue }
      let core = Array(strips[...end])
      let known = candidates.firstIndex {
        $0.isAtTop == isAtTop && $0.core.count == core.count
          && zip($0.core, core).allSatisfy { $0.isLike($1) }
      }
      if let known {
        candidates[known].depths.append(strips.count)
        if strips.count > candidates[known].strips.count { candidates[known].strips = strips }
      } else if candidates.count < Self.mostCandidates {
        candidates.append(Candidate(isAtTop: isAtTop, core: core, strips: strips, depths: [strips.count]))
      }
    }
  }

  /// Notes whether a candidate is gone, as a whole or but for its marks.
  private mutating func look(at frame: LumaFrame, for index: Int) {
    let candidate = candidates[index]
    var (marks, kept, others) = (0, 0, 0)
    for (place, strip) in candidate.core.enumerated() {
      let now = ScreenStrip(frame, place, isAtTop: candidate.isAtTop)
      if !strip.isLike(now) { others += 1 }
      let found = strip.marks(keptIn: now)
      (marks, kept) = (marks + found.all, kept + found.kept)
    }
    guard others > 0, marks > 0 else { return }
    if Double(kept) < Self.leastKept * Double(marks) {
      candidates[index].gone += 1
    } else {
      candidates[index].floating += 1
    }
  }

  /// - Parameter viewport: the heights between which the recording shows what scrolls.
  func found(beyond viewport: ClosedRange<Double>, height: Int) -> [PassingBar] {
    candidates.compactMap { candidate in
      let count = candidate.depths.count
      guard candidate.floating <= candidate.gone, count >= Self.fewestSteps,
        Double(count) < Self.mostSteps * Double(steps)
      else { return nil }
      let never = candidate.isAtTop ? viewport.lowerBound : Double(height) - viewport.upperBound
      guard Double(candidate.core.count * ScreenStrip.lines) > never + Self.leastReach else { return nil }
      // Blank cells beneath a bar stay as they are, too.
      let depth = candidate.depths.sorted()[count / 10]
      return PassingBar(isAtTop: candidate.isAtTop, strips: Array(candidate.strips.prefix(depth)))
    }
  }
}

/// Some lines of pixels across the screen, in blocks.
private struct ScreenStrip: Sendable {
  private let blocks: [Float]

  static let lines = 4
  private static let count = 24
  /// Luminance by which blocks of the same picture differ at most, and those at an edge at least.
  private static let (sameness, edge): (Float, Float) = (4, 10)

  /// - Parameter index: counts strips from an end of the screen.
  init(_ frame: AreaMeans, _ index: Int, isAtTop: Bool) {
    blocks = Self.blocks(index, isAtTop: isAtTop, width: frame.width, height: frame.height) { xs, ys in
      Float(
        frame.mean(
          Double(xs.lowerBound), Double(ys.lowerBound), Double(xs.upperBound), Double(ys.upperBound)))
    }
  }

  init(_ frame: LumaFrame, _ index: Int, isAtTop: Bool) {
    blocks = Self.blocks(index, isAtTop: isAtTop, width: frame.width, height: frame.height) { xs, ys in
      let sum = ys.reduce(0) { sum, y in
        let row = y * frame.width
        return frame.pixels[row + xs.lowerBound..<row + xs.upperBound].reduce(sum) { $0 + Int($1) }
      }
      return Float(sum) / Float(xs.count * ys.count)
    }
  }

  private static func blocks(
    _ index: Int, isAtTop: Bool, width: Int, height: Int, mean: (Range<Int>, Range<Int>) -> Float
  ) -> [Float] {
    let top = isAtTop ? index * lines : height - (index + 1) * lines
    return (0..<count).map { mean($0 * width / count..<($0 + 1) * width / count, top..<top + lines) }
  }

  func isLike(_ other: ScreenStrip) -> Bool {
    zip(blocks, other.blocks).allSatisfy { abs($0 - $1) < Self.sameness }
  }

  /// The blocks that differ from most of the strip, and how many of them another strip has, too.
  func marks(keptIn other: ScreenStrip) -> (all: Int, kept: Int) {
    let plain = blocks.sorted()[blocks.count / 2]
    let marks = blocks.indices.filter { abs(blocks[$0] - plain) > Self.edge }
    return (marks.count, marks.count { abs(blocks[$0] - other.blocks[$0]) < Self.sameness })
  }

  func differs(from other: ScreenStrip) -> Bool {
    zip(blocks, other.blocks).contains { abs($0 - $1) > Self.edge }
  }
}
