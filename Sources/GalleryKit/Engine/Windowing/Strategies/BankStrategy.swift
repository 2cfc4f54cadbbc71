internal import Foundation

/// `bank`: as many cells ahead as the decoders fall behind while a fling is faster than they are.
///
/// A fling that begins with v points a second needs c·v cells a second, with c cells per point of the grid. Decoders make m:
/// their number over the mean time of an image. While c·v > m they fall behind. The fling slows down by K = 2.002 a second, as
/// UIScrollView's does, so that in the end they have missed
///
///     (c·v − m − m·ln(c·v ÷ m)) ÷ K
///
/// cells.
///
/// The window first holds twice as many cells ahead, since costs are uneven and users fling again before a grid rests, but no
/// more than decoders make in a second, or half a screenful if that is more. Decoders that keep up need time, too: the cells
/// ahead reach at least the distance scrolled during two decodes and two frames, up to a screenful, and at least a row. Then
/// comes a screenful behind, which was decoded before and costs only memory, and last the cells farther ahead, up to two
/// screenfuls: decoders have time for them while the grid rests. Cells beyond the memory budget are left out, the last first.
///
/// The window lies around the viewport even during a fling: filling the resting place gained nothing for undisturbed flings, and
/// wasted twice as much for flings that a finger stops.
///
/// `leading` is the speed of the fastest of twenty flings: an app that has measured its users passes theirs.
/// ``ScrollState/decoding`` must be set; otherwise decoding counts as free. Best with ``RequestOrder/urgency``, in which cells
/// ahead never wait for cells that will be gone.
public struct BankStrategy: CachingStrategy {
  /// See ``CachingStrategy``.
  public static let descriptor = StrategyDescriptor(
    name: "bank",
    about: "As many cells ahead as the decoders fall behind in a fast fling, computed from decode times.",
    parameters: [
      .init(
        "leading", unit: "points a second", default: 6000, in: 0...20_000,
        about: "The speed of the fastest of twenty flings.")
    ],
    sources: [
      .init(
        "how a fling slows down: super-ultra/ScrollMechanics, DecelerationTimingParameters.swift",
        "https://github.com/super-ultra/ScrollMechanics/blob/HEAD/ScrollMechanics/Sources/DecelerationTimingParameters.swift"
      )
    ])

  private let parameters: StrategyParameters
  /// The deceleration of a fling, a second: −1000·ln 0.998.
  private static let deceleration = 2.002
  /// The kept multiple of one fling's need.
  private static let reserve = 2.0
  /// Two frames of a sixtieth of a second: one until the window moves, one until an image is seen.
  private static let frames = 1.0 / 30
  private static let screenfulsBehind = 1.0
  private static let mostScreenfulsAhead = 2.0

  /// See ``CachingStrategy``.
  public init(_ parameters: StrategyParameters) { self.parameters = parameters }

  /// See ``CachingStrategy``.
  public func window(for state: ScrollState, after last: CachingWindow) -> CachingWindow {
    let direction = state.direction(after: last)
    let (near, far) = ahead(in: state)
    let segments = state.segments(
      leading: near / state.screenful, trailing: Self.screenfulsBehind, direction: direction)
    let farther = [state.segments(leading: far / state.screenful, trailing: 0, direction: direction)[1]]
    return CachingWindow(
      (segments + farther.beyond(segments[1].items)).first(state.decoding.capacity), anchor: state.offset,
      direction: direction)
  }

  /// The reach ahead at first and in the end, in points.
  private func ahead(in state: ScrollState) -> (near: Double, far: Double) {
    let (layout, decoding) = (state.layout, state.decoding)
    func length(ofCells cells: Double) -> Double { cells / Double(layout.columns) * layout.rowPitch }
    let deficit = length(ofCells: Self.reserve * Self.deficit(parameters.leading, in: layout, decoding))
    let madeInSecond = decoding.seconds > 0 ? Double(decoding.workers) / decoding.seconds : .infinity
    let most = max(length(ofCells: madeInSecond), state.screenful / 2)
    let passed = parameters.leading * (2 * decoding.seconds + Self.frames)
    let near = max(min(deficit, most), min(passed, state.screenful), layout.rowPitch)
    return (near, max(near, min(max(deficit, passed), Self.mostScreenfulsAhead * state.screenful)))
  }

  /// The cells that decoders fall behind in a fling that begins at this speed.
  package static func deficit(_ speed: Double, in layout: GridLayout, _ decoding: ScrollState.Decoding)
    -> Double
  {
    let needed = speed * Double(layout.columns) / layout.rowPitch
    let made = decoding.seconds > 0 ? Double(decoding.workers) / decoding.seconds : .infinity
    guard needed > made else { return 0 }
    let cells = (needed - made - made * log(needed / made)) / deceleration
    // To the millionth, so that the last bits of a platform's `log` do not matter.
    return (cells * 0x1p20).rounded() * 0x1p-20
  }
}
