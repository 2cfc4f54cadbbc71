/// Strategies as points: peak image memory across, blank area up, the best in both joined by a line.
///
/// A bound that needs far more memory stands at the edge, with its figure.
struct ParetoChart {
  struct Mark {
    let name: String
    let x: Double
    let y: Double
    let isReference: Bool
  }

  private enum Size {
    static let width = 520.0
    static let height = 330.0
    static let left = 52.0
    static let right = 16.0
    static let top = 26.0
    static let bottom = 44.0
    static let plotWidth = width - left - right
    static let plotHeight = height - top - bottom
  }

  private let marks: [Mark]
  private let budget: Double
  private let scale: ByteScale
  private let across: AxisScale
  private let up: AxisScale

  /// `nil` if nothing was measured to the end.
  init?(_ pools: [PooledRuns], names: RowNames, budget: Int) {
    let found = pools.compactMap { pool in
      pool.merit.map { (pool: pool, x: $0.imageBytes, y: $0.blankArea) }
    }.filter { $0.x.isFinite && $0.y.isFinite }
    guard !found.isEmpty else { return nil }
    let rivals = found.filter { !$0.pool.combination.isReference }
    let most = max((rivals.isEmpty ? found : rivals).map(\.x).max() ?? 0, Double(budget))
    let scale = ByteScale(fitting: most)
    self.scale = scale
    self.budget = Double(budget) / scale.size
    across = AxisScale(spanning: 0...(most / scale.size), steps: 5, widens: true)
    up = AxisScale(spanning: 0...((found.map(\.y).max() ?? 0) * 100), steps: 4, widens: true)
    marks = found.map { entry in
      Mark(
        name: names.line(for: entry.pool.combination), x: entry.x / scale.size, y: entry.y * 100,
        isReference: entry.pool.combination.isReference)
    }
  }

  /// The strategies, bounds apart, that no other beats in both memory and blank area, by rising memory.
  var front: [Mark] {
    let rivals = marks.filter { !$0.isReference }
    return ParetoFront.places(in: rivals.map { [$0.x, $0.y] }).map { rivals[$0] }
  }

  /// The chart as an `svg` element to stand in a page that has the style of ``LineChart``.
  func svg(id: String) -> String {
    let words = marks.map {
      "\($0.name): \(Figure.fixed($0.x, 0)) \(scale.name), \(Figure.fixed($0.y, 1)) % blank"
    }.joined(separator: "; ")
    return """
      <svg xmlns="http://www.w3.org/2000/svg" class="chart pareto" role="img" viewBox="0 0 \(Size.width.svg) \
      \(Size.height.svg)" aria-labelledby="\(id.escaped)-title \(id.escaped)-desc"><title id="\(id.escaped)-title">\
      Memory against blank area</title><desc id="\(id.escaped)-desc">\(words.escaped).</desc>
      \((axes + [guide, frontLine] + drawnMarks).joined(separator: "\n"))
      </svg>
      """
  }

  private func x(_ value: Double) -> Double { Size.left + Size.plotWidth * min(across.share(of: value), 1) }
  private func y(_ value: Double) -> Double { Size.top + Size.plotHeight * (1 - up.share(of: value)) }

  private var axes: [String] {
    let bottom = Size.top + Size.plotHeight
    let right = Size.left + Size.plotWidth
    return up.ticks.map { tick in
      "<path class=\"grid\" d=\"M\(Size.left.svg) \(y(tick).svg)H\(right.svg)\"/><text class=\"tick\" "
        + "text-anchor=\"end\" x=\"\((Size.left - 8).svg)\" y=\"\((y(tick) + 4).svg)\">"
        + "\(Figure.fixed(tick, up.decimals))</text>"
    }
      + across.ticks.map { tick in
        "<text class=\"tick\" text-anchor=\"middle\" x=\"\(x(tick).svg)\" y=\"\((bottom + 18).svg)\">"
          + "\(Figure.fixed(tick, across.decimals))</text>"
      } + [
        "<text class=\"name\" x=\"0\" y=\"13\">blank area <tspan class=\"unit\" font-weight=\"400\">"
          + "% of the screen</tspan></text>",
        "<text class=\"name\" text-anchor=\"end\" x=\"\(right.svg)\" y=\"\((bottom + 38).svg)\">"
          + "peak image memory <tspan class=\"unit\" font-weight=\"400\">\(scale.name)</tspan></text>",
      ]
  }

  private var guide: String {
    let place = x(budget)
    return "<path class=\"guide\" d=\"M\(place.svg) \(Size.top.svg)V\((Size.top + Size.plotHeight).svg)\"/>"
      + "<text class=\"guide-name\" text-anchor=\"end\" x=\"\((place - 5).svg)\" y=\"\((Size.top + 11).svg)\">"
      + "budget \(Figure.text(budget * scale.size, unit: "bytes"))</text>"
  }

  private var frontLine: String {
    guard front.count > 1 else { return "" }
    let points = front.map { "\(x($0.x).svg),\(y($0.y).svg)" }.joined(separator: " ")
    return "<polyline class=\"front\" points=\"\(points)\"/>"
  }

  private var drawnMarks: [String] {
    var labels = LabelPlacer(right: Size.left + Size.plotWidth)
    for mark in marks { labels.avoid(x: x(mark.x), y: y(mark.y)) }
    let front = front
    // Those that matter most choose their places first.
    return marks.sorted { ($0.isReference ? 1 : 0, $0.y) < ($1.isReference ? 1 : 0, $1.y) }.map { mark in
      let isBeyond = across.share(of: mark.x) > 1
      let place = (x: x(mark.x), y: y(mark.y))
      let text = isBeyond ? "\(mark.name) \(Figure.text(mark.x * scale.size, unit: "bytes")) →" : mark.name
      let label = labels.place(text, besideX: place.x, y: place.y)
      let style =
        mark.isReference
        ? "mark bound" : front.contains { $0.x == mark.x && $0.y == mark.y } ? "mark best" : "mark"
      let shape =
        mark.isReference
        ? "<path class=\"\(style)\" d=\"M\(place.x.svg) \((place.y - 6).svg)l6 6l-6 6l-6 -6z\"/>"
        : "<circle class=\"\(style)\" cx=\"\(place.x.svg)\" cy=\"\(place.y.svg)\" r=\"5\"/>"
      return shape
        + "<text class=\"label\" text-anchor=\"\(label.anchor)\" x=\"\(label.x.svg)\" "
        + "y=\"\(label.y.svg)\">\(text.escaped)</text>"
    }
  }
}
