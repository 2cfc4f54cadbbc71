/// A table in characters: columns as wide as their widest text, names to the left, numbers to the right.
struct TextTable {
  /// How a text is drawn where there is colour.
  enum Tone: String {
    case plain = ""
    case strong = "1"
    case good = "1;32"
    case bad = "31"
    case faint = "2"
  }

  struct Cell {
    var text: String
    var tone = Tone.plain
  }

  /// One line: a cell a column, or, after the names, one text across all other columns.
  enum Row {
    case cells([Cell])
    case spanning(names: [Cell], text: Cell)
  }

  /// Heads of columns.
  let titles: [String]
  /// How many columns stand to the left.
  let names: Int
  let rows: [Row]
  let colour: Bool

  /// How many characters a line has.
  var width: Int { widths.reduce(1) { $0 + $1 + 3 } }

  private var widths: [Int] {
    titles.indices.map { column in
      rows.reduce(titles[column].count) { widest, row in
        switch row {
        case .cells(let cells): max(widest, cells[column].text.count)
        case .spanning(let names, _): column < names.count ? max(widest, names[column].text.count) : widest
        }
      }
    }
  }

  func render() -> String {
    let widths = widths
    func rule(_ left: String, _ middle: String, _ right: String) -> String {
      left + widths.map { String(repeating: "─", count: $0 + 2) }.joined(separator: middle) + right
    }
    let lines = rows.map { row in
      switch row {
      case .cells(let cells):
        return line(
          zip(cells, widths).enumerated().map { place, cell in pad(cell.0, cell.1, left: place < names) })
      case .spanning(let names, let text):
        let room = widths.dropFirst(names.count).reduce(-3) { $0 + $1 + 3 }
        return line(
          zip(names, widths).map { pad($0, $1, left: true) } + [pad(text, room, left: true)])
      }
    }
    let head = line(
      zip(titles, widths).enumerated().map { place, cell in
        pad(Cell(text: cell.0, tone: .strong), cell.1, left: place < names)
      })
    return
      ([rule("┌", "┬", "┐"), head, rule("├", "┼", "┤")] + lines + [rule("└", "┴", "┘")])
      .joined(separator: "\n")
  }

  private func line(_ texts: [String]) -> String { "│ " + texts.joined(separator: " │ ") + " │" }

  private func pad(_ cell: Cell, _ width: Int, left: Bool) -> String {
    let text = cell.text.count > width ? cell.text.prefix(max(0, width - 1)) + "…" : cell.text[...]
    let space = String(repeating: " ", count: max(0, width - text.count))
    let inked = colour ? String(text).inked(cell.tone) : String(text)
    return left ? inked + space : space + inked
  }
}

extension String {
  /// The text in a tone, by the escape sequences of ECMA-48.
  func inked(_ tone: TextTable.Tone) -> String {
    tone == .plain || isEmpty ? self : "\u{1B}[\(tone.rawValue)m\(self)\u{1B}[0m"
  }

  /// The text without what could steer a terminal: control characters become `�`, line ends become spaces.
  var harmless: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          switch scalar.properties.generalCategory {
          case .control, .format, .lineSeparator, .paragraphSeparator:
            "\n\r\t".unicodeScalars.contains(scalar) ? " " : "\u{FFFD}"
          default: scalar
          }
        }))
  }

  /// The text in lines of at most `width` characters, broken at spaces; a longer word has a line of its own.
  func wrapped(to width: Int, tone: TextTable.Tone) -> String {
    var lines: [String] = []
    for word in split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines.map { $0.inked(tone) }.joined(separator: "\n")
  }
}
