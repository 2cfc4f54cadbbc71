internal import ScrollSim

extension LineChart {
  /// Names the lines of all panels in columns below the chart; a line looks the same wherever its name occurs.
  struct Legend {
    private let names: [String]
    /// The lines in colour: all, or those in front.
    private let front: [String]
    private let room: Double
    private let columns: Int

    private static let mostColumns = 3
    private static let row = 20.0
    private static let colours = 7
    private static let characterWidth = 6.5
    private static let mark = 44.0

    init(_ panels: [Panel], front: [String], width: Double) {
      names = panels.flatMap(\.lines).compactMap(\.name).uniqued
      self.front = front.isEmpty ? names : front.filter(names.contains)
      room = width
      // A player puts any other in front.
      let longest = Double(names.map(\.count).max() ?? 0) * Self.characterWidth + Self.mark
      columns = min(max(Int((width - 16) / longest), 1), Self.mostColumns)
    }

    var height: Double {
      let count = front.count + (hasOthers ? 1 : 0)
      return count == 0 ? 0 : Double((count + columns - 1) / columns) * Self.row + 6
    }

    private var hasOthers: Bool { front.count < names.count }

    /// Lines in drawing order: those in front come last.
    func inOrder(_ lines: [Line]) -> [Line] {
      func isInFront(_ line: Line) -> Bool { line.name.map { front.contains($0) } ?? false }
      return lines.filter { !isInFront($0) } + lines.filter(isInFront)
    }

    /// What a line's element needs for its look, and for scripts that pick it out.
    func attributes(of name: String) -> String {
      "class=\"line \(style(of: name))\"\(mark(of: name)) data-name=\"\(name.escaped)\" \(width(of: name))"
    }

    /// The colour, with dashes once colours run out.
    private func style(of name: String) -> String {
      guard let index = front.firstIndex(of: name) else { return "others" }
      // Beside pale lines, the first colour is skipped: it is nearly as grey as they are.
      let place = index + (hasOthers ? 1 : 0)
      let dashes = ["", " dashed", " dotted"][min(place / Self.colours, 2)]
      return "series-\(place % Self.colours)\(dashes)"
    }

    private func mark(of name: String) -> String { " data-line=\"\(names.firstIndex(of: name) ?? 0)\"" }

    /// Each line is a little thinner than those below it, so that overlapping lines all show.
    private func width(of name: String) -> String {
      let place = front.firstIndex(of: name)
      let width = place.map { 1.5 + 2 * Double(front.count - $0) / Double(front.count) } ?? 1
      return "style=\"stroke-width:\(width.svg)\""
    }

    func entries(at top: Double) -> [String] {
      let others = hasOthers ? ["\(names.count - front.count) others"] : []
      return (front + others).enumerated().map { place, name in
        let x = 16 + Double(place % columns) * (room - 16) / Double(columns)
        let y = top + Double(place / columns) * Self.row + 12
        let mark = place < front.count ? mark(of: name) : ""
        return
          "<g class=\"key\"\(mark)><path class=\"line \(style(of: name))\" \(width(of: name)) d=\"M\(x.svg) \((y - 4).svg)h22\"/>"
          + "<text x=\"\((x + 28).svg)\" y=\"\(y.svg)\">\(name.escaped)</text></g>"
      }
    }
  }

  /// Colours that also differ in lightness, after Okabe and Ito ("Color Universal Design", 2008).
  static let legendStyle = """
    .chart .series-0{stroke:#3d444d}.chart .series-1{stroke:#b35900}.chart .series-2{stroke:#0067b1}
    .chart .series-3{stroke:#007a5a}.chart .series-4{stroke:#b3468c}.chart .series-5{stroke:#7a6a00}
    .chart .series-6{stroke:#3b9ad1}
    .chart .dashed{stroke-dasharray:6 3}.chart .dotted{stroke-dasharray:2 2}
    @media (prefers-color-scheme:dark){.chart .series-0{stroke:#c3c9d1}.chart .series-1{stroke:#ffa04d}\
    .chart .series-2{stroke:#5fb4ff}.chart .series-3{stroke:#3fd1a5}.chart .series-4{stroke:#ee8fc8}\
    .chart .series-5{stroke:#e6d84a}.chart .series-6{stroke:#a3d8f7}}

    """
}
