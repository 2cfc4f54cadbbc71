internal import Foundation

/// A population of scrolls: a long session, drawn from a seed and distributions of users' actions.
///
/// A session begins with a second of rest. Bursts of flicks follow, each ending in a dwell in which the user looks,
/// until ``seconds`` are over. Some turn back, some are stopped by a finger, some are slow drags, and instead of some
/// the user scrubs to another place. Speeds and times are log-normal, numbers of flicks geometric.
///
/// Defaults without a source are assumed: no recording of whole sessions is known to be public.
package struct ScrollSession: Codable, Hashable, Sendable {
  package var seconds: Double
  package var flicks = 3.0
  /// The median of seven recorded flicks in Flutter's velocity tracker tests, by ``ReleaseVelocity``.
  package var velocity = 2700.0
  /// With two thirds of it towards the start: the 6,000 and 4,000 points a second of `bank`.
  package var fastVelocity = 6000.0
  /// The peaks of a recorded double swipe (wheel-gestures) are 0.55 s apart, of which a flick holds the screen for 0.1.
  package var gap = 0.45
  package var dwell = 1.2
  package var reversals = 0.2
  package var stops = 0.25
  /// One of the seven recorded gestures.
  package var drags = 0.14
  package var scrubs = 0.05

  /// The length of a drag in points: the median of the strokes of the seven recorded gestures.
  private static let dragDistance = 150.0
  /// The standard deviation of the logarithm of times.
  private static let timeScatter = 0.5
  /// The number of standard deviations past which 5 in 100 lie.
  private static let oneInTwenty = 1.645
  /// The number of places that a scrub passes, a tenth of a second each.
  private static let scrubStops = 6

  package func trace(
    physics: any ScrollPhysics, limits: ScrollLimits, seed: UInt64, from offset: Double = 0
  ) -> ScrollTrace {
    var builder = TraceBuilder(physics: physics, limits: limits, offset: offset)
    var draw = SessionDraw(seed: seed)
    var direction = 1.0
    builder.wait(1)
    while builder.now < seconds {
      if draw.happens(scrubs) {
        scrub(in: &builder, limits, &draw)
      } else {
        if draw.happens(reversals) { direction = -direction }
        // Within a screenful of an end, only one way is left: from the nearer end to the other.
        let (before, after) = (builder.offset, limits.maximumOffset - builder.offset)
        if min(before, after) < limits.viewportLength { direction = before < after ? 1 : -1 }
        burst(direction, in: &builder, &draw)
      }
      builder.comeToRest()
      builder.wait(draw.time(around: dwell, scatter: Self.timeScatter))
    }
    return builder.finish(settle: GestureScript.defaultSettle)
  }

  private func burst(_ direction: Double, in builder: inout TraceBuilder, _ draw: inout SessionDraw) {
    if draw.happens(drags) {
      let distance = draw.value(around: Self.dragDistance, scatter: Self.timeScatter).rounded()
      builder.perform(.drag(distance: direction * distance, duration: Gesture.defaultDragDuration))
      return
    }
    let scatter = log(fastVelocity / velocity) / Self.oneInTwenty
    while true {
      let speed = draw.value(around: velocity * (direction > 0 ? 1 : 2.0 / 3), scatter: scatter)
      builder.perform(.fling(velocity: direction * min(speed, 8000).rounded()))
      guard !draw.happens(1 / flicks) else { break }
      builder.wait(draw.time(around: gap, scatter: Self.timeScatter))
    }
    if draw.happens(stops) {
      builder.wait(draw.time(around: gap, scatter: Self.timeScatter))
      builder.perform(.touch(0.1))
    }
  }

  private func scrub(in builder: inout TraceBuilder, _ limits: ScrollLimits, _ draw: inout SessionDraw) {
    let (start, target) = (builder.offset, draw.share() * limits.maximumOffset)
    for stop in 1...Self.scrubStops {
      let offset = start + (target - start) * Double(stop) / Double(Self.scrubStops)
      builder.perform(.jump(.offset(offset)))
      builder.wait(0.1)
    }
  }
}

/// Draws a session's actions, the same from the same seed on every machine.
private struct SessionDraw {
  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed, stream: 0x5E55_1055) }

  /// A number from 0 up to 1.
  mutating func share() -> Double { Double(generator.unit()) }

  mutating func happens(_ share: Double) -> Bool { self.share() < share }

  /// A log-normal value; its normal value is a sum of twelve numbers, so that no platform's logarithm is
  /// used.
  mutating func value(around median: Double, scatter: Double) -> Double {
    let normal = (0..<12).reduce(-6.0) { sum, _ in sum + share() }
    return median * exp(scatter * normal)
  }

  mutating func time(around median: Double, scatter: Double) -> Double {
    value(around: median, scatter: scatter).rounded(toPlaces: 3)
  }
}
