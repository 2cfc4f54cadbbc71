/// A result as a table in a terminal.
///
/// The best value of a column is green and starred, a run that did not complete is red. A narrow terminal gets fewer
/// columns, the least important left out first, and is told which.
public struct TerminalTable: Sendable {
  private let result: ResultFile
  private let colour: Bool
  private let width: Int

  /// Takes a result to draw.
  ///
  /// - Parameters:
  ///   - result: what to draw.
  ///   - colour: whether the terminal shows colours.
  ///   - width: characters in a line.
  public init(_ result: ResultFile, colour: Bool, width: Int) {
    self.result = result
    self.colour = colour
    self.width = width
  }

  /// The table with a heading and what must be known to read it, ending with a line end.
  public func render() -> String {
    let scenario = result.scenario
    var blocks = [
      wrap("\(scenario.name) · \(result.mode.rawValue)", .strong) + "\n" + wrap(scenario.about)
    ]
    if result.runs.isEmpty {
      blocks.append("There are no runs.")
    } else {
      let table = ReportTable(result)
      let (text, leftOut) = draw(table)
      blocks.append(text)
      blocks.append(wrap(Recommendation(result).description, .strong))
      blocks.append(notes(on: table, leftOut: leftOut).map { wrap($0) }.joined(separator: "\n"))
    }
    for complaint in result.complaints {
      blocks.append(([complaint.about] + complaint.sentences).map { wrap($0, .bad) }.joined(separator: "\n"))
    }
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// The widest table that has room, and the columns that had none.
  private func draw(_ table: ReportTable) -> (text: String, leftOut: [String]) {
    var kept = Array(table.columns.indices)
    var text = textTable(table, columns: kept)
    while text.width > width, kept.count > 1,
      let least = kept.min(by: { table.columns[$0].importance < table.columns[$1].importance })
    {
      kept.removeAll { $0 == least }
      text = textTable(table, columns: kept)
    }
    let leftOut = table.columns.indices.filter { !kept.contains($0) }.map { table.columns[$0].title }
    return (text.render(), leftOut)
  }

  private func textTable(_ table: ReportTable, columns: [Int]) -> TextTable {
    let rows = table.rows.map { row -> TextTable.Row in
      let tone: TextTable.Tone = row.isReference ? .faint : .plain
      let names = row.names.map { TextTable.Cell(text: $0.harmless, tone: tone) }
      if let failure = row.failure {
        return .spanning(names: names, text: TextTable.Cell(text: failure.harmless, tone: .bad))
      }
      return .cells(
        names
          + columns.map { column in
            let cell = row.cells[column]
            // The space keeps numbers with and without a star in line.
            return TextTable.Cell(
              text: cell.text.harmless + (cell.isBest ? "*" : " "), tone: cell.isBest ? .good : tone)
          })
    }
    return TextTable(
      titles: table.labels.map(\.title) + columns.map { "\(table.columns[$0].title) " },
      names: table.labels.count, rows: rows, colour: colour)
  }

  private func notes(on table: ReportTable, leftOut: [String]) -> [String] {
    var notes: [String] = []
    if table.rows.contains(where: { $0.cells.contains(where: \.isBest) }) {
      notes.append("* best of its column")
    }
    if !leftOut.isEmpty { notes.append("Left out for want of width: \(leftOut.joined(separator: ", ")).") }
    return notes + table.notes
  }

  private func wrap(_ text: String, _ tone: TextTable.Tone = .plain) -> String {
    text.harmless.wrapped(to: width, tone: colour ? tone : .plain)
  }
}
