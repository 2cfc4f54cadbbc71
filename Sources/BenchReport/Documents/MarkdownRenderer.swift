internal import ScrollSim

extension Document {
  /// The report as Markdown, for pull requests and files, ending with a line end.
  ///
  /// Recommended, best and bad cells are bold. Names are text and never read as markup.
  ///
  /// - Parameter level: the level of the first heading; 1 for a separate file.
  public func markdown(level: Int = 2) -> String {
    MarkdownRenderer().pieces(blocks, level: level).joined(separator: "\n\n") + "\n"
  }
}

struct MarkdownRenderer {
  func pieces(_ blocks: [Document.Block], level: Int) -> [String] {
    blocks.flatMap { pieces($0, level: level) }.filter { !$0.isEmpty }
  }

  private func pieces(_ block: Document.Block, level: Int) -> [String] {
    switch block {
    case .section(let section):
      let pieces = pieces(section.blocks, level: section.heading.isEmpty ? level : level + 1)
      guard !section.heading.isEmpty, !(pieces.isEmpty && section.about.isEmpty) else { return pieces }
      let marks = String(repeating: "#", count: level)
      return ["\(marks) \(section.heading.markdown)", section.about.markdown] + pieces
    case .sentences(let sentences): return sentences.map(text)
    case .list(let sentences): return [list(sentences.map(text))]
    case .verdict(let sentence, let reasons):
      return ["**\(sentence.text.markdown)**", list(reasons.map(text))]
    case .table(let table): return table.rows.isEmpty ? [] : [text(table)]
    case .facts(let facts): return [list(facts.map { "\($0.name): \($0.text)".markdown })]
    case .code(let entries):
      return entries.map { "```\($0.language)\n\($0.text.harmlessLines)\n```" }
    case .links(let links):
      let texts = links.map { link in
        let address = link.address.harmless.replacingScalars { "<> ".unicodeScalars.contains($0) ? "" : nil }
        return address.isEmpty ? link.text.markdown : "[\(link.text.markdown)](<\(address)>)"
      }
      return [list(texts)]
    case .folded(let title, let blocks):
      let pieces = pieces(blocks, level: level)
      guard !pieces.isEmpty else { return [] }
      return ["<details><summary>\(title.markdown)</summary>"] + pieces + ["</details>"]
    case .markup: return []
    case .mark(let mark): return ["<!-- \(mark) -->"]
    case .part(let formats, let blocks):
      return formats.contains(.markdown) ? pieces(blocks(), level: level) : []
    }
  }

  private func text(_ sentence: Document.Sentence) -> String {
    sentence.tone == .strong ? "**\(sentence.text.markdown)**" : sentence.text.markdown
  }

  private func list(_ texts: [String]) -> String { texts.map { "- \($0)" }.joined(separator: "\n") }

  private func text(_ table: Document.Table) -> String {
    let titles = table.columns.map(\.title.markdown)
    let rule = table.columns.map { $0.kind == .figure ? "---:" : "---" }
    let rows = table.rows.map { row in
      row.cells.enumerated().map { place, cell in
        let isBold = place == 0 && row.standing == .recommended || [.best, .bad].contains(cell.tone)
        return isBold && !cell.text.isEmpty ? "**\(cell.full.markdown)**" : cell.full.markdown
      } + [String](repeating: "", count: max(0, table.columns.count - row.cells.count))
    }
    return ([titles, rule] + rows).map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
  }
}

extension String {
  /// The text in one line, with all characters escaped that Markdown or HTML would read as markup.
  var markdown: String {
    harmless.replacingScalars { scalar in
      switch scalar {
      case "&": "&amp;"
      case "<": "&lt;"
      case ">": "&gt;"
      case "\\", "`", "*", "_", "[", "]", "|", "#", "~", "@": "\\\(scalar)"
      default: nil
      }
    }
  }
}
