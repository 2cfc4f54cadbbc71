/// Finds the frames in which a grid scrolls, by the trace alone: it moves, or came to rest less than a second ago.
package struct ScrollClock: Sendable {
  /// Frames since the last one in which the grid moved; `nil` before the first.
  package private(set) var framesSinceMotion: Int?

  package mutating func tick(isMoving: Bool) {
    framesSinceMotion = isMoving ? 0 : framesSinceMotion.map { $0 + 1 }
  }

  /// Whether the grid scrolls in this frame of `framePeriod` seconds.
  package func isScrolling(framePeriod: Double) -> Bool {
    framesSinceMotion.map { Double($0) * framePeriod < 1 } ?? false
  }

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
