extension CheckFile {
  /// The check for a terminal, ending with a line end.
  ///
  /// - Parameters:
  ///   - colour: whether the terminal shows colours.
  ///   - width: characters in a line.
  ///   - all: whether every improvement and notice is shown, and not only how many there are.
  public func renderTerminal(colour: Bool, width: Int, all: Bool = false) -> String {
    func wrap(_ text: String, _ tone: TextTable.Tone = .plain) -> String {
      text.harmless.wrapped(to: width, tone: colour ? tone : .plain)
    }
    func indented(_ text: String, by spaces: Int, _ tone: TextTable.Tone = .plain) -> String {
      let margin = String(repeating: " ", count: spaces)
      return text.harmless.wrapped(to: max(20, width - spaces), tone: colour ? tone : .plain)
        .split(separator: "\n").map { margin + $0 }.joined(separator: "\n")
    }
    var blocks: [String] = []
    for scenario in scenarios {
      var lines = [wrap(scenario.title, scenario.verdict.tone)]
      lines += (scenario.facts + [scenario.summary]).map { indented($0, by: 2, .faint) }
      for (run, findings) in scenario.findingsByRun {
        let shown = findings.filter { all || ![.improvement, .notice].contains($0.verdict) }
        guard !shown.isEmpty else { continue }
        if let run { lines.append(indented(run, by: 2, .strong)) }
        for (finding, next) in zip(shown, shown.dropFirst().map(Optional.some) + [nil]) {
          let advisory = finding.isAdvisory ? ", advisory" : ""
          let head = "\(finding.verdict.words) (\(finding.rule.rawValue)\(advisory)): "
          lines.append(indented(head + finding.text, by: 4, finding.verdict.tone))
          // The same advice for several findings is given once, after the last.
          if finding.advice != next?.advice { lines.append(indented("→ \(finding.advice)", by: 6)) }
        }
      }
      blocks.append(lines.joined(separator: "\n"))
    }
    blocks.append(wrap(headline, verdict.tone))
    return blocks.joined(separator: "\n\n") + "\n"
  }
}

extension CheckFile.Verdict {
  fileprivate var tone: TextTable.Tone {
    switch self {
    case .pass, .improvement: .good
    case .regression, .notMeasured, .notComparable: .bad
    }
  }
}

extension Finding.Verdict {
  fileprivate var tone: TextTable.Tone {
    switch self {
    case .regression, .notMeasured, .notComparable: .bad
    case .improvement: .good
    case .notice: .plain
    }
  }
}
