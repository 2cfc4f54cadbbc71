extension CheckFile {
  /// The check's verdict, and its scenarios, in a sentence.
  var headline: String {
    let names = scenarios.filter { $0.verdict == verdict }.map(\.name).joined(separator: ", ")
    let advisory = isAdvisory && verdict == .regression ? " (advisory: it fails nothing)" : ""
    return "\(verdict.words)\(advisory): \(names.isEmpty ? "no scenarios" : names)"
  }
}

extension CheckFile.Verdict {
  /// The verdict in words.
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
  /// The verdict on one finding, in words.
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
  /// The scenario, its mode, and its verdict.
  var title: String { "\(name) · \(kind) · \(verdict.words.lowercased())" }

  /// The judged values and the comparison's base, a sentence each.
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

  /// The number of findings of each verdict, as in `2 regressions, 1 notice`.
  var summary: String {
    let order: [Finding.Verdict] = [.notMeasured, .regression, .notComparable, .improvement, .notice]
    let counts = order.compactMap { verdict in
      let count = findings.count { $0.verdict == verdict }
      return count == 0 ? nil : "\(count) \(verdict.words)"
    }
    return counts.isEmpty ? "Nothing to report." : "Findings: \(counts.joined(separator: ", "))."
  }

  /// The findings of each run, in the order of the runs' first findings: the worst comes first.
  var findingsByRun: [(run: String?, findings: [Finding])] {
    findings.map(\.run).uniqued.map { run in (run, findings.filter { $0.run == run }) }
  }
}
