/// How much an inexact metric must change to count: by more than both parts.
///
/// If the base is no larger than ``absolute``, such as zero, that part alone decides, since a share of almost
/// nothing says nothing.
package struct Threshold: Codable, Hashable, Sendable {
  /// As a share of the base.
  package var relative: Double
  /// In the metric's unit.
  package var absolute: Double

  /// Whether a change from base to head counts, in either direction.
  package func isPassed(from base: Double, to head: Double) -> Bool {
    let change = abs(head - base)
    guard change > absolute else { return false }
    return abs(base) <= absolute || change > relative * abs(base)
  }

  /// The threshold of metrics in a unit; the spread of ten runs of one build stays below it on an otherwise idle machine.
  package static func standard(unit: String) -> Threshold {
    switch unit {
    case "bytes": Threshold(relative: 0.05, absolute: 4e6)
    case "ms", "msPerSecond": Threshold(relative: 0.1, absolute: 1)
    case "rate": Threshold(relative: 0.05, absolute: 0.01)
    case "seconds": Threshold(relative: 0.1, absolute: 0.05)
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

extension Threshold {
  /// The fence of a metric's own history: Q3 + 3 · IQR of the steps from each measurement to the next, as shares, as in
  /// rustc-perf; `nil` if there are fewer than eight.
  ///
  /// A metric that is steadier than the standard threshold gets a smaller one, down to a fifth of it; a less steady metric may
  /// move more, so that its noise fails nothing. The absolute part changes in proportion.
  init?(fencing history: [Double], unit: String) {
    let steps = zip(history, history.dropFirst()).compactMap { before, after in
      before == 0 ? nil : abs(after - before) / abs(before)
    }.sorted()
    guard steps.count >= 8 else { return nil }
    let (low, high) = (steps.percentileOfSorted(0.25), steps.percentileOfSorted(0.75))
    let standard = Self.standard(unit: unit)
    let share = max(high + 3 * (high - low), standard.relative / 5)
    self.init(relative: share, absolute: standard.absolute * share / standard.relative)
  }
}
