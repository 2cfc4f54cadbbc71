/// What a check has to say of one metric of one run, or of a scenario as a whole.
public struct Finding: Codable, Hashable, Sendable {
  /// Which rule was applied.
  public enum Rule: String, Codable, Hashable, Sendable, CaseIterable {
    /// Everything that the scenario asks for is there, and means something.
    case measured
    /// What always holds, without any baseline.
    case invariant
    /// A limit of the scenario.
    case limit
    /// There is a baseline, and it is of the same scenario over the same library.
    case baseline
    /// Equal to the baseline.
    case exact
    /// No more than a relative and an absolute threshold above the baseline.
    case bounded
    /// Memory rises lap over lap no more than it did.
    case growth
    /// Two series of runs, told apart by thresholds, an interval and a test.
    case statistical
  }

  /// What the finding amounts to.
  public enum Verdict: String, Codable, Hashable, Sendable, CaseIterable {
    /// Worse than it may be.
    case regression
    /// Missing, empty, no number, or too small to be true.
    case notMeasured
    /// There is nothing to compare with.
    case notComparable
    /// Better than the baseline.
    case improvement
    /// Different, and neither better nor worse.
    case notice
  }

  /// What it amounts to.
  public var verdict: Verdict
  /// Which rule found it.
  public var rule: Rule
  /// Whether it is only said, and decides nothing.
  public var isAdvisory: Bool
  /// The run's `id`; `nil` if the finding is of all.
  public var run: String?
  /// The metric, or a figure of a distribution as in `decodeMs.p95`.
  public var metric: String?
  /// The metric's unit.
  public var unit: String?
  /// What the baseline or the base has; `nil` if it has no number.
  public var base: Double?
  /// What was measured now; `nil` if it is no number.
  public var head: Double?
  /// What was expected and what was found, in a sentence.
  public var text: String
  /// What to do, in a sentence.
  public var advice: String

  /// Makes a finding; numbers that are not finite become `nil`, for JSON has none.
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
