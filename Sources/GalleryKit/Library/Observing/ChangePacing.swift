internal import GalleryEngine

/// Paces notices to observers: at once, and in a storm at most one in each interval.
///
///     interval 3   changed  x..x.xx......x.
///                  told     |..|..|......|.
package struct ChangePacing: Sendable {
  /// The next action.
  package enum Action: Hashable, Sendable {
    /// Notify observers of all changes since the last notice.
    case tell
    /// Call ``woke(at:)`` at that time, in seconds.
    case wait(until: Double)
  }

  /// The least time between two notices, in seconds.
  package var interval: Double
  private var lastTold = -Double.infinity
  private var isOwed = false

  package init(interval: Double) { self.interval = interval }

  /// Records a change, and returns the next action.
  package mutating func changed(at now: Double) -> Action? {
    guard !isOwed else { return nil }
    isOwed = true
    return woke(at: now)
  }

  /// Returns the next action after a wait.
  package mutating func woke(at now: Double) -> Action? {
    guard isOwed else { return nil }
    guard now >= lastTold + interval else { return .wait(until: lastTold + interval) }
    isOwed = false
    lastTold = now
    return .tell
  }
}
