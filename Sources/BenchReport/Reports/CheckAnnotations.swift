public import ScrollSim

extension CheckFile {
  /// The check as workflow commands of GitHub, the largest first, and its headline, ending with a line end.
  ///
  /// A metric of a scenario has one annotation for all its runs, that of the run that changed the most. What only informs has
  /// none.
  ///
  /// - Parameter paths: the scenario files by the scenario's name, as places of the annotations.
  public func renderAnnotations(paths: [String: String]) -> String {
    var chosen = scenarios.flatMap { scenario in
      Dictionary(grouping: scenario.findings.filter(\.isOpen)) {
        [$0.verdict.rawValue, $0.metric ?? $0.text]
      }
      .values.compactMap { alike in
        alike.max { $0.size < $1.size }.map { (scenario: scenario.name, finding: $0, runs: alike.count) }
      }
    }
    func rank(_ scenario: String, _ finding: Finding) -> (Int, Int, Double, String, String) {
      (finding.isAdvisory ? 1 : 0, finding.verdict.rank, -finding.size, scenario, finding.text)
    }
    chosen.sort { rank($0.scenario, $0.finding) < rank($1.scenario, $1.finding) }
    // GitHub shows no more of a step.
    let lines = chosen.prefix(10).map { entry in
      let finding = entry.finding
      let isGrave = ![.improvement, .notice].contains(finding.verdict)
      let isForgiven = finding.isAdvisory || isAdvisory && finding.verdict == .regression
      let level = isGrave ? (isForgiven ? "warning" : "error") : "notice"
      let place = paths[entry.scenario].map { "file=\($0.annotationProperty)," } ?? ""
      let title = [entry.scenario, finding.metric, finding.verdict.shown.words].compactMap(\.self)
      let more = entry.runs > 1 ? "Of \(entry.runs) runs, this one changed the most." : ""
      let text =
        (finding.run.map { "\($0): " } ?? "")
        + [finding.text, more, finding.advice].filter { !$0.isEmpty }.joined(separator: " ")
      return
        "::\(level) \(place)title=\(title.joined(separator: ": ").annotationProperty)::\(text.annotationText)"
    }
    let last = accepts ? "::warning title=accepts::\(headline.annotationText)" : headline.harmless
    return (lines + [last]).joined(separator: "\n") + "\n"
  }
}

extension String {
  fileprivate var annotationText: String { harmless.replacing("%", with: "%25") }

  /// The text as a property of a command, where colons and commas separate properties.
  fileprivate var annotationProperty: String {
    annotationText.replacingScalars { $0 == ":" ? "%3A" : $0 == "," ? "%2C" : nil }
  }
}
