public import ScrollSim

extension Document {
  /// Reports a check for a terminal, for a comment on a pull request, or for a job's summary.
  ///
  /// Markdown starts with `<!-- scrollsim check -->`, by which the next check finds the comment to replace.
  /// What is worse or better is shown open, the largest first; what only informs is folded.
  ///
  /// - Parameters:
  ///   - all: whether a terminal lists what only informs, and not only its number.
  ///   - most: the number of findings of each kind and scenario in Markdown; the JSON has all. With 0, scenarios have a line each.
  public init(_ check: CheckFile, all: Bool = false, most: Int = 50) {
    head = Head(title: "check", kind: "scrollsim check", heading: check.headline)
    let details = check.scenarios.map { scenario in
      Block.section(
        "\(scenario.verdict.shown.mark) \(scenario.title)",
        scenario.findingTables(most: most) + scenario.historyPicture + scenario.historyTable(most: most)
          + [.list(scenario.facts + [scenario.summary])])
    }
    let lines = check.scenarios.prefix(100).map { "\($0.verdict.shown.mark) \($0.title.prefix(200))" }
    let left = check.scenarios.count - lines.count
    let short =
      lines + [left > 0 ? "… and \(left) more" : nil, "`check.json` has the rest."].compactMap(\.self)
    let mark = check.accepts ? "⚖️" : check.verdict.shown.mark
    blocks = [
      .only(
        .terminal,
        check.scenarios.map { .sentences($0.lines(all: all)) }
          + [.sentences([Sentence(check.headline, check.verdict.shown.tone)])]),
      .only(
        .markdown,
        [
          .mark("scrollsim check"),
          .section("\(mark) \(check.headline)", most > 0 ? details : [.list(short)]),
        ]),
    ]
  }

  /// The most bytes of a comment: GitHub takes 65,536, of which some are for the mark of whoever writes it.
  static let mostBytes = 64_000

  /// A check as a comment that GitHub takes, however much there is to say: with as many findings as there is room for.
  public static func comment(on check: CheckFile) -> String {
    let texts = [50, 20, 10, 5, 2, 1].lazy.map { Document(check, most: $0).markdown() }
    return texts.first { $0.utf8.count <= mostBytes } ?? Document(check, most: 0).markdown()
  }
}

extension ScenarioCheck {
  fileprivate func lines(all: Bool) -> [Document.Sentence] {
    var lines: [Document.Sentence] = [.init(title, verdict.shown.tone)]
    lines += (facts + [summary]).map { .init($0, .faint, indent: 2) }
    // In the order of the runs' first findings: the worst comes first.
    for run in findings.map(\.run).uniqued {
      let shown = findings.filter { $0.run == run && (all || $0.isOpen && $0.verdict != .improvement) }
      if let run, !shown.isEmpty { lines.append(.init(run, .strong, indent: 2)) }
      for (finding, next) in zip(shown, shown.dropFirst().map(Optional.some) + [nil]) {
        lines.append(.init("\(finding.words): \(finding.text)", finding.verdict.shown.tone, indent: 4))
        // The same advice for several findings is given once, after the last.
        if finding.advice != next?.advice { lines.append(.init("→ \(finding.advice)", indent: 6)) }
      }
    }
    if let trade {
      lines.append(.init(trade.title, .strong, indent: 2))
      lines += trade.differences.map { .init($0, indent: 4) }
      lines += trade.changes.map {
        .init(($0.run.map { "\($0): " } ?? "") + $0.text, $0.verdict.shown.tone, indent: 4)
      }
    }
    return lines
  }

  /// What is worse or better, with advice; what the change accepts; and the rest, folded.
  fileprivate func findingTables(most: Int) -> [Document.Block] {
    let (open, others) = (findings.filter(\.isOpen), findings.filter { !$0.isOpen })
    let advice = open.filter { $0.verdict != .improvement }.map(\.advice).uniqued
    let accepted: [Document.Block] =
      trade.map { trade in
        [.section(trade.title, [.list(trade.differences)] + Self.table(of: trade.changes, most: most))]
      } ?? []
    return Self.table(of: open, most: most) + [.list(advice)] + accepted + [
      .folded("\(others.count) for information", Self.table(of: others, most: most))
    ]
  }

  /// A picture of the worst regression over the last baselines.
  fileprivate var historyPicture: [Document.Block] {
    let worse = findings.filter { $0.verdict == .regression }
    func share(_ history: MetricHistory) -> Double {
      abs(history.head - (history.accepted.last ?? 0))
        / max(abs(history.accepted.last ?? 0), .leastNormalMagnitude)
    }
    let candidates = (courses ?? []).filter { history in
      worse.contains { $0.run == history.run && $0.metric == history.metric }
    }
    let decisive = candidates.filter { MetricHistory.decisive.contains($0.metric) }
    let worst = (decisive.isEmpty ? candidates : decisive).max { share($0) < share($1) }
    return worst.map { [.code([.init(caption: "Picture", language: "mermaid", text: $0.mermaid)])] } ?? []
  }

  /// The history of the figures that people decide by, folded.
  fileprivate func historyTable(most: Int) -> [Document.Block] {
    let histories = (courses ?? []).filter { MetricHistory.decisive.contains($0.metric) }
    let count = histories.map(\.accepted.count).max() ?? 0
    let title = count > 1 ? "The last \(count) baselines, and now" : "The baseline, and now"
    let table = Document.Table(
      label: title, columns: ["run", "metric", "over time", .figure("baseline"), .figure("now")],
      rows: histories.prefix(most).map { history in
        let values = [history.accepted.last ?? history.head, history.head]
        return .init(
          [history.run, history.metric, history.sparkline]
            + values.map { Figure.exact($0, unit: history.unit) })
      })
    return [.folded(title, [.table(table)])]
  }

  private static func table(of findings: [Finding], most: Int) -> [Document.Block] {
    let table = Document.Table(
      label: "Findings",
      columns: ["run", "metric", "verdict", "finding", .figure("base"), .figure("head")],
      rows: findings.prefix(most).map { finding in
        let values = [finding.base, finding.head].map { value in
          value.map { Figure.exact($0, unit: finding.unit ?? "") } ?? Figure.none
        }
        return .init([finding.run ?? "all", finding.metric ?? "", finding.words, finding.text] + values)
      })
    let left = findings.count - table.rows.count
    return [.table(table), .sentences(left > 0 ? [.init("… and \(left) more, which the JSON lists.")] : [])]
  }
}

extension Finding {
  fileprivate var words: String { verdict.shown.words + (isAdvisory ? " (advisory)" : "") }
}

extension MetricHistory {
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

extension Trade {
  fileprivate var title: String {
    "Compared with the branch that this goes to\(reasons.isEmpty ? "" : ": \(reasons.joined(separator: "; "))")"
  }
}
