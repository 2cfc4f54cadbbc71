/// A heading, sentences and a table, free of any format.
struct ReportSection {
  /// Texts in rows and columns.
  struct Table {
    let titles: [String]
    /// How many columns stand to the left and name rows.
    let names: Int
    let rows: [[String]]
    /// Columns that a narrow page leaves out, the first one first.
    var spare: [Int] = []
  }

  let heading: String
  var before: [String] = []
  var table: Table?
  var after: [String] = []

  /// The section for a terminal, without a line end; a narrow one loses spare columns.
  func text(colour: Bool, width: Int) -> String {
    func wrap(_ text: String, _ tone: TextTable.Tone = .plain) -> String {
      text.harmless.wrapped(to: width, tone: colour ? tone : .plain)
    }
    let table = table.map { $0.text(colour: colour, width: width) }
    return
      ([wrap(heading, .strong)] + before.map { wrap($0) } + [table].compactMap(\.self)
      + after.map { wrap($0) })
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The section as Markdown, without a line end.
  func markdown(level: Int) -> String {
    let table = table.map { table in
      MarkdownTable(
        titles: table.titles, names: table.names, rows: table.rows.map { $0.map(\.markdown) }
      ).render()
    }
    return
      (["\(String(repeating: "#", count: level)) \(heading.markdown)"] + before.map(\.markdown)
      + [table].compactMap(\.self) + after.map(\.markdown))
      .joined(separator: "\n\n")
  }
}

extension ReportSection.Table {
  fileprivate func text(colour: Bool, width: Int) -> String {
    var kept = Array(titles.indices)
    func draw() -> TextTable {
      TextTable(
        titles: kept.map { titles[$0] }, names: kept.count { $0 < names },
        rows: rows.map { row in .cells(kept.map { TextTable.Cell(text: row[$0].harmless) }) }, colour: colour)
    }
    for column in spare where draw().width > width { kept.removeAll { $0 == column } }
    return draw().render()
  }
}
