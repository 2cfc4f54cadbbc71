/// A search in words and tables: for a terminal, as Markdown, and as comma-separated values.
public struct TuneReport: Sendable {
  private let file: TuneFile

  /// Takes a search to show.
  public init(_ file: TuneFile) { self.file = file }

  /// The front as a table with the recommendation below, ending with a line end.
  ///
  /// A narrow terminal gets fewer columns, the last left out first, and is told which.
  ///
  /// - Parameters:
  ///   - colour: whether the terminal shows colours.
  ///   - width: characters in a line.
  public func renderTerminal(colour: Bool, width: Int) -> String {
    let summary = TuneSummary(file)
    func wrap(_ text: String, _ tone: TextTable.Tone = .plain) -> String {
      text.harmless.wrapped(to: width, tone: colour ? tone : .plain)
    }
    var blocks = [wrap("\(file.name) · tune", .strong) + "\n" + wrap(summary.about)]
    var notes = file.outcome == nil ? [] : summary.notes
    if !summary.rows.isEmpty {
      var columns = TuneSummary.columns.count
      var table = Self.table(summary, columns: columns, colour: colour)
      while table.width > width, columns > 2 {
        columns -= 1
        table = Self.table(summary, columns: columns, colour: colour)
      }
      let leftOut = TuneSummary.columns.dropFirst(columns).map(\.title)
      if !leftOut.isEmpty { notes.append("Left out for want of width: \(leftOut.joined(separator: ", ")).") }
      blocks.append(table.render())
    }
    blocks.append(wrap(summary.recommendation, .strong))
    if let advice = file.outcome?.recommendation {
      // Never wrapped: these lines are there to be copied.
      blocks.append(
        "In a scenario:  \(advice.scenarioJSON.harmless)\nIn an app:      \(advice.swift.harmless)")
    }
    blocks.append(wrap(summary.knee))
    blocks.append(notes.map { wrap($0) }.joined(separator: "\n"))
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private static func table(_ summary: TuneSummary, columns: Int, colour: Bool) -> TextTable {
    TextTable(
      titles: summary.labels + TuneSummary.columns.prefix(columns).map(\.title), names: summary.labels.count,
      rows: summary.rows.map { row in
        .cells(
          (row.names + row.cells.prefix(columns)).map { text in
            TextTable.Cell(text: text.harmless, tone: row.isRecommended ? .good : .plain)
          })
      }, colour: colour)
  }

  /// The same as Markdown, ending with a line end.
  public func renderMarkdown() -> String {
    let summary = TuneSummary(file)
    var blocks = ["## \(file.name.markdown) (tune)", summary.about.markdown]
    if !summary.rows.isEmpty {
      let rows = summary.rows.map { row in
        (row.names + row.cells).map { row.isRecommended && !$0.isEmpty ? "**\($0.markdown)**" : $0.markdown }
      }
      blocks.append(
        MarkdownTable(
          titles: summary.labels + TuneSummary.columns.map(\.title), names: summary.labels.count, rows: rows
        ).render())
    }
    if !summary.recommendation.isEmpty { blocks.append("**\(summary.recommendation.markdown)**") }
    if let advice = file.outcome?.recommendation {
      blocks.append("```json\n\(advice.scenarioJSON.harmless)\n```")
      blocks.append("```swift\n\(advice.swift.harmless)\n```")
      blocks.append(summary.knee.markdown)
    }
    if file.outcome != nil { blocks.append(summary.notes.map { "- \($0.markdown)" }.joined(separator: "\n")) }
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  /// Every combination that was evaluated, one a row, by RFC 4180; what is not known is empty.
  public func renderCSV() -> String {
    let header =
      ["strategy", "parameters"] + Axis.ofEveryScenario.map(\.rawValue)
      + ["fits", "failure", "front", "knee", "recommended"] + [
        "peakImageBytes", "blankAreaRatio", "settleToFullMs", "cacheHitRate", "wasteRatio",
      ]
    let front = Set(file.outcome?.front ?? [])
    let rows = file.candidates.enumerated().map { place, candidate in
      let marks = [
        candidate.fits, front.contains(place), file.outcome?.knee == place,
        file.outcome?.recommendation?.candidate == place,
      ].map { "\($0)" }
      let combination = candidate.combination
      return [combination.strategy, combination.parameters.words.joined(separator: ";")]
        + Axis.ofEveryScenario.map { combination[$0] ?? "" }
        + [marks[0], candidate.failure ?? ""] + marks.dropFirst()
        + TuneSummary.columns.map { candidate.overall.flatMap($0.value).map(Figure.plain) ?? "" }
    }
    return ([header] + rows).map { $0.map(CSVReport.quote).joined(separator: ",") + "\r\n" }.joined()
  }
}
