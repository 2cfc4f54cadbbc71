extension CheckFile {
  /// What the check amounts to, and in which scenarios, in a sentence.
  var headline: String {
    let names = scenarios.filter { $0.verdict == verdict }.map(\.name).joined(separator: ", ")
    let advisory = isAdvisory && verdict == .regression ? " (advisory: it fails nothing)" : ""
    return "\(verdict.words)\(advisory): \(names.isEmpty ? "no scenarios" : names)"
  }
}

extension CheckFile.Verdict {
  /// As a person says it.
  var words: String {
    switch self {
    case .pass: "Pass"
    case .regression: "Regression"
    case .notMeasured: "Not measured"
    case .improvement: "Improvement"
    case .notComparable: "Not comparable"
    }
  }
}

extension Finding.Verdict {
  /// As a person says it, of one finding.
  var words: String {
    switch self {
    case .regression: "regression"
    case .notMeasured: "not measured"
    case .notComparable: "not comparable"
    case .improvement: "improvement"
    case .notice: "notice"
    }
  }
}

extension ScenarioCheck {
  /// The scenario, its mode, and what it amounts to.
  var title: String { "\(name) · \(kind) · \(verdict.words.lowercased())" }

  /// What was looked at, and against what, a sentence each.
  var facts: [String] {
    var facts = notes
    if let against {
      let median = against.samples > 1 ? ", median of \(against.samples)" : ""
      let since = against.date.map { " of \($0)" } ?? ""
      let reason = against.reason.map { " (\($0))" } ?? ""
      facts.append("Against \(against.path)\(since)\(median)\(reason).")
    }
    let counts = Finding.Rule.allCases.compactMap { rule in
      judged[rule.rawValue].map { "\($0) \(rule.rawValue)" }
    }
    if !counts.isEmpty { facts.append("Values judged, by rule: \(counts.joined(separator: ", ")).") }
    return facts
  }

  /// How many findings of each verdict there are, as in `2 regressions, 1 notice`.
  var summary: String {
    let order: [Finding.Verdict] = [.notMeasured, .regression, .notComparable, .improvement, .notice]
    let counts = order.compactMap { verdict in
      let count = findings.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.words)"
    }
    return counts.isEmpty ? "Nothing to report." : "Findings: \(counts.joined(separator: ", "))."
  }

  /// The findings of each run, in the order in which runs come first: the worst before others.
  var findingsByRun: [(run: String?, findings: [Finding])] {
    findings.map(\.run).uniqued.map { run in (run, findings.filter { $0.run == run }) }
  }
}
