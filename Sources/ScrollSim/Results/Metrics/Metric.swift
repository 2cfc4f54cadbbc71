/// A metric of a run, declared once, in one of the lists of ``all``; results, tables, limits, tolerances and
/// exports take it from there.
///
/// Times are milliseconds (`…Ms`), memory is bytes (`…Bytes`), rates are 0…1.
package struct Metric: Sendable {
  /// The name in result files, as in `cacheHitRate`.
  package let name: String
  /// Unit, class in a replay, better direction, and meaning.
  package let definition: MetricDefinition
  /// The derivation from the tally: a formula, or the kind of figure.
  package let derivation: String
  /// The features that a run needs for the metric.
  package fileprivate(set) var needs: Features = []
  /// The everyday name of a metric that gates by default (``GatingMetrics``), as in `image memory`; `nil` for
  /// all that only inform.
  package fileprivate(set) var gate: String?
  fileprivate let fold: Fold

  fileprivate enum Fold: Sendable {
    case number(@Sendable (RunTally) -> Double?)
    case values(@Sendable (RunTally) -> [Double], count: String)
    case added
  }

  /// Whether a run has a distribution of it, not one number.
  package var isDistribution: Bool { countName != nil }

  /// The metric that is 0 if a distribution has nothing to measure; `nil` for other metrics.
  var countName: String? { if case .values(_, let count) = fold { count } else { nil } }
}

extension RunTally {
  /// Every number that is measured of runs with these features; `nil` if there is nothing to divide by.
  package func metrics(of features: Features) -> [String: Double?] {
    Metric.all.reduce(into: [:]) { values, metric in
      guard features.isSuperset(of: metric.needs), case .number(let fold) = metric.fold else { return }
      values[metric.name] = .some(fold(self))
    }
  }

  /// Every distribution that is measured of runs with these features and has a value.
  package func distributions(of features: Features) -> [String: Distribution] {
    Metric.all.reduce(into: [:]) { values, metric in
      guard features.isSuperset(of: metric.needs), case .values(let fold, _) = metric.fold else { return }
      values[metric.name] = Distribution(of: fold(self).map { $0.rounded(toPlaces: 3) })
    }
  }
}

/// Declarations of metrics; the class is `exact` unless stated otherwise.
extension Metric {
  typealias Class = MetricDefinition.Class
  typealias Direction = MetricDefinition.Direction

  /// A number, rounded to `places` decimals: by default five of a rate, three of others.
  static func number(
    _ name: String, _ unit: String, _ better: Direction, _ about: String, formula: String,
    class: Class = .exact, places: Int? = nil, _ value: @escaping @Sendable (RunTally) -> Double?
  ) -> Metric {
    let places = places ?? (unit == "rate" ? 5 : 3)
    // Adding 0 makes a negative zero a zero.
    return Metric(
      name, unit, better, about, formula, `class`,
      .number { value($0).map { $0.rounded(toPlaces: places) + 0 } })
  }

  /// A share of a whole; `nil` if the whole is 0.
  static func share(
    _ name: String, _ better: Direction, _ about: String, class: Class = .exact, unit: String = "rate",
    _ value: @escaping @Sendable (RunTally) -> (part: Int, whole: Int)
  ) -> Metric {
    number(name, unit, better, about, formula: "share", class: `class`, places: 5) { run in
      let (part, whole) = value(run)
      return whole > 0 ? Double(part) / Double(whole) : nil
    }
  }

  static func count(
    _ name: String, _ better: Direction, _ about: String, class: Class = .exact,
    _ value: @escaping @Sendable (RunTally) -> Int
  ) -> Metric {
    Metric(name, "count", better, about, "count", `class`, .number { Double(value($0)) })
  }

  /// An amount of data or memory.
  static func bytes(
    _ name: String, _ better: Direction, _ about: String, class: Class = .exact,
    _ value: @escaping @Sendable (RunTally) -> Int
  ) -> Metric {
    Metric(name, "bytes", better, about, "amount", `class`, .number { Double(value($0)) })
  }

  /// A distribution of times, less is better, and the metric that is 0 if there is nothing to measure.
  static func times(
    _ name: String, _ about: String, count: String, _ values: @escaping @Sendable (RunTally) -> [Double]
  ) -> Metric {
    Metric(
      name, "ms", .lower, about, "distribution; empty where \(count) is 0", .statistical,
      .values(values, count: count))
  }

  /// A number that the runner adds to a record, since it does not follow from the run's tally alone.
  static func added(
    _ name: String, _ unit: String, _ better: Direction, _ about: String, formula: String,
    class: Class = .exact
  ) -> Metric {
    Metric(name, unit, better, about, formula, `class`, .added)
  }

  private init(
    _ name: String, _ unit: String, _ better: Direction, _ about: String, _ derivation: String,
    _ class: Class, _ fold: Fold
  ) {
    (self.name, self.derivation, self.fold) = (name, derivation, fold)
    definition = MetricDefinition(unit: unit, class: `class`, better: better, about: about)
  }

  /// The same metric, which gates by default and is called this in headlines; several metrics may share a word.
  func gating(_ word: String) -> Metric {
    var metric = self
    metric.gate = word
    return metric
  }
}

extension [Metric] {
  /// The same metrics, measured only of runs with these features.
  func needing(_ features: Features) -> [Metric] {
    map { metric in
      var metric = metric
      metric.needs = features
      return metric
    }
  }
}

/// A metric's meaning, its gate and its better direction.
package struct MetricDefinition: Codable, Hashable, Sendable {
  /// `ms`, `bytes`, `rate` (0…1), `count`, `seconds`, `megapixels`, `msPerSecond`, `perSecond`, `ratio`.
  package var unit: String
  package var `class`: Class
  package var better: Direction
  package var about: String

  /// How a metric is gated.
  package enum Class: String, Codable, Hashable, Sendable {
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

  package enum Direction: String, Codable, Hashable, Sendable {
    case higher
    case lower
    /// Neither; the metric describes.
    case neither
  }
}
