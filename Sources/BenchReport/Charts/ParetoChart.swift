internal import ScrollSim

/// Strategies as points: peak image memory across, loss while scrolling up, and a line through the best in both.
///
/// A bound that needs far more memory is at the edge, with its figure, and so is a mark that misses far more
/// than all others.
struct ParetoChart {
  struct Mark {
    let name: String
    let x: Double
    let y: Double
    let isReference: Bool

    func words(in scale: ByteScale) -> String {
      "\(name): \(Figure.text(x * scale.size, unit: "bytes")), \(Figure.fixed(y, 1)) % missed"
    }
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
  init?(_ pools: [(combination: Combination, figures: DecidingFigures?)], names: RowNames, budget: Int) {
    let found = pools.compactMap { combination, figures in
      figures.map { (combination: combination, x: $0.peakImageBytes, y: $0.loss) }
    }.filter { $0.x.isFinite && $0.y.isFinite }
    guard !found.isEmpty else { return nil }
    let rivals = found.filter { !$0.combination.isReference }
    // A file may hold figures below zero, which are invalid.
    let most = max((rivals.isEmpty ? found : rivals).map(\.x).max() ?? 0, Double(budget), 0)
    let scale = ByteScale(fitting: most)
    self.scale = scale
    self.budget = Double(budget) / scale.size
    across = AxisScale(spanning: 0...(most / scale.size), steps: 5, widens: true)
    let reach = max(AxisScale.reach(of: found.map(\.y)), 0)
    up = AxisScale(spanning: 0...(reach * 100), steps: 4, widens: true)
    marks = found.map { entry in
      Mark(
        name: names.line(for: entry.combination), x: entry.x / scale.size, y: entry.y * 100,
        isReference: entry.combination.isReference)
    }
  }

  /// The strategies, except bounds, that no other beats in both, by rising memory.
  var front: [Mark] {
    let rivals = marks.filter { !$0.isReference }
    return ParetoFront.places(in: rivals.map { [$0.x, $0.y] }).map { rivals[$0] }
  }

  func svg(id: String) -> String {
    let words = marks.map { $0.words(in: scale) }.joined(separator: "; ")
    let points = front.map { "\(x($0.x).svg),\(y($0.y).svg)" }.joined(separator: " ")
    let line = front.count > 1 ? "<polyline class=\"front\" points=\"\(points)\"/>" : ""
    return SVG.chart(
      id: id, style: "chart pareto", width: Size.width, height: Size.height,
      title: "Memory against missed area", description: "\(words).", parts: axes + [guide, line] + drawnMarks)
  }

  private func x(_ value: Double) -> Double { Size.left + Size.plotWidth * min(across.share(of: value), 1) }
  private func y(_ value: Double) -> Double { Size.top + Size.plotHeight * (1 - min(up.share(of: value), 1)) }

  private var axes: [String] {
    let bottom = Size.top + Size.plotHeight
    let right = Size.left + Size.plotWidth
    let levels = SVG.levels(of: up, from: Size.left, to: right, gap: 8, y: y)
    let ticks = across.ticks.map {
      SVG.text("tick", x: x($0), y: bottom + 18, anchor: "middle", Figure.fixed($0, across.decimals))
    }
    return levels + ticks + [
      SVG.text("name", x: 0, y: 13, "missed while scrolling", unit: "% of the screen"),
      SVG.text("name", x: right, y: bottom + 38, anchor: "end", "peak image memory", unit: scale.name),
    ]
  }

  private var guide: String {
    let place = x(budget)
    return SVG.path("guide", "M\(place.svg) \(Size.top.svg)V\((Size.top + Size.plotHeight).svg)")
      + SVG.text("guide-name", x: place - 5, y: Size.top + 11, anchor: "end", budgetName)
  }

  private var budgetName: String { "budget \(Figure.text(budget * scale.size, unit: "bytes"))" }

  private var drawnMarks: [String] {
    var labels = LabelPlacer(right: Size.left + Size.plotWidth, bottom: Size.top + Size.plotHeight + 7)
    for mark in marks { labels.avoid(x: x(mark.x), y: y(mark.y)) }
    labels.avoid("missed while scrolling, % of the screen", endingAt: 260, y: 13)
    for tick in up.ticks {
      labels.avoid(Figure.fixed(tick, up.decimals), endingAt: Size.left - 8, y: y(tick) + 4)
    }
    labels.avoid(budgetName, endingAt: x(budget) - 5, y: Size.top + 11)
    let front = front
    func isInFront(_ mark: Mark) -> Bool {
      !mark.isReference && front.contains { $0.x == mark.x && $0.y == mark.y }
    }
    // The most important marks choose their places first; overlapping marks share a label.
    func rank(_ mark: Mark) -> (Int, Double) { (mark.isReference ? 2 : isInFront(mark) ? 0 : 1, mark.y) }
    let order = marks.sorted { rank($0) < rank($1) }
    var named: [(x: Double, y: Double)] = []
    return order.map { mark in
      let place = (x: x(mark.x), y: y(mark.y))
      let style = mark.isReference ? "mark bound" : isInFront(mark) ? "mark best" : "mark"
      let shape =
        mark.isReference
        ? SVG.path(style, "M\(place.x.svg) \((place.y - 6).svg)l6 6l-6 6l-6 -6z")
        : "<circle class=\"\(style)\" cx=\"\(place.x.svg)\" cy=\"\(place.y.svg)\" r=\"5\"/>"
      let marked = "<g data-values=\"\(mark.words(in: scale).escaped)\">\(shape)</g>"
      func isHere(_ point: (x: Double, y: Double)) -> Bool {
        abs(point.x - place.x) < 3 && abs(point.y - place.y) < 3
      }
      guard !named.contains(where: isHere) else { return marked }
      let others = marks.count { isHere((x($0.x), y($0.y))) } - 1
      let isBeyond = across.share(of: mark.x) > 1
      let text =
        mark.name + (up.share(of: mark.y) > 1 ? " \(Figure.fixed(mark.y, 0)) % ↑" : "")
        + (isBeyond ? " \(Figure.text(mark.x * scale.size, unit: "bytes")) →" : "")
        + (others > 0 ? " and \(others) more" : "")
      guard let label = labels.place(text, besideX: place.x, y: place.y) else { return marked }
      named.append(place)
      return marked + SVG.text("label", x: label.x, y: label.y, anchor: label.anchor, text)
    }
  }
}
