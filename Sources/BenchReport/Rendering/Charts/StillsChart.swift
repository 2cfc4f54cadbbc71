internal import GridGeometry

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Draws the screens of several runs at the same moments: a row for each run, a column for each moment.
///
/// Below each screen stands the share of its cells that are final; a screen is outlined if that share differs from the moment
/// before.
package struct StillsChart {
  private enum Size {
    static let left = 120.0
    static let top = 22.0
    static let gap = 8.0
    static let caption = 20.0
    static let screen = (few: 150.0, many: 72.0)
    /// Up to this number of moments, screens are drawn large.
    static let few = 5
  }

  /// Red or green alone marks nothing: blank cells have a line across, failed ones two.
  private static let style = """
    .stills .screen{fill:#f1f3f5}.stills .none{fill:none;stroke:#8d99a6}.stills .bad{fill:none;stroke:#b3261e}\
    .stills .veil{fill:url(#stripes)}.stills .frame{fill:none;stroke:#c8ced6}\
    .stills .changed{fill:none;stroke:#d07c00;stroke-width:2}\
    @media (prefers-color-scheme:dark){.stills .screen{fill:#1d2228}.stills .frame{stroke:#3b434c}}
    """

  private let stills: Stills
  private let photos: PhotoSheet?
  /// The width of screens, and the height of the highest one.
  private let screen: (width: Double, height: Double)

  /// - Parameter photos: the photos of ``Stills/items``; without a photo, a cell has the photo's mean colour, or none.
  package init(_ stills: Stills, photos: PhotoSheet?) {
    self.stills = stills
    self.photos = photos
    let width = stills.frames.count <= Size.few ? Size.screen.few : Size.screen.many
    screen = (width, stills.grids.map { Self.height(of: $0, width: width) }.max() ?? 0)
  }

  private static func height(of grid: ScreenGrid, width: Double) -> Double {
    (grid.layout.viewport.height * (width / grid.layout.viewport.width)).rounded()
  }

  /// The chart as a file of its own.
  package func document() -> String {
    let columns = Double(stills.frames.count)
    let rowHeight = screen.height + Size.caption
    let heads = stills.frames.enumerated().map { place, frame in
      SVG.text(
        "name", x: x(place) + screen.width / 2, y: 14, anchor: "middle",
        "\(Figure.fixed(Double(frame) / Double(stills.refreshRate), 2)) s")
    }
    let rows = stills.rows.enumerated().map { place, row in
      draw(row, top: Size.top + Double(place) * rowHeight)
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + SVG.chart(
        id: "stills", style: "chart stills", width: Size.left + columns * (screen.width + Size.gap),
        height: Size.top + Double(stills.rows.count) * rowHeight,
        styleSheet: "<style>\(LineChart.style)\n\(Self.style)</style>", title: stills.title,
        description: description, parts: [definitions] + heads + rows) + "\n"
  }

  private var description: String {
    stills.rows.map { row in
      "\(row.name): " + row.screens.map { "\(Self.share(of: $0)) final" }.joined(separator: ", ") + "."
    }.joined(separator: " ")
  }

  private var definitions: String {
    let sheet = photos.map { photos in
      let rows = (photos.squares.values.max() ?? 0) / photos.columns + 1
      return
        "<image id=\"photos\" width=\"\(photos.columns * photos.side)\" height=\"\(rows * photos.side)\" "
        + "href=\"data:image/jpeg;base64,\(Data(photos.jpeg).base64EncodedString())\"/>"
    }
    return """
      <defs><pattern id="stripes" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">\
      <path d="M0 3H6" stroke="#fff" stroke-opacity=".65" stroke-width="2"/></pattern>\(sheet ?? "")</defs>
      """
  }

  private func x(_ column: Int) -> Double { Size.left + Double(column) * (screen.width + Size.gap) }

  private static func share(of cells: [Stills.Cell]) -> String {
    guard !cells.isEmpty else { return "nothing" }
    let share = 100 * Double(cells.count { $0.state == .final }) / Double(cells.count)
    return "\(Figure.fixed(share, 0)) %"
  }

  private func draw(_ row: Stills.Row, top: Double) -> String {
    var parts = row.name.split(separator: "/").enumerated().map { line, word in
      SVG.text(line == 0 ? "name" : "tick", x: 0, y: top + 14 + 16 * Double(line), String(word))
    }
    var before: String?
    for (column, (cells, grid)) in zip(row.screens, stills.grids).enumerated() {
      let share = Self.share(of: cells)
      let isChanged = before != nil && share != before
      before = share
      let height = Self.height(of: grid, width: screen.width)
      let area = "width=\"\(screen.width.svg)\" height=\"\(height.svg)\""
      parts.append(
        "<svg x=\"\(x(column).svg)\" y=\"\(top.svg)\" \(area)><rect class=\"screen\" \(area)/>"
          + cells.map { draw($0, row.colours, scale: screen.width / grid.layout.viewport.width) }.joined()
          + "</svg>")
      parts.append(
        "<rect class=\"\(isChanged ? "changed" : "frame")\" x=\"\(x(column).svg)\" y=\"\(top.svg)\" \(area)/>"
      )
      parts.append(
        SVG.text(
          "tick", x: x(column) + screen.width / 2, y: top + height + 14, anchor: "middle", share))
    }
    return parts.joined(separator: "\n")
  }

  private func draw(_ cell: Stills.Cell, _ colours: [Int: CellColour], scale: Double) -> String {
    let (x, y) = (cell.place.x * scale, cell.place.y * scale)
    let (width, height) = (cell.place.width * scale, cell.place.height * scale)
    let (left, top, right, bottom) = (x.svg, y.svg, (x + width).svg, (y + height).svg)
    let box = "x=\"\(left)\" y=\"\(top)\" width=\"\(width.svg)\" height=\"\(height.svg)\""
    switch cell.state {
    case .blank: return SVG.path("none", "M\(left) \(bottom)L\(right) \(top)")
    case .failed:
      return SVG.path("bad", "M\(left) \(bottom)L\(right) \(top)M\(left) \(top)L\(right) \(bottom)")
    case .final: return picture(of: cell, box, colours)
    case .degraded: return picture(of: cell, box, colours) + "<rect class=\"veil\" \(box)/>"
    }
  }

  private func picture(of cell: Stills.Cell, _ box: String, _ colours: [Int: CellColour]) -> String {
    if let photos, let square = photos.squares[cell.item] {
      // In a cell of another shape, the excess of the square is cut off.
      let cut = cell.place.width == cell.place.height ? "" : " preserveAspectRatio=\"xMidYMid slice\""
      let (x, y) = (square % photos.columns * photos.side, square / photos.columns * photos.side)
      return
        "<svg \(box) viewBox=\"\(x) \(y) \(photos.side) \(photos.side)\"\(cut)><use href=\"#photos\"/></svg>"
    }
    let colour = colours[cell.item].map { "rgb(\($0.red) \($0.green) \($0.blue))" } ?? "#8d99a6"
    return "<rect \(box) fill=\"\(colour)\"/>"
  }
}
