extension CheckFile {
  /// The check as workflow commands of GitHub, a line a finding, ending with a line end.
  ///
  /// - Parameter paths: the scenario files, by the scenario's name, for the annotations to stand at.
  public func renderAnnotations(paths: [String: String]) -> String {
    let lines = scenarios.flatMap { scenario in
      scenario.findings.filter { $0.verdict != .notice }.map { finding in
        let isGrave = finding.verdict != .improvement
        let level = isGrave ? (finding.isAdvisory || isAdvisory ? "warning" : "error") : "notice"
        let place = paths[scenario.name].map { "file=\($0.annotationProperty)," } ?? ""
        let title = "\(scenario.name): \(finding.verdict.words) (\(finding.rule.rawValue))"
        let text = [finding.run, "\(finding.text) \(finding.advice)"].compactMap(\.self).joined(
          separator: ": ")
        return "::\(level) \(place)title=\(title.annotationProperty)::\(text.annotationText)"
      }
    }
    return (lines + [headline.harmless]).joined(separator: "\n") + "\n"
  }
}

extension String {
  /// The text in one line of a workflow command.
  fileprivate var annotationText: String { harmless.replacing("%", with: "%25") }

  /// The text as a property of one, where colons and commas part properties.
  fileprivate var annotationProperty: String {
    annotationText.replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
