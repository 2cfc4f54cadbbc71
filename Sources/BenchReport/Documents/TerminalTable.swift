internal import ScrollSim

/// A table in characters: columns are as wide as their widest text, with words to the left and figures to the right.
struct TerminalTable {
  private let table: Document.Table
  private let colour: Bool
  private var kept: [Int]
  private var breaksTitles = false
  private var showsSpread = true

  /// Titles first take several lines, then figures lose their spread, and then columns are left out, until one figure is left.
  init(_ table: Document.Table, colour: Bool, width: Int) {
    (self.table, self.colour) = (table, colour)
    kept = Array(table.columns.indices)
    if self.width > width { breaksTitles = true }
    if self.width > width { showsSpread = false }
    while self.width > width, let least = leastImportant { kept.removeAll { $0 == least } }
  }

  private var leastImportant: Int? {
    let isLast = kept.count(where: isFigure) == 1
    return kept.compactMap { column in
      isLast && isFigure(column) ? nil : table.columns[column].importance.map { (column, $0) }
    }.min { $0.1 < $1.1 }?.0
  }

  var width: Int { widths.reduce(1) { $0 + $1 + 3 } }

  /// The parts that do not fit: spreads, and columns by their titles.
  var leftOut: [String] {
    (showsSpread || !table.hasSpread ? [] : ["spreads (±)"])
      + table.columns.indices.filter { !kept.contains($0) }.map { table.columns[$0].title }
  }

  func render() -> String {
    let widths = widths
    func rule(_ left: String, _ middle: String, _ right: String) -> String {
      left + widths.map { String(repeating: "─", count: $0 + 2) }.joined(separator: middle) + right
    }
    let titles = kept.map(titleLines)
    let head = (0..<(titles.map(\.count).max() ?? 0)).map { place in
      line(
        kept.indices.map { index in
          let text = titles[index].indices.contains(place) ? titles[index][place] : ""
          return pad(text, .strong, to: widths[index], isFigure: isFigure(kept[index]))
        })
    }
    return
      ([rule("┌", "┬", "┐")] + head + [rule("├", "┼", "┤")] + table.rows.map { line($0, widths) }
      + [rule("└", "┴", "┘")])
      .joined(separator: "\n")
  }

  private func isFigure(_ column: Int) -> Bool { table.columns[column].kind == .figure }

  /// The kept columns in which a row has its own cell.
  private func own(_ row: Document.Row) -> [Int] {
    table.isSpanned(row) ? kept.filter { $0 < row.cells.count - 1 } : kept
  }

  private var widths: [Int] {
    kept.map { column in max(widestText(in: column), titleLines(of: column).map(\.count).max() ?? 0) }
  }

  private func widestText(in column: Int) -> Int {
    table.rows.filter { own($0).contains(column) }
      .reduce(0) { max($0, text(of: $1.cells[column], in: column, of: $1).count) }
  }

  /// A column's title in lines; broken titles are no wider than the texts below them.
  private func titleLines(of column: Int) -> [String] {
    let title = table.columns[column].title
    let space = table.marksBest && isFigure(column) ? " " : ""
    let lines = breaksTitles ? title.wrapped(to: max(1, widestText(in: column) - space.count)) : [title]
    return lines.map { $0 + space }
  }

  /// A cell's text; a space aligns figures with and without a star, and a triangle points at what is recommended.
  private func text(of cell: Document.Cell, in column: Int, of row: Document.Row) -> String {
    (column == 0 && row.standing == .recommended ? "▸ " : "") + (showsSpread ? cell.full : cell.text).harmless
      + (table.marksBest && isFigure(column) ? cell.tone == .best ? "*" : " " : "")
  }

  private func line(_ row: Document.Row, _ widths: [Int]) -> String {
    let tones: [Document.Row.Standing: Document.Tone] = [.reference: .faint, .recommended: .good]
    func tone(_ cell: Document.Cell) -> Document.Tone {
      cell.tone == .plain ? tones[row.standing] ?? .plain : cell.tone
    }
    let own = own(row)
    var texts = zip(own, widths).map { column, width in
      let cell = row.cells[column]
      return pad(text(of: cell, in: column, of: row), tone(cell), to: width, isFigure: isFigure(column))
    }
    if table.isSpanned(row), let last = row.cells.last {
      let room = widths.dropFirst(own.count).reduce(-3) { $0 + $1 + 3 }
      texts.append(pad(last.text.harmless, tone(last), to: room, isFigure: false))
    }
    return line(texts)
  }

  private func line(_ texts: [String]) -> String { "│ " + texts.joined(separator: " │ ") + " │" }

  private func pad(_ text: String, _ tone: Document.Tone, to width: Int, isFigure: Bool) -> String {
    let text = text.count > width ? text.prefix(max(0, width - 1)) + "…" : text[...]
    let space = String(repeating: " ", count: max(0, width - text.count))
    let inked = colour ? String(text).inked(tone) : String(text)
    return isFigure ? space + inked : inked + space
  }
}
