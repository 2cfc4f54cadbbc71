extension ChangeReport {
  /// The report for a terminal, ending with a line end; a narrow one loses columns, the absolute change first.
  public func renderTerminal(colour: Bool, width: Int) -> String {
    section.text(colour: colour, width: width) + "\n"
  }

  /// The report as Markdown, ending with a line end.
  public func renderMarkdown() -> String { section.markdown(level: 2) + "\n" }

  /// The changes as comma-separated values with all digits, as ``CSVReport`` writes them.
  public func renderCSV() -> String {
    let head = ["metric", "run", "unit", "base", "head", "change", "percent", "effect", "counts"]
    let rows = rows.map { row in
      [row.change.metric, row.run, row.change.unit].map(CSVReport.text)
        + [row.change.base, row.change.head, row.change.absolute, row.change.percent].map(CSVReport.number)
        + [row.change.effect.rawValue, row.weight == .counts ? "yes" : row.weight.rawValue]
    }
    return ([head] + rows).map { $0.joined(separator: ",") + "\r\n" }.joined()
  }

  private var section: ReportSection {
    var section = ReportSection(heading: "\(comparison.title): head against base", before: [conclusion])
    if !rows.isEmpty {
      section.table = ReportSection.Table(
        titles: Row.titles, names: 2, rows: rows.map(\.texts), spare: [4, 2, 3])
      section.before.append(rule)
    }
    section.after = remarks + facts.map { "\($0.name): \($0.text)" }
    return section
  }
}
