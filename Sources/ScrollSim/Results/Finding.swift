/// A check's finding about one metric of one run, or about a scenario as a whole.
package struct Finding: Codable, Hashable, Sendable {
  package enum Rule: String, Codable, Hashable, Sendable, CaseIterable {
    /// Everything that the scenario asks for exists and is meaningful.
    case measured
    /// A condition that always holds, without any baseline.
    case invariant
    case limit
    /// A baseline exists for the same scenario over the same library.
    case baseline
    /// Equal to the baseline.
    case exact
    /// No more than a relative and an absolute threshold above the baseline.
    case bounded
    /// Memory rises lap over lap no more than before.
    case growth
    /// Two series of runs, told apart by thresholds, an interval and a test.
    case statistical
  }

  package var verdict: Verdict
  /// The rule that found it.
  package var rule: Rule
  /// Whether it is only reported and decides nothing.
  package var isAdvisory: Bool
  /// The run's `id`; `nil` if the finding concerns all runs.
  package var run: String?
  /// The metric, or a figure of a distribution as in `decodeMs.p95`.
  package var metric: String?
  package var unit: String?
  /// The value of the baseline or the base; `nil` if it has no number.
  package var base: Double?
  /// The current measurement; `nil` if it is not a number.
  package var head: Double?
  /// The expectation and the finding, in a sentence.
  package var text: String
  /// The remedy, in a sentence.
  package var advice: String

  /// Makes a finding; numbers that are not finite become `nil`, because JSON has none.
  package init(
    _ verdict: Verdict, _ rule: Rule, isAdvisory: Bool = false, run: String? = nil, metric: String? = nil,
    unit: String? = nil, base: Double? = nil, head: Double? = nil, text: String, advice: String
  ) {
    (self.verdict, self.rule, self.isAdvisory) = (verdict, rule, isAdvisory)
    (self.run, self.metric, self.unit) = (run, metric, unit)
    self.base = base.flatMap { $0.isFinite ? $0 : nil }
    self.head = head.flatMap { $0.isFinite ? $0 : nil }
    (self.text, self.advice) = (text, advice)
  }
}

/// The verdict of a finding, of a scenario, and of anything that decides the exit code, such as a check.
public enum Verdict: String, Codable, Hashable, Sendable, CaseIterable {
  /// Worse than permitted.
  case regression
  /// Missing, empty, not a number, or too small to be true.
  case notMeasured
  /// There is nothing to compare with.
  case notComparable
  /// Better than the baseline.
  case improvement
  /// Different, and neither better nor worse.
  case notice
  /// Everything was measured, and nothing is worse than permitted: there is no finding, or only notices.
  case pass

  /// The verdicts of findings, from the one that weighs most.
  package static let byWeight: [Self] = [.notMeasured, .regression, .notComparable, .improvement, .notice]

  package var rank: Int { Self.byWeight.firstIndex(of: self) ?? 0 }

  /// The one of these verdicts that weighs most.
  init(of verdicts: [Self]) { self = Self.byWeight.dropLast().first(where: verdicts.contains) ?? .pass }

  /// The program's exit code.
  public var exitCode: Int {
    switch self {
    case .pass, .improvement, .notice: 0
    case .regression: 2
    case .notMeasured: 3
    case .notComparable: 5
    }
  }
}
