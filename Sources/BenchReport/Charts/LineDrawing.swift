internal import ScrollSim

extension LineChart {
  /// An `svg` element for a page that has ``style``; its name is unique in the page.
  func svg(id: String = "chart") -> String { element(id: id, inner: "") }

  /// The chart as a separate file.
  package func document() -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\(element(id: "chart", inner: "<style>\(Self.style)</style>"))\n"
  }

  static let style = """
    .chart{color-scheme:light dark;color:#1d2329;--line:#1f6feb;--guide:#b3261e;\
    font:11px system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;font-variant-numeric:tabular-nums}
    .chart text{fill:currentColor}
    .chart .name{font-weight:600}
    .chart .unit,.chart .tick{opacity:.7}
    .chart .grid{stroke:currentColor;opacity:.14;shape-rendering:crispEdges}
    .chart .line{fill:none;stroke:var(--line);stroke-width:1.25;stroke-linejoin:round}
    .chart .others{stroke:currentColor;opacity:.14}
    .chart .guide{stroke:var(--guide);stroke-dasharray:4 3}
    .chart .guide-name{fill:var(--guide)}
    @media (max-width:40rem){.chart{font-size:14px}}
    @media (prefers-color-scheme:dark){.chart{color:#e4e7eb;--line:#6ea8ff;--guide:#ff8a80}}
    @media print{.chart{color:#000;--line:#0b3d91;--guide:#8c1d18}}
    \(legendStyle)
    """

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
    let legend = Legend(panels, front: front, width: width)
    let height = Double(panels.count) * panelHeight + Size.axis
    let xs = panels.flatMap(\.lines).flatMap(\.points).map(\.x) + [mark?.y].compactMap(\.self)
    let axis = AxisScale(spanning: (xs.min() ?? 0)...(xs.max() ?? 1), steps: 6, widens: false)
    let drawn = panels.enumerated().map { draw($1, at: Double($0) * panelHeight, axis: axis, legend: legend) }
    // For scripts that draw on the chart: left, width, top, bottom, and the axis values at both ends.
    let place =
      [Size.left, plotWidth, Size.heading, height - Size.axis - Size.gap].map(\.svg)
      + [axis.lower, axis.upper].map(Figure.plain)
    return SVG.chart(
      id: id, width: width, height: height + legend.height, plot: (place.joined(separator: " "), self.axis),
      styleSheet: inner, title: title, description: description,
      parts: drawn + [drawAxis(axis, height: height)] + legend.entries(at: height))
  }

  private func draw(_ panel: Panel, at top: Double, axis: AxisScale, legend: Legend) -> String {
    let ys = panel.lines.flatMap(\.points).map(\.y) + [0, panel.guide?.y].compactMap(\.self)
    let reach = AxisScale.reach(of: panel.lines.compactMap { $0.points.map(\.y).max() })
    let least = ys.min() ?? 0
    let most = max(least, reach, panel.guide?.y ?? 0)
    let scale = AxisScale(spanning: panel.range ?? least...most, steps: 3, widens: true)
    let upper = top + Size.heading
    func height(_ y: Double) -> Double { upper + plotHeight * (1 - min(max(scale.share(of: y), 0), 1)) }
    let right = width - Size.right
    let greatest = ys.max() ?? 0
    let excess =
      greatest > scale.upper ? ", cut off; goes up to \(Figure.fixed(greatest, scale.decimals))" : ""
    let span =
      [upper, upper + plotHeight].map(\.svg)
      + [scale.lower, scale.upper, excess.isEmpty ? 0 : 1].map(Figure.plain)
    var parts = [SVG.text("name", x: Size.left, y: top + 13, panel.name, unit: panel.unit + excess)]
    parts += SVG.levels(of: scale, from: Size.left, to: right, gap: 6, y: height)
    if let guide = panel.guide {
      parts.append(
        SVG.path("guide", "M\(Size.left.svg) \(height(guide.y).svg)H\(right.svg)")
          + SVG.text("guide-name", x: right, y: top + 13, anchor: "end", "– – \(guide.name)"))
    }
    parts += legend.inOrder(panel.lines).map { line in
      let places = line.points.thinned(to: Int(plotWidth), over: axis).map { point in
        "\((Size.left + plotWidth * axis.share(of: point.x)).svg),\(height(point.y).svg)"
      }
      let look = line.name.map(legend.attributes) ?? "class=\"line\""
      return "<polyline \(look) points=\"\(places.joined(separator: " "))\"/>"
    }
    // Facts that a script needs to read values off the lines.
    let facts = "data-panel=\"\(panel.name.escaped)\" data-unit=\"\(panel.unit.escaped)\""
    return "<g \(facts) data-span=\"\(span.joined(separator: " "))\">\n\(parts.joined(separator: "\n"))\n</g>"
  }

  private func drawAxis(_ axis: AxisScale, height: Double) -> String {
    let bottom = height - Size.axis - Size.gap
    func x(_ value: Double) -> Double { Size.left + plotWidth * axis.share(of: value) }
    let ticks = SVG.uprights(of: axis, from: Size.heading, to: bottom, gap: 15, x: x)
    let name = SVG.text("tick", x: Size.left + plotWidth / 2, y: bottom + 31, anchor: "middle", self.axis)
    guard let mark else { return (ticks + [name]).joined(separator: "\n") }
    // The name is on the side that has room.
    let isLate = axis.share(of: mark.y) > 0.5
    let guide =
      SVG.path("guide", "M\(x(mark.y).svg) \(Size.heading.svg)V\(bottom.svg)")
      + SVG.text(
        "guide-name", x: x(mark.y) + (isLate ? -4 : 4), y: Size.heading + 12,
        anchor: isLate ? "end" : "start", mark.name)
    return (ticks + [name, guide]).joined(separator: "\n")
  }
}

extension [LineChart.Point] {
  /// At most two points for each of `columns` equal parts of the axis, the least and the greatest, in their order.
  ///
  /// - Complexity: O(*n*).
  func thinned(to columns: Int, over axis: AxisScale) -> [LineChart.Point] {
    guard count > 2 * columns else { return self }
    func column(_ point: LineChart.Point) -> Double {
      (axis.share(of: point.x) * Double(columns)).rounded(.down)
    }
    var kept: [LineChart.Point] = []
    var rest = self[...]
    while let first = rest.first.map(column) {
      let part = rest.prefix { column($0) == first }
      let least = part.indices.min { self[$0].y < self[$1].y }
      let greatest = part.indices.max { self[$0].y < self[$1].y }
      kept += [least, greatest].compactMap(\.self).sorted().uniqued.map { self[$0] }
      rest = rest[part.endIndex...]
    }
    return kept
  }
}
