/// Tells the frames in which a grid scrolls: those in which it moves, or came to rest less than a second ago.
///
/// The trace alone decides which they are.
package struct ScrollClock: Sendable {
  /// Frames since the last one in which the grid moved; `nil` before the first.
  package private(set) var framesSinceMotion: Int?

  package init() {}

  /// The next frame.
  package mutating func tick(isMoving: Bool) {
    framesSinceMotion = isMoving ? 0 : framesSinceMotion.map { $0 + 1 }
  }

  /// Whether the grid scrolls in this frame, one of so many seconds.
  package func isScrolling(framePeriod: Double) -> Bool {
    framesSinceMotion.map { Double($0) * framePeriod < 1 } ?? false
  }

  /// Of each frame of a display, so many a second, whether the grid scrolls in it.
  static func scrolls(_ offsets: [Double], refreshRate: Int) -> [Bool] {
    var clock = ScrollClock()
    var last: Double?
    return offsets.map { offset in
      clock.tick(isMoving: last != nil && last != offset)
      last = offset
      return clock.isScrolling(framePeriod: 1 / Double(refreshRate))
    }
  }
}
