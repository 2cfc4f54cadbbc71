/// The figures of an app's log of painted frames, by the definitions for runs.
public struct PaintedFigures: Codable, Hashable, Sendable {
  /// The number of painted frames.
  public var frames: Int
  /// Painted frames per second; `nil` if no time passed.
  public var framesPerSecond: Double?
  /// How far the grid scrolled, and for how long.
  public var travel: Travel
  /// Values by metric, or by figure of a distribution as in `frameWorkMs.p95`; values that the log lacks are absent.
  public var values: [String: Double]
}

/// How far content scrolled, and for how long, which tells an app's scroll from another one.
public struct Travel: Codable, Hashable, Sendable {
  /// Points travelled in all, back and forth.
  public var distance: Double
  /// Seconds of the frames in which it moved, or had come to rest less than a second before.
  public var seconds: Double

  /// As in `3,120 pt in 8.4 s`.
  var words: String { "\(Figure.fixed(distance, 0)) pt in \(Figure.fixed(seconds, 1)) s" }
}
