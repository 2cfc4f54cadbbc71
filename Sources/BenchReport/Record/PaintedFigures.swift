/// What an app's log of painted frames comes to, by the definitions that hold for runs.
public struct PaintedFigures: Codable, Hashable, Sendable {
  /// Frames that were painted.
  public var frames: Int
  /// Frames that were painted a second; `nil` of no time at all.
  public var framesPerSecond: Double?
  /// How far the grid scrolled, and for how long.
  public var travel: Travel
  /// By metric, or figure of a distribution as in `frameWorkMs.p95`; what the log does not tell is absent.
  public var values: [String: Double]
}

/// How far content scrolled, and for how long: by this the scroll of an app is told from another one.
public struct Travel: Codable, Hashable, Sendable {
  /// Points travelled in all, back and forth.
  public var distance: Double
  /// Seconds of the frames in which it moved, or came to rest less than a second ago.
  public var seconds: Double

  /// As in `3,120 pt in 8.4 s`.
  var words: String { "\(Figure.fixed(distance, 0)) pt in \(Figure.fixed(seconds, 1)) s" }
}
