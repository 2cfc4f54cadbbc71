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
}

/// Shares of the visible area that showed no final image, summed over frames.
package struct UnseenArea: Hashable, Sendable {
  package private(set) var frames = 0
  private var blankSum = 0.0
  private var blurredSum = 0.0

  /// The mean share with nothing to show; `nil` without frames.
  package var blank: Double? { mean(blankSum) }
  /// The mean share with only a degraded image to show.
  package var blurred: Double? { mean(blurredSum) }
  /// The mean share without a final image.
  package var notSharp: Double? { mean(blankSum + blurredSum) }

  mutating func add(blank: Double, blurred: Double) {
    frames += 1
    blankSum += blank
    blurredSum += blurred
  }

  private func mean(_ sum: Double) -> Double? { frames > 0 ? sum / Double(frames) : nil }
}
