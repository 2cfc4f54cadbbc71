extension LineChart {
  /// The chart as an `svg` element to stand in a page that has ``style``.
  ///
  /// - Parameter id: names the element; unlike any other in the page.
  public func svg(id: String = "chart") -> String { element(id: id, inner: "") }

  /// The chart as a file of its own.
  public func document() -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(element(id: "chart", inner: "<style>\(Self.style)</style>"))\n"
  }

  /// What charts look like, as a style sheet; once for all charts of a page.
  public static let style = """
    .chart{color-scheme:light dark;color:#1d2329;--line:#1f6feb;--guide:#b3261e;\
    font:11px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums}
    .chart text{fill:currentColor}
    .chart .name{font-weight:600}
    .chart .unit,.chart .tick{opacity:.7}
    .chart .grid{stroke:currentColor;opacity:.14;shape-rendering:crispEdges}
    .chart .line{fill:none;stroke:var(--line);stroke-width:1.25;stroke-linejoin:round}
    .chart .guide{stroke:var(--guide);stroke-dasharray:4 3}
    .chart .guide-name{fill:var(--guide)}
    @media (max-width:40rem){.chart{font-size:14px}}
    @media (prefers-color-scheme:dark){.chart{color:#e4e7eb;--line:#6ea8ff;--guide:#ff8a80}}
    @media print{.chart{color:#000;--line:#0b3d91;--guide:#8c1d18}}
    \(legendStyle)
    """

  /// Lengths of the drawing in its own units, which are pixels at its natural size.
  private enum Size {
    static let left = 64.0
    static let right = 10.0
    static let heading = 20.0
    static let gap = 10.0
    static let axis = 34.0
  }

  private var plotWidth: Double { width - Size.left - Size.right }

  private var panelHeight: Double { Size.heading + plotHeight + Size.gap }

  private func element(id: String, inner: String) -> String {
    let legend = Legend(panels, width: width)
    let height = Double(panels.count) * panelHeight + Size.axis
    let xs = panels.flatMap(\.allPoints).map(\.x) + [mark?.y].compactMap(\.self)
    let axis = AxisScale(spanning: (xs.min() ?? 0)...(xs.max() ?? 1), steps: 6, widens: false)
    let drawn = panels.enumerated().map { draw($1, at: Double($0) * panelHeight, axis: axis, legend: legend) }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" viewBox="0 0 \(width.svg) \((height + legend.height).svg)" \
      data-plot="\(plot(axis, height: height))" aria-labelledby="\(id.escaped)-title \(id.escaped)-desc">\(inner)<title id="\(id.escaped)-title">\
      \(title.escaped)</title><desc id="\(id.escaped)-desc">\(description.escaped)</desc>
      \(drawn.joined(separator: "\n"))
      \(([drawAxis(axis, height: height)] + legend.entries(at: height)).joined(separator: "\n"))
      </svg>
      """
  }

  /// Where the common axis lies, for whoever draws on the chart: left, width, top, bottom, and the values at both ends.
  private func plot(_ axis: AxisScale, height: Double) -> String {
    [Size.left, plotWidth, Size.heading, height - Size.axis - Size.gap].map(\.svg).joined(separator: " ")
      + " \(Figure.plain(axis.lower)) \(Figure.plain(axis.upper))"
  }

  private func draw(_ panel: Panel, at top: Double, axis: AxisScale, legend: Legend) -> String {
    let ys = panel.allPoints.map(\.y) + [0, panel.guide?.y].compactMap(\.self)
    let scale = AxisScale(
      spanning: panel.range ?? (ys.min() ?? 0)...(ys.max() ?? 0), steps: 3, widens: true)
    let upper = top + Size.heading
    func height(_ y: Double) -> Double { upper + plotHeight * (1 - min(max(scale.share(of: y), 0), 1)) }
    func across(_ y: Double, _ style: String) -> String {
      let level = height(y).svg
      return "<path class=\"\(style)\" d=\"M\(Size.left.svg) \(level)H\((width - Size.right).svg)\"/>"
    }
    let greatest = ys.max() ?? 0
    let excess =
      greatest > scale.upper ? ", cut off; goes up to \(Figure.fixed(greatest, scale.decimals))" : ""
    var parts = [
      "<text class=\"name\" x=\"\(Size.left.svg)\" y=\"\((top + 13).svg)\">\(panel.name.escaped) "
        + "<tspan class=\"unit\" font-weight=\"400\">\((panel.unit + excess).escaped)</tspan></text>"
    ]
    for tick in scale.ticks {
      let label = Figure.fixed(tick, scale.decimals)
      parts.append(
        across(tick, "grid")
          + "<text class=\"tick\" text-anchor=\"end\" x=\"\((Size.left - 6).svg)\" y=\"\((height(tick) + 4).svg)\">"
          + "\(label)</text>")
    }
    if let guide = panel.guide {
      parts.append(
        across(guide.y, "guide")
          + "<text class=\"guide-name\" text-anchor=\"end\" x=\"\((width - Size.right).svg)\" "
          + "y=\"\((top + 13).svg)\">– – \(guide.name.escaped)</text>")
    }
    func line(_ points: [Point], _ style: String, mark: String = "", width: String? = nil) -> String {
      let places = points.thinned(to: Int(plotWidth), over: axis).map { point in
        "\((Size.left + plotWidth * axis.share(of: point.x)).svg),\(height(point.y).svg)"
      }
      let width = width.map { " style=\"stroke-width:\($0)\"" } ?? ""
      return "<polyline class=\"\(style)\"\(mark)\(width) points=\"\(places.joined(separator: " "))\"/>"
    }
    if panel.lines.isEmpty || !panel.points.isEmpty { parts.append(line(panel.points, "line")) }
    parts += panel.lines.map { entry in
      line(
        entry.points, "line \(legend.style(of: entry.name))", mark: legend.mark(of: entry.name),
        width: legend.width(of: entry.name))
    }
    return parts.joined(separator: "\n")
  }

  private func drawAxis(_ axis: AxisScale, height: Double) -> String {
    let bottom = height - Size.axis - Size.gap
    let ticks = axis.ticks.map { tick in
      let x = (Size.left + plotWidth * axis.share(of: tick)).svg
      return "<path class=\"grid\" d=\"M\(x) \(Size.heading.svg)V\(bottom.svg)\"/>"
        + "<text class=\"tick\" text-anchor=\"middle\" x=\"\(x)\" y=\"\((bottom + 15).svg)\">"
        + "\(Figure.fixed(tick, axis.decimals))</text>"
    }
    let middle = (Size.left + plotWidth / 2).svg
    let name =
      "<text class=\"tick\" text-anchor=\"middle\" x=\"\(middle)\" y=\"\((bottom + 31).svg)\">\(self.axis.escaped)</text>"
    guard let mark else { return (ticks + [name]).joined(separator: "\n") }
    let x = Size.left + plotWidth * axis.share(of: mark.y)
    // Named on the side that has room.
    let isLate = axis.share(of: mark.y) > 0.5
    let guide =
      "<path class=\"guide\" d=\"M\(x.svg) \(Size.heading.svg)V\(bottom.svg)\"/>"
      + "<text class=\"guide-name\" text-anchor=\"\(isLate ? "end" : "start")\" "
      + "x=\"\((x + (isLate ? -4 : 4)).svg)\" y=\"\((Size.heading + 12).svg)\">\(mark.name.escaped)</text>"
    return (ticks + [name, guide]).joined(separator: "\n")
  }
}

extension Double {
  /// A coordinate with a tenth of a pixel, which no eye can tell from more.
  var svg: String { Figure.plain((self * 10).rounded() / 10) }
}
