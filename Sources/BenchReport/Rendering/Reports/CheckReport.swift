extension Document {
  /// Reports a check for a terminal, for a comment on a pull request, or for a job's summary.
  ///
  /// Markdown starts with `<!-- scrollsim check -->`, by which the next check finds the comment to replace. Serious findings
  /// stand open; improvements and notices are folded.
  ///
  /// - Parameters:
  ///   - all: whether a terminal lists every improvement and notice, and not only their number.
  ///   - most: the number of findings of each kind and scenario in Markdown, because a comment has a limit; the JSON has all.
  public init(_ check: CheckFile, all: Bool = false, most: Int = 50) {
    head = Head(title: "check", kind: "scrollsim check", heading: check.headline)
    let details = check.scenarios.map { scenario in
      Block.section(
        "\(scenario.verdict.mark) \(scenario.title)",
        scenario.findingTables(most: most) + scenario.coursePicture + scenario.courseTable(most: most)
          + [.list(scenario.facts + [scenario.summary])])
    }
    blocks = [
      .only(
        .terminal,
        check.scenarios.map { .sentences($0.lines(all: all)) }
          + [.sentences([Sentence(check.headline, check.verdict.tone)])]),
      .only(
        .markdown,
        [
          .mark("scrollsim check"),
          .section("\(check.verdict.mark) \(check.headline)", details),
        ]),
    ]
  }
}

extension ScenarioCheck {
  /// The findings line by line and by run, with advice.
  fileprivate func lines(all: Bool) -> [Document.Sentence] {
    var lines: [Document.Sentence] = [.init(title, verdict.tone)]
    lines += (facts + [summary]).map { .init($0, .faint, indent: 2) }
    for (run, findings) in findingsByRun {
      let shown = findings.filter { all || ![.improvement, .notice].contains($0.verdict) }
      if let run, !shown.isEmpty { lines.append(.init(run, .strong, indent: 2)) }
      for (finding, next) in zip(shown, shown.dropFirst().map(Optional.some) + [nil]) {
        let advisory = finding.isAdvisory ? ", advisory" : ""
        let head = "\(finding.verdict.words) (\(finding.rule.rawValue)\(advisory)): "
        lines.append(.init(head + finding.text, finding.verdict.tone, indent: 4))
        // The same advice for several findings is given once, after the last.
        if finding.advice != next?.advice { lines.append(.init("→ \(finding.advice)", indent: 6)) }
      }
    }
    return lines
  }

  /// Findings that can keep a check from passing, with advice, and the rest, folded.
  fileprivate func findingTables(most: Int) -> [Document.Block] {
    func isGrave(_ finding: Finding) -> Bool { ![.improvement, .notice].contains(finding.verdict) }
    let (grave, others) = (findings.filter(isGrave), findings.filter { !isGrave($0) })
    let advice = grave.map(\.advice).uniqued
    return Self.table(of: grave, most: most) + [
      .list(advice), .folded("\(others.count) more", Self.table(of: others, most: most)),
    ]
  }

  /// A picture of the worst regression over the last baselines.
  fileprivate var coursePicture: [Document.Block] {
    let worse = findings.filter { $0.verdict == .regression }
    func isWorse(_ course: Course) -> Bool {
      worse.contains { $0.run == course.run && $0.metric == course.metric }
    }
    func share(_ course: Course) -> Double {
      abs(course.head - (course.accepted.last ?? 0))
        / max(abs(course.accepted.last ?? 0), .leastNormalMagnitude)
    }
    let candidates = (courses ?? []).filter(isWorse)
    let decisive = candidates.filter { Course.decisive.contains($0.metric) }
    let worst = (decisive.isEmpty ? candidates : decisive).max { share($0) < share($1) }
    return worst.map { [.code([.init(caption: "Picture", language: "mermaid", text: $0.mermaid)])] } ?? []
  }

  /// The course of the figures that people decide by, folded.
  fileprivate func courseTable(most: Int) -> [Document.Block] {
    let courses = (courses ?? []).filter { Course.decisive.contains($0.metric) }
    let rows = courses.prefix(most).map { course in
      Document.Row([
        course.run, course.metric, course.sparkline,
        Figure.exact(course.accepted.last ?? course.head, unit: course.unit),
        Figure.exact(course.head, unit: course.unit),
      ])
    }
    let count = courses.map(\.accepted.count).max() ?? 0
    let title = count > 1 ? "The last \(count) baselines, and now" : "The baseline, and now"
    let columns = ["run", "metric", "course"].map { Document.Column(title: $0) }
    return [
      .folded(
        title,
        [
          .table(.init(label: title, columns: columns + [.figure("baseline"), .figure("now")], rows: rows))
        ])
    ]
  }

  private static func table(of findings: [Finding], most: Int) -> [Document.Block] {
    let titles = ["run", "metric", "verdict", "rule", "finding"]
    let rows = findings.prefix(most).map { finding in
      let values = [finding.base, finding.head].map { value in
        value.map { Figure.exact($0, unit: finding.unit ?? "") } ?? Figure.none
      }
      let texts =
        [
          finding.run ?? "all", finding.metric ?? "",
          finding.verdict.words + (finding.isAdvisory ? " (advisory)" : ""), finding.rule.rawValue,
          finding.text,
        ] + values
      return Document.Row(texts)
    }
    let left = findings.count - rows.count
    return [
      .table(
        .init(
          label: "Findings", columns: titles.map { .init(title: $0) } + [.figure("base"), .figure("head")],
          rows: rows)),
      .sentences(left > 0 ? [.init("… and \(left) more, which the JSON lists.")] : []),
    ]
  }
}

extension Course {
  /// A chart in Mermaid, which GitHub draws in comments: the metric over the updates, and now.
  fileprivate var mermaid: String {
    let scale = unit == "bytes" ? 1e6 : unit == "rate" ? 0.01 : 1
    let label = unit == "bytes" ? "MB" : unit == "rate" ? "%" : unit
    // Mermaid reads no separators between thousands.
    func number(_ value: Double) -> String { "\((value / scale).rounded(toPlaces: 2))" }
    let values = accepted + [head]
    let places = accepted.indices.map { "\"\(accepted.count - $0) ago\"" } + ["\"now\""]
    let (bottom, top) = (min(0, values.min() ?? 0) * 1.1, max(scale * 0.01, (values.max() ?? 0) * 1.1))
    // Quotes would end the title, and backticks the block.
    let title = "\(metric) of \(run)".harmless.replacing(/["`]/, with: "'")
    return """
      xychart-beta
        title "\(title)"
        x-axis [\(places.joined(separator: ", "))]
        y-axis "\(label)" \(number(bottom)) --> \(number(top))
        line [\(values.map(number).joined(separator: ", "))]
      """
  }
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

  fileprivate var tone: Document.Tone {
    switch self {
    case .pass, .improvement: .good
    case .regression, .notMeasured, .notComparable: .bad
    }
  }
}

extension Finding.Verdict {
  fileprivate var tone: Document.Tone {
    switch self {
    case .regression, .notMeasured, .notComparable: .bad
    case .improvement: .good
    case .notice: .plain
    }
  }
}

extension CheckFile {
  /// The check as workflow commands of GitHub, a line for each finding, ending with a line end.
  ///
  /// - Parameter paths: the scenario files by the scenario's name, as places of the annotations.
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

  /// The text as a property of a command, where colons and commas part properties.
  fileprivate var annotationProperty: String {
    annotationText.replacing(":", with: "%3A").replacing(",", with: "%2C")
  }
}
