internal import GalleryKit
internal import SystemCalls

/// The real, monotonic time.
package struct ReplayClock: FrameClock {
  private let origin: Double

  /// Starts at 0 so many seconds from now.
  package init(startingIn delay: Double = 0) {
    origin = SystemClock.monotonicSeconds + delay
  }

  package var now: Double { SystemClock.monotonicSeconds - origin }

  /// Sleeps until the deadline, and not at all if it has passed.
  ///
  /// Deadlines are absolute, so that late frames do not delay those after them.
  package func sleep(until deadline: Double) {
    while now < deadline { SystemClock.sleep(until: deadline + origin) }
  }
}

/// Tells the time of a run, in seconds from its first frame.
package protocol TimeSource: Sendable {
  /// Seconds since the first frame was due; never runs backwards.
  var now: Double { get }
}

/// A time that a frame loop can wait for: by sleeping on the real clock, by letting happen what is due on a
/// virtual one.
package protocol FrameClock: TimeSource {
  /// Returns once it is `deadline`, and at once if that has passed.
  func sleep(until deadline: Double)
}
