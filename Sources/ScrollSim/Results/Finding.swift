/// A check's finding about one metric of one run, or about a scenario as a whole.
public struct Finding: Codable, Hashable, Sendable {
  /// A rule of a check.
  public enum Rule: String, Codable, Hashable, Sendable, CaseIterable {
    /// Everything that the scenario asks for exists and is meaningful.
    case measured
    /// A condition that always holds, without any baseline.
    case invariant
    /// A limit of the scenario.
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

  /// A finding's verdict.
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

    /// All verdicts, from the one that weighs most.
    static let byWeight: [Self] = [.notMeasured, .regression, .notComparable, .improvement, .notice]
  }

  /// The verdict.
  public var verdict: Verdict
  /// The rule that found it.
  public var rule: Rule
  /// Whether it is only reported and decides nothing.
  public var isAdvisory: Bool
  /// The run's `id`; `nil` if the finding concerns all runs.
  public var run: String?
  /// The metric, or a figure of a distribution as in `decodeMs.p95`.
  public var metric: String?
  /// The metric's unit.
  public var unit: String?
  /// The value of the baseline or the base; `nil` if it has no number.
  public var base: Double?
  /// The current measurement; `nil` if it is not a number.
  public var head: Double?
  /// The expectation and the finding, in a sentence.
  public var text: String
  /// The remedy, in a sentence.
  public var advice: String

  /// Makes a finding; numbers that are not finite become `nil`, because JSON has none.
  public init(
    _ verdict: Verdict, _ rule: Rule, isAdvisory: Bool = false, run: String? = nil, metric: String? = nil,
    unit: String? = nil, base: Double? = nil, head: Double? = nil, text: String, advice: String
  ) {
    self.verdict = verdict
    self.rule = rule
    self.isAdvisory = isAdvisory
    self.run = run
    self.metric = metric
    self.unit = unit
    self.base = base.flatMap { $0.isFinite ? $0 : nil }
    self.head = head.flatMap { $0.isFinite ? $0 : nil }
    self.text = text
    self.advice = advice
  }
}
