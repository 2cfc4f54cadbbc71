extension LineChart {
  /// Names the lines of all panels, in columns below the chart; a line looks the same wherever its name occurs.
  struct Legend {
    private let names: [String]
    private let room: Double
    private let columns: Int

    private static let mostColumns = 3
    private static let row = 20.0
    private static let colours = 7
    private static let characterWidth = 6.5
    private static let mark = 44.0

    init(_ panels: [Panel], width: Double) {
      var names: [String] = []
      for line in panels.flatMap(\.lines) where !names.contains(line.name) { names.append(line.name) }
      self.names = names
      room = width
      let longest = Double(names.map(\.count).max() ?? 0) * Self.characterWidth + Self.mark
      columns = min(max(Int((width - 16) / longest), 1), Self.mostColumns)
    }

    /// How much room the legend needs.
    var height: Double {
      names.isEmpty ? 0 : Double((names.count + columns - 1) / columns) * Self.row + 6
    }

    /// The style of a line: its colour, and dashes where colours have run out.
    func style(of name: String) -> String {
      let place = names.firstIndex(of: name) ?? 0
      let dashes = ["", " dashed", " dotted"][min(place / Self.colours, 2)]
      return "series-\(place % Self.colours)\(dashes)"
    }

    /// Which line it is, for scripts that pick lines out.
    func mark(of name: String) -> String { " data-line=\"\(names.firstIndex(of: name) ?? 0)\"" }

    /// How thick a line is: each a little thinner than those below it, so that lines on one another all show.
    func width(of name: String) -> String {
      let place = names.firstIndex(of: name) ?? 0
      return (1.5 + 2 * Double(names.count - place) / Double(max(names.count, 1))).svg
    }

    /// A piece of each line, with its name.
    func entries(at top: Double) -> [String] {
      names.enumerated().map { place, name in
        let x = 16 + Double(place % columns) * (room - 16) / Double(columns)
        let y = top + Double(place / columns) * Self.row + 12
        return
          "<g class=\"key\"\(mark(of: name))><path class=\"line \(style(of: name))\" style=\"stroke-width:\(width(of: name))\" d=\"M\(x.svg) \((y - 4).svg)h22\"/>"
          + "<text x=\"\((x + 28).svg)\" y=\"\(y.svg)\">\(name.escaped)</text></g>"
      }
    }
  }

  /// Colours that differ in lightness, too.
  ///
  /// After M. Okabe and K. Ito, "Color Universal Design", 2008.
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
