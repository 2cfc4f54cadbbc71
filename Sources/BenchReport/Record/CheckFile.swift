/// What a check came to: what `scrollsim check --format json` prints.
///
/// Schema `scrollsim.check/1`. A finding is what did not simply hold; ``ScenarioCheck/judged`` counts what was looked at.
public struct CheckFile: Codable, Hashable, Sendable {
  /// The schema this version writes.
  public static let currentSchema = "scrollsim.check/1"

  /// What a check amounts to, and how it ends the program.
  public enum Verdict: String, Codable, Hashable, Sendable, CaseIterable {
    /// Everything was measured, and nothing is worse than it may be.
    case pass
    /// Something is worse than it may be.
    case regression
    /// Something is missing, so that it cannot be told.
    case notMeasured
    /// Nothing is worse, and something is better than the baseline says.
    case improvement
    /// There is no baseline, or it is of something else.
    case notComparable
  }

  /// ``currentSchema``.
  public var schema = Self.currentSchema
  /// What all scenarios amount to.
  public var verdict: Verdict
  /// The code that the program ends with.
  public var exitCode: Int
  /// Whether regressions are only said.
  public var isAdvisory: Bool
  /// Where, when and by what the check was made.
  public var provenance: Provenance
  /// One entry for each scenario, in the order of the command line.
  public var scenarios: [ScenarioCheck]

  /// Sums up scenarios.
  ///
  /// What was not measured weighs more than a regression, that more than what cannot be compared, and that more than an
  /// improvement.
  ///
  /// - Parameters:
  ///   - isAdvisory: whether regressions end the program well all the same.
  ///   - failsOnImprovement: whether an improvement does not.
  public init(
    scenarios: [ScenarioCheck], provenance: Provenance, isAdvisory: Bool = false,
    failsOnImprovement: Bool = false
  ) {
    self.scenarios = scenarios
    self.provenance = provenance
    self.isAdvisory = isAdvisory
    let order: [Verdict] = [.notMeasured, .regression, .notComparable, .improvement]
    let verdicts = Set(scenarios.map(\.verdict))
    verdict = scenarios.isEmpty ? .notMeasured : order.first(where: verdicts.contains) ?? .pass
    exitCode =
      switch verdict {
      case .pass: 0
      case .regression: isAdvisory ? 0 : 2
      case .notMeasured: 3
      case .improvement: failsOnImprovement && !isAdvisory ? 4 : 0
      case .notComparable: 5
      }
  }
}

/// What the check of one scenario came to.
public struct ScenarioCheck: Codable, Hashable, Sendable {
  /// What the scenario was held against.
  public struct Against: Codable, Hashable, Sendable {
    /// The baseline's file, or the base program.
    public var path: String
    /// Why the baseline was last updated; `nil` for a program.
    public var reason: String?
    /// When, ISO 8601 in UTC.
    public var date: String?
    /// The commit it was made from, where that is known.
    public var git: String?
    /// How many results each of its values is the median of.
    public var samples: Int

    /// Describes a baseline or a base.
    public init(
      path: String, reason: String? = nil, date: String? = nil, git: String? = nil, samples: Int
    ) {
      self.path = path
      self.reason = reason
      self.date = date
      self.git = git
      self.samples = samples
    }
  }

  /// The scenario's name, or the file of a process's laps, which another program measured.
  public var name: String
  /// How its runs were made; `nil` of a process.
  public var mode: ResultFile.Mode?
  /// The cost table of a model; `nil` in a replay.
  public var costs: CostsRecord?
  /// What it was held against; `nil` if there is nothing.
  public var against: Against?
  /// How many values each rule was applied to, by the rule's name.
  public var judged: [String: Int]
  /// What did not simply hold, the worst first.
  public var findings: [Finding]
  /// How the figures that people decide by, and those with a finding, went from baseline to baseline; `nil` without one.
  public var courses: [Course]?
  /// What a reader should know besides, a sentence each.
  public var notes: [String]

  /// Makes an empty check of a result.
  public init(of result: ResultFile, against: Against? = nil, notes: [String] = []) {
    self.init(name: result.scenario.name, notes: notes)
    mode = result.mode
    costs = result.costs
    self.against = against
  }

  init(name: String, notes: [String]) {
    self.name = name
    judged = [:]
    findings = []
    self.notes = notes
  }

  /// How its runs were made, in a word.
  var kind: String { mode?.rawValue ?? "process" }

  /// What the findings amount to; those that are advisory do not count.
  public var verdict: CheckFile.Verdict {
    let verdicts = Set(findings.filter { !$0.isAdvisory }.map(\.verdict))
    if verdicts.contains(.notMeasured) { return .notMeasured }
    if verdicts.contains(.regression) { return .regression }
    if verdicts.contains(.notComparable) { return .notComparable }
    return verdicts.contains(.improvement) ? .improvement : .pass
  }

  mutating func count(_ rule: Finding.Rule, _ values: Int = 1) {
    judged[rule.rawValue, default: 0] += values
  }

  /// Puts the worst findings first; within one verdict they stay as they were made.
  mutating func sort() {
    let order: [Finding.Verdict] = [.notMeasured, .regression, .notComparable, .improvement, .notice]
    findings = order.flatMap { verdict in
      findings.filter { $0.verdict == verdict && !$0.isAdvisory }
        + findings.filter { $0.verdict == verdict && $0.isAdvisory }
    }
  }
}
