/// How much a metric that is not exact must change to count.
///
/// A change counts if it is larger than both parts. Where the base is no larger than ``absolute``, as zero is, that part
/// alone decides: a share of next to nothing says nothing.
public struct Threshold: Hashable, Sendable {
  /// As a share of the base.
  public var relative: Double
  /// In the metric's unit.
  public var absolute: Double

  /// Makes a threshold of both parts.
  public init(relative: Double, absolute: Double) {
    self.relative = relative
    self.absolute = absolute
  }

  /// Whether a change from base to head counts, whichever way it goes.
  public func isPassed(from base: Double, to head: Double) -> Bool {
    let change = abs(head - base)
    guard change > absolute else { return false }
    return abs(base) <= absolute || change > relative * abs(base)
  }

  /// The threshold of metrics in that unit: the spread of ten runs of one build stays below it on a machine that does
  /// nothing else (`scrollsim calibrate --noise` shows by how much).
  public static func standard(unit: String) -> Threshold {
    switch unit {
    case "bytes": Threshold(relative: 0.05, absolute: 4e6)
    case "ms": Threshold(relative: 0.1, absolute: 1)
    case "rate": Threshold(relative: 0.05, absolute: 0.01)
    case "seconds": Threshold(relative: 0.1, absolute: 0.05)
    case "msPerSecond": Threshold(relative: 0.1, absolute: 1)
    case "ratio": Threshold(relative: 0.1, absolute: 0.1)
    default: Threshold(relative: 0.05, absolute: 5)
    }
  }

  /// The threshold in words, as in `5 % and 4 MB`.
  func words(unit: String) -> String {
    let share = Figure.exact(relative * 100, unit: "%")
    return "\(share) and \(Figure.exact(absolute, unit: unit))"
  }
}
