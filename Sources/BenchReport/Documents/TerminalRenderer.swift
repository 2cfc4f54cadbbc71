internal import ScrollSim

extension Document {
  /// The report for a terminal, `width` characters wide, ending with a line end.
  ///
  /// Good texts are green, bad ones red, and the best of a column is starred. A narrow terminal gets titles
  /// in several lines, then no spreads, then fewer columns, the least important left out first, with a note
  /// on which; or sentences, if no column may be left out.
  public func terminal(colour: Bool, width: Int) -> String {
    TerminalRenderer(colour: colour, width: width).pieces(blocks).joined(separator: "\n\n") + "\n"
  }
}

/// Renders blocks in characters, with a blank line between them but none below a heading.
struct TerminalRenderer {
  let colour: Bool
  let width: Int

  func pieces(_ blocks: [Document.Block]) -> [String] { blocks.flatMap(pieces).filter { !$0.isEmpty } }

  private func pieces(_ block: Document.Block) -> [String] {
    switch block {
    case .section(let section): return pieces(section)
    case .sentences(let sentences), .list(let sentences):
      return [sentences.map(lines).joined(separator: "\n")]
    case .verdict(let sentence, let reasons):
      return [([sentence] + reasons).map(lines).joined(separator: "\n")]
    case .table(let table): return table.rows.isEmpty ? [] : [text(table)]
    case .facts(let facts): return [facts.map { line("\($0.name): \($0.text)") }.joined(separator: "\n")]
    case .links(let links):
      let lines = links.map { line([$0.text, $0.address].filter { !$0.isEmpty }.joined(separator: ", ")) }
      return [lines.joined(separator: "\n")]
    case .code(let entries):
      let longest = entries.map(\.caption.count).max() ?? 0
      return [
        entries.map { code in
          let gap = String(repeating: " ", count: longest - code.caption.count + 2)
          guard code.text.contains("\n") else { return "\(code.caption):\(gap)\(code.text.harmless)" }
          return "\(code.caption):\n\n    \(code.text.harmlessLines.replacing("\n", with: "\n    "))"
        }.joined(separator: "\n")
      ]
    case .folded(let title, let blocks): return pieces(Document.Section(heading: title, blocks: blocks))
    case .markup, .mark: return []
    case .part(let formats, let blocks): return formats.contains(.terminal) ? pieces(blocks()) : []
    }
  }

  private func pieces(_ section: Document.Section) -> [String] {
    var pieces = pieces(section.blocks)
    guard !section.heading.isEmpty, !(pieces.isEmpty && section.about.isEmpty) else { return pieces }
    let heading = line(section.heading, .strong)
    if section.about.isEmpty {
      pieces[0] = "\(heading)\n\(pieces[0])"
    } else {
      pieces.insert("\(heading)\n\(line(section.about))", at: 0)
    }
    return pieces
  }

  private func text(_ table: Document.Table) -> String {
    let drawing = TerminalTable(table, colour: colour, width: width)
    if drawing.width > width, let words = table.words {
      return words.map { line($0) }.joined(separator: "\n")
    }
    let notes = [
      table.marksBest ? "* best of its column" : "",
      drawing.leftOut.isEmpty
        ? "" : "Left out, as the terminal is too narrow: \(drawing.leftOut.joined(separator: ", ")).",
    ]
    return ([drawing.render()] + notes.filter { !$0.isEmpty }.map { line($0) }).joined(separator: "\n")
  }

  private func line(_ text: String, _ tone: Document.Tone = .plain) -> String {
    lines(Document.Sentence(text, tone))
  }

  private func lines(_ sentence: Document.Sentence) -> String {
    let margin = String(repeating: " ", count: sentence.indent)
    let room = sentence.indent == 0 ? width : max(20, width - sentence.indent)
    return sentence.text.harmless.wrapped(to: room)
      .map { margin + (colour ? $0.inked(sentence.tone) : $0) }.joined(separator: "\n")
  }
}

extension String {
  /// The text in a tone, by the escape sequences of ECMA-48.
  func inked(_ tone: Document.Tone) -> String {
    let codes: [Document.Tone: String] = [
      .strong: "1", .faint: "2", .good: "1;32", .best: "1;32", .bad: "31", .unsure: "33",
    ]
    return codes[tone].map { isEmpty ? self : "\u{1B}[\($0)m\(self)\u{1B}[0m" } ?? self
  }

  /// The text, safe for a terminal: control characters become `�`, line ends become spaces.
  var harmless: String {
    replacingScalars { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        "\n\r\t".unicodeScalars.contains(scalar) ? " " : "\u{FFFD}"
      default: nil
      }
    }
  }

  /// The text, safe for a terminal, with its lines kept.
  var harmlessLines: String {
    split(separator: "\n", omittingEmptySubsequences: false).map { String($0).harmless }
      .joined(separator: "\n")
  }

  /// The text in lines of at most `width` characters, broken at spaces; a longer word has its own line.
  func wrapped(to width: Int) -> [String] {
    split(separator: " ").reduce(into: []) { lines, word in
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
  }
}
