/// What a user does to a grid; positive is towards the end of the content.
package enum Gesture: Hashable, Sendable {
  /// A finger lands, moves the content by `distance` points in `duration` seconds and stops before it lifts.
  case drag(distance: Double, duration: Double)
  /// A finger lands, accelerates to `velocity` points a second and lets go.
  case fling(velocity: Double)
  /// Seconds go by; momentum goes on.
  case pause(Double)
  /// A finger lands, which stops the content at once, and stays for some seconds.
  case touch(Double)
  /// The user takes the content elsewhere at once, as with a scrubber.
  case jump(JumpTarget)

  /// Where a jump leads.
  package enum JumpTarget: Hashable, Sendable {
    /// An offset in points, kept within the content.
    case offset(Double)
    /// A share of the way from the start, 0, to the end of the content, 1.
    case fraction(Double)
  }

  /// How long a drag takes where nothing is said, in seconds.
  package static let defaultDragDuration = 0.35
  /// How long a finger accelerates before it lets go of a fling, in seconds.
  ///
  /// The time over which platforms estimate the velocity of a release; a fling of 5000 pt/s thus starts with
  /// a swipe of 250 pt.
  package static let launchDuration = 0.1
}

/// What a user does from start to end.
package struct GestureScript: Hashable, Sendable {
  /// How long a trace goes on after everything has come to rest where nothing is said, in seconds.
  package static let defaultSettle = 1.0

  /// Gestures before the first lap.
  package var before: [Gesture]
  /// Gestures, or those of one lap.
  package var gestures: [Gesture]
  /// How often to repeat ``gestures``, coming to rest after each time; `nil` for once, and no laps.
  package var laps: Int?
  /// Seconds at rest at the end.
  package var settle: Double

  package init(
    before: [Gesture] = [], gestures: [Gesture], laps: Int? = nil, settle: Double = Self.defaultSettle
  ) {
    self.before = before
    self.gestures = gestures
    self.laps = laps
    self.settle = settle
  }

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
