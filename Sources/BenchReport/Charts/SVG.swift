internal import ScrollSim

/// The common pieces of charts, in the classes of ``LineChart/style``; texts are escaped here.
enum SVG {
  /// - Parameter plot: the place and the name of the common axis, for scripts that draw on it and read it.
  static func chart(
    id: String, style: String = "chart", width: Double, height: Double,
    plot: (place: String, axis: String)? = nil,
    styleSheet: String = "", title: String, description: String, parts: [String]
  ) -> String {
    let id = id.escaped
    let plot = plot.map { " data-plot=\"\($0.place)\" data-axis=\"\($0.axis.escaped)\"" } ?? ""
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="\(style)" role="img" viewBox="0 0 \(width.svg) \(height.svg)"\
      \(plot) aria-labelledby="\(id)-title \(id)-desc">\(styleSheet)<title id="\(id)-title">\
      \(title.escaped)</title><desc id="\(id)-desc">\(description.escaped)</desc>
      \(parts.joined(separator: "\n"))
      </svg>
      """
  }

  static func path(_ style: String, _ commands: String) -> String {
    "<path class=\"\(style)\" d=\"\(commands)\"/>"
  }

  static func text(
    _ style: String, x: Double, y: Double, anchor: String? = nil, _ text: String, unit: String? = nil
  ) -> String {
    let anchor = anchor.map { " text-anchor=\"\($0)\"" } ?? ""
    let unit = unit.map { " <tspan class=\"unit\" font-weight=\"400\">\($0.escaped)</tspan>" } ?? ""
    return "<text class=\"\(style)\"\(anchor) x=\"\(x.svg)\" y=\"\(y.svg)\">\(text.escaped)\(unit)</text>"
  }

  /// A line across the chart at each tick of the vertical axis, with its figure.
  static func levels(
    of axis: AxisScale, from left: Double, to right: Double, gap: Double, y: (Double) -> Double
  ) -> [String] {
    axis.ticks.map { tick in
      path("grid", "M\(left.svg) \(y(tick).svg)H\(right.svg)")
        + text("tick", x: left - gap, y: y(tick) + 4, anchor: "end", Figure.fixed(tick, axis.decimals))
    }
  }

  /// A line up the chart at each tick of the horizontal axis, with its figure below.
  static func uprights(
    of axis: AxisScale, from top: Double, to bottom: Double, gap: Double, x: (Double) -> Double
  ) -> [String] {
    axis.ticks.map { tick in
      path("grid", "M\(x(tick).svg) \(top.svg)V\(bottom.svg)")
        + text("tick", x: x(tick), y: bottom + gap, anchor: "middle", Figure.fixed(tick, axis.decimals))
    }
  }
}

extension Double {
  /// A coordinate to a tenth of a pixel, finer than the eye can tell.
  var svg: String { Figure.plain(rounded(toPlaces: 1)) }
}
