/// Shares as coloured tiles: a row for each combination, a column for each situation.
///
/// Colours go from orange (worse than nothing) over pale to dark blue, distinct to readers who do not see red or green, too.
struct TileChart {
  /// One tile.
  enum Tile: Hashable {
    /// A share, 1 at best; marked if it is among the best of its column.
    case share(Double, isBest: Bool)
    /// There is nothing to show.
    case nothing
  }

  /// A row with its name.
  struct Row: Hashable {
    let name: String
    let tiles: [Tile]
    /// The heading above the row, if a block of rows begins with it.
    var heading = ""
  }

  /// Columns under one name.
  struct Group: Hashable {
    let name: String
    let columns: Int
  }

  let title: String
  /// The names above the columns, from the widest to the narrowest; each level spans all columns.
  let groups: [[Group]]
  let rows: [Row]

  private enum Size {
    static let left = 168.0
    static let tile = (width: 11.0, height: 15.0)
    static let line = 16.0
  }

  /// The least share of each colour, with its name.
  private static let colours: [(from: Double, colour: String, name: String)] = [
    (0.9, "#08306b", "90 % or more"), (0.75, "#2171b5", "75"), (0.5, "#6baed6", "50"),
    (0.25, "#c6dbef", "25"), (0, "#eff3f8", "0"), (-.infinity, "#f4a259", "worse than none"),
  ]

  private var columns: Int { groups.first?.map(\.columns).reduce(0, +) ?? 0 }
  private var top: Double { Size.line * Double(groups.count) + 8 }
  private var width: Double { Size.left + Size.tile.width * Double(columns) + 4 }

  /// The chart as a file of its own.
  func document() -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + svg(id: "chart", styleSheet: "<style>\(LineChart.style)</style>") + "\n"
  }

  /// The chart as an `svg` element for a page that has the style of ``LineChart``.
  func svg(id: String, styleSheet: String = "") -> String {
    var y = top
    var parts = headings
    for row in rows {
      if !row.heading.isEmpty {
        y += Size.line
        parts.append(SVG.text("name", x: 0, y: y - 4, row.heading))
      }
      parts.append(drawing(of: row, at: y))
      y += Size.tile.height
    }
    parts += rules(to: y) + legend(at: y + 22)
    let words = rows.map { row in
      let shares = row.tiles.compactMap { tile in
        if case .share(let share, isBest: _) = tile { share } else { nil }
      }
      return "\(row.name): \(Figure.text(shares.mean, unit: "rate")) in the mean"
    }
    return SVG.chart(
      id: id, width: width, height: y + 34, styleSheet: styleSheet, title: title,
      description: words.joined(separator: "; ") + ".", parts: parts)
  }

  private func x(_ column: Int) -> Double { Size.left + Size.tile.width * Double(column) }

  private var headings: [String] {
    groups.enumerated().flatMap { level, groups in
      var column = 0
      return groups.map { group in
        defer { column += group.columns }
        return SVG.text(
          level == 0 ? "name" : "tick", x: x(column) + 2, y: Size.line * Double(level + 1) - 2, group.name)
      }
    }
  }

  private func drawing(of row: Row, at y: Double) -> String {
    let tiles = row.tiles.enumerated().map { column, tile in
      let place = "x=\"\(x(column).svg)\" y=\"\(y.svg)\""
      let size = "width=\"\((Size.tile.width - 1).svg)\" height=\"\((Size.tile.height - 1).svg)\""
      guard case .share(let share, let isBest) = tile else {
        return "<rect class=\"empty\" fill=\"none\" \(place) \(size)/>"
      }
      let colour = Self.colours.first { share >= $0.from }?.colour ?? "none"
      return "<rect fill=\"\(colour)\" \(place) \(size)/>" + (isBest ? mark(x: x(column) + 5, y: y + 7) : "")
    }
    return SVG.text("tick", x: Size.left - 8, y: y + 11, anchor: "end", row.name) + tiles.joined()
  }

  /// Lines between the columns of the widest and the next groups.
  private func rules(to bottom: Double) -> [String] {
    groups.prefix(2).enumerated().flatMap { level, groups in
      var column = 0
      return groups.map { group in
        defer { column += group.columns }
        let top = Size.line * Double(level)
        return SVG.path(level == 0 ? "guide" : "grid", "M\((x(column) - 0.5).svg) \(top.svg)V\(bottom.svg)")
      }
    }
  }

  private func legend(at y: Double) -> [String] {
    var x = 0.0
    let keys = Self.colours.map { key in
      defer { x += 24 + 7 * Double(key.name.count) }
      return "<rect fill=\"\(key.colour)\" x=\"\(x.svg)\" y=\"\((y - 10).svg)\" width=\"12\" height=\"12\"/>"
        + SVG.text("tick", x: x + 16, y: y, key.name)
    }
    let best = SVG.text("tick", x: x + 14, y: y, "best of its column, or not to be told from it")
    return keys + [mark(x: x + 6, y: y - 4) + best]
  }

  private func mark(x: Double, y: Double) -> String {
    "<circle fill=\"#fff\" stroke=\"#000\" stroke-width=\".6\" cx=\"\(x.svg)\" cy=\"\(y.svg)\" r=\"2.2\"/>"
  }
}
