internal import GalleryKit
internal import Support

/// The real, monotonic time.
package struct ReplayClock: FrameClock {
  private let origin: Double

  /// Makes a clock that reads 0 after `delay` seconds.
  package init(startingIn delay: Double = 0) { origin = SystemClock.monotonicSeconds + delay }

  package var now: Double { SystemClock.monotonicSeconds - origin }

  /// Deadlines are absolute, so that late frames do not delay those after them.
  package func sleep(until deadline: Double) {
    while now < deadline { SystemClock.sleep(until: deadline + origin) }
  }

  package func work(for processorSeconds: Double) {
    let end = SystemClock.threadSeconds + processorSeconds
    while SystemClock.threadSeconds < end {}
  }
}

/// Tells the time of a run, in seconds from its first frame.
package protocol TimeSource: Sendable {
  /// Seconds since the first frame was due; never runs backwards.
  var now: Double { get }
}

/// A clock that a frame loop can wait for: the real one sleeps, a virtual one performs the events that are due.
package protocol FrameClock: TimeSource {
  /// Returns at `deadline`, or at once if that has passed.
  func sleep(until deadline: Double)

  /// Keeps the processor busy; returns at once on a virtual clock, whose costs include the effect.
  func work(for processorSeconds: Double)
}
