internal import GalleryEngine

/// When observers are told of changes: at once, and in a storm no more often than once an interval.
///
///     interval 3   changed  x..x.xx......x.
///                  told     |..|..|......|.
package struct ChangePacing: Sendable {
  /// What to do now.
  package enum Action: Hashable, Sendable {
    /// Tell observers of all that has changed since they were told last.
    case tell
    /// Ask ``woke(at:)`` again at that time, in seconds.
    case wait(until: Double)
  }

  /// The least time between two notices, in seconds.
  package var interval: Double
  private var lastTold = -Double.infinity
  private var isOwed = false

  package init(interval: Double) { self.interval = interval }

  /// Something has changed.
  package mutating func changed(at now: Double) -> Action? {
    guard !isOwed else { return nil }
    isOwed = true
    return woke(at: now)
  }

  /// Time has passed.
  package mutating func woke(at now: Double) -> Action? {
    guard isOwed else { return nil }
    guard now >= lastTold + interval else { return .wait(until: lastTold + interval) }
    isOwed = false
    lastTold = now
    return .tell
  }
}
