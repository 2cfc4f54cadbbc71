public import ScrollSim

/// JUnit XML of a result or of a check, for CI systems that show tests.
public struct JUnitReport: Sendable {
  private struct Case {
    var group: String
    var name: String
    /// Reasons why its outcome is unknown.
    var errors: [String] = []
    var failures: [String] = []
    var notes: [String] = []
  }

  private let lines: [String]

  /// Takes a result: a case for each run, which errs if it does not count as measured and fails if it breaks a limit of the
  /// scenario.
  public init(_ result: ResultFile) {
    let unmeasured = Dictionary(grouping: result.unmeasured, by: \.run)
    let broken = Dictionary(grouping: result.brokenLimits, by: \.run)
    let cases = result.runs.map { run in
      Case(
        group: "\(result.scenario.name).\(result.mode.rawValue)", name: run.id,
        errors: (unmeasured[run.id] ?? []).map(\.text), failures: (broken[run.id] ?? []).map(\.text))
    }
    lines = Self.suite(result.scenario.name, at: result.provenance.startedAt, cases)
  }

  /// Takes a check: a case for each metric that decides or has a finding, which fails if it is worse, unless
  /// the check is advisory, and errs if it was not measured or cannot be compared; what only informs is in
  /// its output.
  ///
  /// Findings on a scenario as a whole are cases named by their rule.
  public init(_ check: CheckFile) {
    lines = check.scenarios.flatMap { scenario in
      let found = Dictionary(grouping: scenario.findings) { $0.metric ?? $0.rule.rawValue }
      let cases = Set(found.keys).union(scenario.judged.keys).sorted().map { name in
        var entry = Case(group: "\(scenario.name).\(scenario.kind)", name: name)
        for finding in found[name] ?? [] {
          let words = [finding.run.map { "\($0):" }, finding.text, finding.advice].compactMap(\.self)
          let sentence = words.joined(separator: " ")
          switch finding.verdict {
          case _ where finding.isAdvisory: entry.notes.append(sentence)
          case .regression where check.isAdvisory: entry.notes.append(sentence)
          case .regression: entry.failures.append(sentence)
          case .notMeasured, .notComparable: entry.errors.append(sentence)
          case .improvement, .notice, .pass: entry.notes.append(sentence)
          }
        }
        return entry
      }
      return Self.suite(scenario.name, at: check.provenance.startedAt, cases)
    }
  }

  /// The document.
  public func render() -> String {
    ([#"<?xml version="1.0" encoding="UTF-8"?>"#, "<testsuites>"] + lines + ["</testsuites>", ""])
      .joined(separator: "\n")
  }

  private static func suite(_ name: String, at timestamp: String, _ cases: [Case]) -> [String] {
    let head = tag(
      "testsuite",
      [
        ("name", name), ("tests", "\(cases.count)"),
        ("failures", "\(cases.count { $0.errors.isEmpty && !$0.failures.isEmpty })"),
        ("errors", "\(cases.count { !$0.errors.isEmpty })"), ("timestamp", timestamp),
      ])
    return [head] + cases.map(element) + ["</testsuite>"]
  }

  private static func element(_ entry: Case) -> String {
    let problems =
      entry.errors.map { tag("error", [("message", $0)]) + "</error>" }
      + entry.failures.map { tag("failure", [("message", $0)]) + "</failure>" }
    let notes = entry.notes.joined(separator: "\n").escaped
    return tag("testcase", [("classname", entry.group), ("name", entry.name)]) + problems.joined()
      + (notes.isEmpty ? "" : "<system-out>\(notes)</system-out>") + "</testcase>"
  }

  private static func tag(_ name: String, _ attributes: [(String, String)]) -> String {
    "<\(name)" + attributes.map { " \($0.0)=\"\($0.1.escaped)\"" }.joined() + ">"
  }
}
