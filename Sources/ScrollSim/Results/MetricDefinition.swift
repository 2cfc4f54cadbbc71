/// A metric's meaning, its gate and its better direction.
public struct MetricDefinition: Codable, Hashable, Sendable {
  /// `ms`, `bytes`, `rate` (0…1), `count`, `seconds`, `megapixels`, `msPerSecond`, `perSecond`, `ratio`.
  public var unit: String
  /// How the metric is gated.
  public var `class`: Class
  /// The better direction.
  public var better: Direction
  /// The metric's meaning, in a sentence.
  public var about: String

  /// How a metric is gated.
  public enum Class: String, Codable, Hashable, Sendable {
    /// Must be equal.
    case exact
    /// Must hold without any baseline.
    case invariant
    /// Has a limit.
    case bounded
    /// Must not rise lap over lap.
    case growth
    /// Compared as distributions.
    case statistical
  }

  /// The better direction.
  public enum Direction: String, Codable, Hashable, Sendable {
    /// More is better.
    case higher
    /// Less is better.
    case lower
    /// Neither; the metric describes.
    case neither
  }
}
