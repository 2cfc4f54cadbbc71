internal import GalleryKit

/// Tells the time of a run, in seconds from its first frame.
package protocol TimeSource: Sendable {
  /// Seconds since the first frame was due; never runs backwards.
  var now: Double { get }
}

/// Time that stands still until it is moved by hand: what tests use.
package final class ManualClock: TimeSource {
  private let seconds = Locked(0.0)

  package init() {}

  package var now: Double { seconds.withLock { $0 } }

  /// Moves the time on.
  package func advance(to time: Double) {
    seconds.withLock { seconds in
      precondition(time >= seconds, "time does not run backwards")
      seconds = time
    }
  }
}
