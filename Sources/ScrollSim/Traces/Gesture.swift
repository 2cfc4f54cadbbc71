internal import Foundation

/// A user's action on a grid; positive is towards the end of the content.
package enum Gesture: Codable, Hashable, Sendable {
  /// A finger lands, moves the content by `distance` points in `duration` seconds and stops before it lifts.
  case drag(distance: Double, duration: Double)
  /// A finger lands, accelerates to `velocity` points a second and lets go; the content's earlier speed adds to it if
  /// the fling `carries`.
  case fling(velocity: Double, carries: Bool = false)
  case pause(Double)
  /// A finger lands, which stops the content at once, and stays for some seconds.
  case touch(Double)
  /// A mouse wheel turns by a notch, in points; the content glides there as in Chromium.
  case wheel(Double)
  /// The user moves the content at once, as with a scrubber.
  case jump(JumpTarget)
  /// The user turns the device; the screen's width and height swap unless it is already held that way.
  case rotate(to: Orientation)
  case columns(Int)

  package enum JumpTarget: Codable, Hashable, Sendable {
    /// An offset in points, kept within the content.
    case offset(Double)
    /// A share of the way from the start, 0, to the end of the content, 1.
    case fraction(Double)
  }

  package enum Orientation: String, Codable, Hashable, Sendable, CaseIterable {
    case portrait
    case landscape
  }

  /// The default duration of a drag, in seconds.
  package static let defaultDragDuration = 0.35
  /// Seconds for which a finger accelerates before it lets go of a fling.
  ///
  /// Platforms estimate the velocity of a release over this time; a fling of 5000 pt/s thus starts with a swipe of 250 pt.
  package static let launchDuration = 0.1

  /// The velocity that iOS adds to a fling at `velocity` on content moving at `speed`: repeated flicks build up.
  ///
  /// It is 0.000816 |v|^1.967, at most 40,000, for flings in the same direction: the fit of Flutter's `carriedMomentum`
  /// (`scroll_physics.dart`).
  static func carriedVelocity(_ speed: Double, into velocity: Double) -> Double {
    guard speed * velocity > 0 else { return 0 }
    let carried = min(0.000816 * pow(abs(speed), 1.967), 40_000)
    return velocity < 0 ? -carried : carried
  }
}

package struct GestureScript: Codable, Hashable, Sendable {
  /// The default seconds of a trace after everything has come to rest.
  package static let defaultSettle = 1.0

  package var before: [Gesture] = []
  package var gestures: [Gesture]
  /// The number of times to play ``gestures``, coming to rest after each; `nil` for once, without laps.
  package var laps: Int?
  /// Seconds at rest at the end.
  package var settle = GestureScript.defaultSettle

  package func trace(
    physics: any ScrollPhysics, limits: ScrollLimits, from offset: Double = 0
  ) -> ScrollTrace {
    var builder = TraceBuilder(physics: physics, limits: limits, offset: offset)
    for gesture in before { builder.perform(gesture) }
    if laps != nil { builder.comeToRest() }
    for _ in 0..<(laps ?? 1) {
      for gesture in gestures { builder.perform(gesture) }
      if laps != nil { builder.endLap() }
    }
    return builder.finish(settle: settle)
  }
}
