extension CheckFile {
  /// What a comment that is kept up to date is found by.
  public static let commentMark = "<!-- scrollsim check -->"

  /// The check as Markdown, ending with a line end: for a comment on a pull request, which starts with ``commentMark``
  /// so that the next check can replace it, or for a job's summary.
  ///
  /// What counts stands open; improvements and notices are folded away. At most `most` findings of each kind and
  /// scenario are listed, because a comment has a limit; the JSON has all.
  public func renderMarkdown(most: Int = 50) -> String {
    var blocks = [Self.commentMark, "## \(verdict.mark) \(headline.markdown)"]
    for scenario in scenarios {
      blocks.append("### \(scenario.verdict.mark) \(scenario.title.markdown)")
      let (grave, others) = (scenario.findings.filter(\.isGrave), scenario.findings.filter { !$0.isGrave })
      if !grave.isEmpty {
        blocks.append(Self.table(of: grave, most: most))
        let advice = grave.map(\.advice).reduce(into: [String]()) { if !$0.contains($1) { $0.append($1) } }
        blocks.append(advice.map { "- \($0.markdown)" }.joined(separator: "\n"))
      }
      if !others.isEmpty {
        blocks.append(
          "<details><summary>\(others.count) more</summary>\n\n\(Self.table(of: others, most: most))\n\n</details>"
        )
      }
      blocks.append((scenario.facts + [scenario.summary]).map { "- \($0.markdown)" }.joined(separator: "\n"))
    }
    return blocks.joined(separator: "\n\n") + "\n"
  }

  private static func table(of findings: [Finding], most: Int) -> String {
    let rows = findings.prefix(most).map { finding in
      let unit = finding.unit ?? ""
      return [
        (finding.run ?? "all").markdown, (finding.metric ?? "").markdown,
        finding.verdict.words + (finding.isAdvisory ? " (advisory)" : ""), finding.rule.rawValue,
        finding.text.markdown, finding.base.map { Figure.exact($0, unit: unit) } ?? Figure.none,
        finding.head.map { Figure.exact($0, unit: unit) } ?? Figure.none,
      ]
    }
    let table = MarkdownTable(
      titles: ["run", "metric", "verdict", "rule", "what", "base", "head"], names: 5, rows: rows
    ).render()
    let left = findings.count - rows.count
    return left > 0 ? "\(table)\n\n… and \(left) more, which the JSON lists." : table
  }

  /// The check as workflow commands of GitHub, a line a finding, ending with a line end.
  ///
  /// - Parameter paths: the scenario files, by the scenario's name, for the annotations to stand at.
  public func renderAnnotations(paths: [String: String]) -> String {
    let lines = scenarios.flatMap { scenario in
      scenario.findings.filter { $0.verdict != .notice }.map { finding in
        let level = finding.isGrave ? (finding.isAdvisory || isAdvisory ? "warning" : "error") : "notice"
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

extension Finding {
  /// Whether the finding can keep a check from passing.
  fileprivate var isGrave: Bool { [.regression, .notMeasured, .notComparable].contains(verdict) }
}

extension CheckFile.Verdict {
  fileprivate var mark: String {
    switch self {
    case .pass: "✅"
    case .improvement: "🟢"
    case .regression: "❌"
    case .notMeasured, .notComparable: "⚠️"
    }
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
