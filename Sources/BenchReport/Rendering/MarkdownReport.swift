/// A result as Markdown, for pull requests and READMEs: the table, the recommendation, and on which machine.
///
/// The best value of a column is bold.
public struct MarkdownReport: Sendable {
  private let result: ResultFile

  /// Takes a result to write.
  public init(_ result: ResultFile) { self.result = result }

  /// The document, ending with a line end.
  public func render() -> String {
    var blocks = [
      "## \(result.scenario.name.markdown) (\(result.mode.rawValue))", result.scenario.about.markdown,
    ]
    if result.runs.isEmpty {
      blocks.append("There are no runs.")
    } else {
      let table = ReportTable(result)
      blocks.append(markdown(table))
      blocks.append("**\(Recommendation(result).description.markdown)**")
      blocks.append(list(table.notes))
    }
    for complaint in result.complaints {
      blocks.append(complaint.about)
      blocks.append(list(complaint.sentences))
    }
    blocks.append("Measured with:")
    blocks.append(list(result.facts.map { "\($0.name): \($0.text)" }))
    return blocks.filter { !$0.isEmpty }.joined(separator: "\n\n") + "\n"
  }

  private func list(_ sentences: [String]) -> String {
    sentences.map { "- \($0.markdown)" }.joined(separator: "\n")
  }

  private func markdown(_ table: ReportTable) -> String {
    let columns = table.labels + table.columns
    let rows = table.rows.map { row -> [String] in
      let names = row.names.map(\.markdown)
      guard let failure = row.failure else {
        return names + row.cells.map { $0.isBest ? "**\($0.text.markdown)**" : $0.text.markdown }
      }
      let empty = [String](repeating: "", count: max(0, table.columns.count - 1))
      return names + [failure.markdown] + empty
    }
    return MarkdownTable(
      titles: columns.map(\.title), names: table.labels.count, rows: rows
    ).render()
  }
}

/// A table in Markdown, names to the left and numbers to the right, of texts that are escaped already.
struct MarkdownTable {
  let titles: [String]
  let names: Int
  let rows: [[String]]

  func render() -> String {
    let rule = titles.indices.map { $0 < names ? "---" : "---:" }
    return ([titles, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }
}

extension String {
  /// The text in one line, with everything escaped that Markdown or HTML would read as more than text.
  var markdown: String {
    var text = ""
    for character in harmless {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "@": text += "\\\(character)"
      default: text.append(character)
      }
    }
    return text
  }
}
