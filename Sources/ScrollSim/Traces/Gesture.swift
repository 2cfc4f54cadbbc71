internal import Foundation

/// What a user does to a grid; positive is towards the end of the content.
package enum Gesture: Hashable, Sendable {
  /// A finger lands, moves the content by `distance` points in `duration` seconds and stops before it lifts.
  case drag(distance: Double, duration: Double)
  /// A finger lands, accelerates to `velocity` points a second and lets go; what speed the content had before adds to it
  /// if the fling `carries`.
  case fling(velocity: Double, carries: Bool = false)
  /// Seconds go by; momentum goes on.
  case pause(Double)
  /// A finger lands, which stops the content at once, and stays for some seconds.
  case touch(Double)
  /// A mouse wheel turns by a notch of so many points, to which the content glides as in Chromium.
  case wheel(Double)
  /// The user takes the content elsewhere at once, as with a scrubber.
  case jump(JumpTarget)
  /// The user turns the device, so that the screen's width and height change places unless it is held that way already.
  case rotate(to: Orientation)
  /// The user pinches until so many cells stand in a row.
  case columns(Int)

  /// Where a jump leads.
  package enum JumpTarget: Hashable, Sendable {
    /// An offset in points, kept within the content.
    case offset(Double)
    /// A share of the way from the start, 0, to the end of the content, 1.
    case fraction(Double)
  }

  /// How a device is held.
  package enum Orientation: String, Hashable, Sendable, CaseIterable {
    /// The screen is higher than wide.
    case portrait
    /// The screen is wider than high.
    case landscape
  }

  /// How long a drag takes where nothing is said, in seconds.
  package static let defaultDragDuration = 0.35
  /// How long a finger accelerates before it lets go of a fling, in seconds.
  ///
  /// The time over which platforms estimate the velocity of a release; a fling of 5000 pt/s thus starts with
  /// a swipe of 250 pt.
  package static let launchDuration = 0.1

  /// What iOS adds to a fling at `velocity` that lands on content moving at `speed`, in points a second: flicks one after
  /// the other build up.
  ///
  /// 0.000816 |v|^1.967, at most 40,000, for flings the same way: the fit of Flutter's `carriedMomentum`
  /// (`scroll_physics.dart`).
  static func carriedVelocity(_ speed: Double, into velocity: Double) -> Double {
    guard speed * velocity > 0 else { return 0 }
    let carried = min(0.000816 * pow(abs(speed), 1.967), 40_000)
    return velocity < 0 ? -carried : carried
  }
}

/// What a user does from start to end.
package struct GestureScript: Hashable, Sendable {
  /// How long a trace goes on after everything has come to rest where nothing is said, in seconds.
  package static let defaultSettle = 1.0

  /// Gestures before the first lap.
  package var before: [Gesture] = []
  /// Gestures, or those of one lap.
  package var gestures: [Gesture]
  /// How often to repeat ``gestures``, coming to rest after each time; `nil` for once, and no laps.
  package var laps: Int?
  /// Seconds at rest at the end.
  package var settle = GestureScript.defaultSettle

  /// The trace that these gestures make from an offset in points.
  package func trace(
    physics: any ScrollPhysics, limits: ScrollLimits, from offset: Double = 0
  ) -> ScrollTrace {
    var builder = TraceBuilder(physics: physics, limits: limits, offset: offset)
    for gesture in before { builder.perform(gesture) }
    if let laps {
      builder.comeToRest()
      for _ in 0..<laps {
        for gesture in gestures { builder.perform(gesture) }
        builder.endLap()
      }
    } else {
      for gesture in gestures { builder.perform(gesture) }
    }
    return builder.finish(settle: settle)
  }
}
