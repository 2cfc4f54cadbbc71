extension TunePage {
  /// What memory buys, a line for each strategy.
  func curves(_ summary: TuneSummary) -> String {
    let curves = file.outcome?.curves.filter { !$0.points.isEmpty } ?? []
    guard !curves.isEmpty else { return "" }
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
    var chart = LineChart(
      title: "What memory buys with each strategy", axis: "peak image memory (\(scale.name))",
      panels: [
        .init(name: "blank area", unit: "% of the screen, the least", lines: lines(\.blankAreaRatio)),
        .init(name: "hit rate", unit: "% of appearances, the most", lines: lines(\.cacheHitRate)),
      ])
    chart.mark = .init(
      name: "budget \(summary.limit)", y: Double(file.options.memoryBudgetBytes) / scale.size)
    chart.plotHeight = 130
    return """
      <section>
      <h2>What memory buys</h2>
      <p class="hint">The best that each strategy reaches with so much memory or less, each figure by whichever \
      parameters reach it.</p>
      <div class="curves">
      \(chart.svg(id: "curves"))
      </div>
      </section>
      """
  }

  /// Level until the next point: what is reached with some memory is reached with more.
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
