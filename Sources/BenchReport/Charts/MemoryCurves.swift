internal import ScrollSim

extension LineChart {
  /// Draws the gain from memory in a search, a line for each strategy; `nil` if there is nothing to draw.
  ///
  /// - Parameter budget: the budget in words.
  init?(memoryIn file: TuneFile, budget: String) {
    let curves = file.outcome?.curves.filter { !$0.points.isEmpty } ?? []
    guard !curves.isEmpty else { return nil }
    let most = curves.flatMap(\.points).map(\.memoryBytes).max() ?? 0
    let end = max(most, Double(file.options.memoryBudgetBytes))
    let scale = ByteScale(fitting: end)
    func lines(_ value: (TuneOutcome.Point) -> Double?) -> [LineChart.Line] {
      curves.map { curve in
        LineChart.Line(
          name: curve.strategy,
          points: Self.steps(
            curve.points.compactMap { point in
              value(point).map { LineChart.Point(x: point.memoryBytes / scale.size, y: $0 * 100) }
            }, to: end / scale.size))
      }
    }
    self.init(
      title: "What memory buys with each strategy", axis: "peak image memory (\(scale.name))",
      panels: [
        .init(name: "blank area", unit: "% of the screen, the least", lines: lines(\.blankAreaRatio)),
        .init(name: "hit rate", unit: "% of appearances, the most", lines: lines(\.cacheHitRate)),
      ])
    mark = .init(
      name: "budget \(budget)", y: Double(file.options.memoryBudgetBytes) / scale.size)
    plotHeight = 130
  }

  /// Holds each level until the next point: more memory reaches at least as much.
  private static func steps(_ points: [LineChart.Point], to end: Double) -> [LineChart.Point] {
    var steps: [LineChart.Point] = []
    for point in points {
      if let last = steps.last { steps.append(LineChart.Point(x: point.x, y: last.y)) }
      steps.append(point)
    }
    if let last = steps.last, last.x < end { steps.append(LineChart.Point(x: end, y: last.y)) }
    return steps
  }
}
