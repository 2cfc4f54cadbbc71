internal import Foundation

/// A user's action on a grid, as its key in a scenario says; positive is towards the end of the content.
package enum Gesture: Codable, Hashable, Sendable {
  case drag(distance: Double, duration: Double)
  case fling(velocity: Double, carries: Bool = false)
  case pause(Double)
  case touch(Double)
  case wheel(Double)
  case jump(JumpTarget)
  case rotate(to: Orientation)
  case columns(Int)

  package enum JumpTarget: Codable, Hashable, Sendable {
    case offset(Double)
    case fraction(Double)
  }

  package enum Orientation: String, Codable, Hashable, Sendable, CaseIterable {
    case portrait, landscape
  }

  /// In seconds.
  package static let defaultDragDuration = 0.35
  /// Seconds for which a finger accelerates before it lets go of a fling: platforms estimate the velocity of
  /// a release over this time.
  package static let launchDuration = 0.1

  /// The velocity that iOS adds to a fling at `velocity` on content moving at `speed`, all in points a second: flicks build up.
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
  package static let defaultSettle = 1.0

  package var before: [Gesture] = []
  package var gestures: [Gesture]
  /// The number of times to play ``gestures``, coming to rest after each; `nil` for once, without laps.
  package var laps: Int?
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
