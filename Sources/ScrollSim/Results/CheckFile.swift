/// The outcome of a check, as `scrollsim check --format json` prints it.
public struct CheckFile: StoredFile, Codable, Hashable, Sendable {
  package static let currentSchema = "scrollsim.check/1"
  package static let kind = StoredFileKind("a record of a check", of: "scrollsim check")

  package var schema = Self.currentSchema
  package var verdict: Verdict
  package var exitCode: Int
  /// Whether regressions are only reported.
  package var isAdvisory: Bool
  package var provenance: Provenance
  /// One entry for each scenario, in the order of the command line.
  package var scenarios: [ScenarioCheck]

  /// Sums up scenarios; in an advisory check regressions fail nothing, but anything that could not be
  /// compared still does.
  package init(
    scenarios: [ScenarioCheck], provenance: Provenance, isAdvisory: Bool = false,
    failsOnImprovement: Bool = false
  ) {
    (self.scenarios, self.provenance, self.isAdvisory) = (scenarios, provenance, isAdvisory)
    verdict = scenarios.isEmpty ? .notMeasured : Verdict(of: scenarios.map(\.verdict))
    let others = scenarios.flatMap(\.findings).filter { !$0.isAdvisory && $0.verdict != .regression }
    exitCode =
      switch verdict {
      case .regression where isAdvisory: Verdict(of: others.map(\.verdict)).exitCode
      case .improvement where failsOnImprovement && !isAdvisory: 4
      default: verdict.exitCode
      }
  }
}

/// The outcome of one scenario's check.
public struct ScenarioCheck: Codable, Hashable, Sendable {
  /// The baseline or base program that the scenario is compared with.
  package struct Against: Codable, Hashable, Sendable {
    /// The baseline's file, or the base program.
    package var path: String
    /// Why the baseline was last updated; `nil` for a program.
    package var reason: String?
    /// The date of that update, ISO 8601 in UTC.
    package var date: String?
    /// The commit it was made from, if known.
    package var git: String?
    /// The number of results behind each median value.
    package var samples: Int
  }

  /// The scenario's name, or the file of a process's laps, which another program measured.
  package var name: String
  /// How its runs were made; `nil` for a process.
  package var mode: ResultFile.Mode?
  /// The cost table of a model; `nil` in a replay.
  package var costs: CostsRecord?
  /// The baseline or base program; `nil` if there is none.
  package var against: Against?
  /// The number of values that decide the verdict, by metric.
  package var judged: [String: Int] = [:]
  /// The findings, the worst first.
  package var findings: [Finding] = []
  /// The history of decisive figures and of those with a finding, from baseline to baseline; `nil` without a baseline.
  package var courses: [MetricHistory]?
  /// What the change accepts; `nil` without the baselines of the branch that it goes to, or if nothing differs from them.
  package var trade: Trade?
  /// Further notes for readers, a sentence each.
  package var notes: [String] = []

  package var kind: String { mode?.rawValue ?? "process" }

  /// The verdict of the findings; advisory ones do not count.
  public var verdict: Verdict { Verdict(of: findings.filter { !$0.isAdvisory }.map(\.verdict)) }

  mutating func count(_ metric: String, _ values: Int = 1) { judged[metric, default: 0] += values }

  mutating func add(
    _ verdict: Verdict, _ rule: Finding.Rule, isAdvisory: Bool = false, run: String? = nil,
    metric: String? = nil, _ text: String, _ advice: String
  ) {
    findings.append(
      Finding(verdict, rule, isAdvisory: isAdvisory, run: run, metric: metric, text: text, advice: advice))
  }
}

extension ScenarioCheck {
  init(of result: ResultFile, against: Against? = nil) {
    self.init(name: result.scenario.name, mode: result.mode, costs: result.costs, against: against)
  }
}

/// What a change accepts: how its result differs, in metrics that gate, from the baseline of the branch,
/// which it cannot update.
package struct Trade: Codable, Hashable, Sendable {
  /// The reasons of the updates that the branch does not have; empty if the change gives none.
  package var reasons: [String]
  /// What is worse or better than on the branch; if they did not measure the same, all figures that differ.
  package var changes: [Finding]
  /// Why they did not measure the same, a sentence each; empty if they did.
  package var differences: [String]

  /// Whether something got worse, or is no longer measured or compared.
  package var isPaid: Bool { !differences.isEmpty || changes.contains { $0.verdict == .regression } }
}
