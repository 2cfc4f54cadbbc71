#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Every run of a result in a line: how many cells were blank, by cause.
public struct ExplanationList: Sendable {
  private let result: ResultFile

  /// Takes a result to list.
  public init(_ result: ResultFile) { self.result = result }

  /// The list for a terminal, ending with a line end; a narrow one has a line of prose for each run.
  ///
  /// - Parameters:
  ///   - colour: whether the terminal shows colours.
  ///   - width: characters in a line.
  public func renderTerminal(colour: Bool, width: Int) -> String {
    let title = title.harmless.wrapped(to: width, tone: colour ? .strong : .plain)
    guard !result.runs.isEmpty else { return "\(title)\n\nThere are no runs.\n" }
    let causes = causes
    let table = TextTable(
      titles: titles(causes), names: 1,
      rows: result.runs.map { run in
        let name = TextTable.Cell(text: run.id.harmless)
        guard let cells = cells(of: run, causes) else {
          return .spanning(names: [name], text: TextTable.Cell(text: run.whyUnexplained.harmless, tone: .bad))
        }
        return .cells([name] + cells.map { TextTable.Cell(text: $0) })
      }, colour: colour)
    let body =
      table.width <= width
      ? table.render()
      : result.runs.map { "\($0.id): \(prose($0))".harmless.wrapped(to: width, tone: .plain) }
        .joined(separator: "\n")
    let hint = "--run ID explains one of them; a part of its name will do.".wrapped(to: width, tone: .plain)
    return "\(title)\n\n\(body)\n\n\(hint)\n"
  }

  /// The list as Markdown, ending with a line end.
  public func renderMarkdown() -> String {
    let causes = causes
    let rows = result.runs.map { run in
      [run.id.markdown]
        + (cells(of: run, causes)?.map(\.markdown)
          ?? [run.whyUnexplained.markdown] + [String](repeating: "", count: causes.count))
    }
    let table = MarkdownTable(titles: titles(causes), names: 1, rows: rows).render()
    return "## \(title.markdown)\n\n\(result.runs.isEmpty ? "There are no runs." : table)\n"
  }

  /// The list as JSON: keys sorted; a run that has no explanation has no causes.
  ///
  /// - Throws: `EncodingError` if a number is not finite.
  public func json() throws -> String {
    struct Entry: Encodable {
      let id: String
      let status: RunRecord.Status
      let blankAppearances: Int?
      let causes: [RunExplanation.CauseTotal]?
    }
    let entries = result.runs.map {
      Entry(
        id: $0.id, status: $0.status, blankAppearances: $0.explanation?.blankAppearances,
        causes: $0.explanation?.causes)
    }
    return String(decoding: try JSONEncoder.stable.encode(["runs": entries]), as: UTF8.self)
  }

  private var title: String { "\(result.scenario.name) · \(result.mode.rawValue): blank cells by cause" }

  /// The causes that any run has.
  private var causes: [BlankCause] {
    let present = Set(result.runs.flatMap { $0.explanation?.causes.map(\.cause) ?? [] })
    return BlankCause.allCases.filter(present.contains)
  }

  private func titles(_ causes: [BlankCause]) -> [String] { ["run", "blank cells"] + causes.map(\.title) }

  private func cells(of run: RunRecord, _ causes: [BlankCause]) -> [String]? {
    run.explanation.map { explanation in
      [Figure.text(Double(explanation.blankAppearances), unit: "count")]
        + causes.map { cause in
          let cells = explanation.causes.first { $0.cause == cause }?.cells ?? 0
          return Figure.text(Double(cells), unit: "count")
        }
    }
  }

  private func prose(_ run: RunRecord) -> String {
    guard let explanation = run.explanation else { return run.whyUnexplained }
    let parts = explanation.causes.map { "\(Figure.text(Double($0.cells), unit: "count")) \($0.cause.title)" }
    let total = Figure.text(Double(explanation.blankAppearances), unit: "count")
    return parts.isEmpty ? "\(total) blank" : "\(total) blank (\(parts.joined(separator: ", ")))"
  }
}

extension RunRecord {
  /// Why the run has no explanation, and what to do.
  public var whyUnexplained: String {
    status == .completed
      ? "no explanation: the result was made before there were any; run the scenario again"
      : "no explanation: \(ending)"
  }
}
