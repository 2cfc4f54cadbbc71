extension ResultReport {
  /// A timeline for each combination, all on the same scales.
  var timelines: String {
    let shown = takes
    guard !shown.isEmpty else { return "" }
    // A bound keeps to no budget; on its scale, all others would lie flat on the ground.
    let scaled = shown.filter { !$0.combination.isReference }
    let scales = TimelineScales(
      (scaled.isEmpty ? shown : scaled).map(\.run.timeline),
      budget: Double(result.scenario.memoryBudgetBytes))
    let figures = shown.enumerated().map { place, entry in
      let chart = LineChart(
        title: "\(entry.name): what happened over time", panels: scales.panels(of: entry.run.timeline))
      let parameters = entry.combination.parameters.settings(of: entry.combination.parameters.keys.sorted())
      let details = ([parameters] + names.texts(for: entry.combination).dropFirst()).filter { !$0.isEmpty }
      return """
        <figure>
        <figcaption>\(entry.combination.strategy.escaped)
        <span class="parameters">\(details.joined(separator: ", ").escaped)</span></figcaption>
        \(chart.svg(id: "\(id)-timeline-\(place)"))
        </figure>
        """
    }
    let repeated = pools.contains { $0.completed.count > 1 }
    return """
      <p class="hint">All on the same scales.\(repeated ? " Of several iterations, the first is drawn." : "")</p>
      <div class="timelines">
      \(figures.joined(separator: "\n"))
      </div>
      """
  }

  /// Speed, blank area and image memory of all runs over one time axis.
  func overview(of takes: [Take]) -> LineChart {
    let budget = Double(result.scenario.memoryBudgetBytes)
    // A bound keeps to no budget; on its scale, all others would lie flat on the ground.
    let rivals = takes.filter { !$0.combination.isReference }
    let scaled = rivals.isEmpty ? takes : rivals
    let most = max(budget, scaled.flatMap(\.run.timeline.imageBytes).filter(\.isFinite).max() ?? 0)
    let scale = ByteScale(fitting: most)
    func points(_ run: RunRecord, _ column: KeyPath<Timeline, [Double]>, _ factor: Double) -> [LineChart
      .Point]
    {
      zip(run.timeline.timeMs, run.timeline[keyPath: column]).map {
        LineChart.Point(x: $0 / 1000, y: $1 * factor)
      }
    }
    func lines(_ column: KeyPath<Timeline, [Double]>, _ factor: Double) -> [LineChart.Line] {
      takes.map { LineChart.Line(name: $0.name, points: points($0.run, column, factor)) }
    }
    let velocity = takes.first.map { points($0.run, \.velocity, 1) } ?? []
    var memory = LineChart.Panel(
      name: "image memory", unit: scale.name, lines: lines(\.imageBytes, 1 / scale.size),
      range: 0...most / scale.size)
    memory.guide = .init(name: "budget \(Figure.text(budget, unit: "bytes"))", y: budget / scale.size)
    var chart = LineChart(
      title: "What happened over time",
      panels: [
        .init(name: "scroll speed", unit: "pt/s", points: velocity),
        .init(name: "blank area", unit: "% of the screen", lines: lines(\.blankShare, 100)), memory,
      ])
    chart.plotHeight = 96
    chart.width = 600
    return chart
  }
}

/// The scales that all timelines of a page share, so that they can be compared at a glance.
private struct TimelineScales {
  private let velocity: ClosedRange<Double>
  private let blank: ClosedRange<Double>
  private let images: ClosedRange<Double>
  private let resident: ClosedRange<Double>
  private let imageScale: ByteScale
  private let residentScale: ByteScale
  private let budget: Double

  init(_ timelines: [Timeline], budget: Double) {
    func range(_ column: KeyPath<Timeline, [Double]>, times factor: Double) -> ClosedRange<Double> {
      let values = timelines.flatMap { $0[keyPath: column] }.filter(\.isFinite).map { $0 * factor }
      return min(0, values.min() ?? 0)...max(0, values.max() ?? 0)
    }
    self.budget = budget
    imageScale = ByteScale(fitting: max(budget, range(\.imageBytes, times: 1).upperBound))
    residentScale = ByteScale(fitting: range(\.residentBytes, times: 1).upperBound)
    velocity = range(\.velocity, times: 1)
    blank = range(\.blankShare, times: 100)
    let images = range(\.imageBytes, times: 1 / imageScale.size)
    self.images = images.lowerBound...max(images.upperBound, budget / imageScale.size)
    resident = range(\.residentBytes, times: 1 / residentScale.size)
  }

  func panels(of timeline: Timeline) -> [LineChart.Panel] {
    func points(_ column: [Double], times factor: Double) -> [LineChart.Point] {
      zip(timeline.timeMs, column).map { LineChart.Point(x: $0 / 1000, y: $1 * factor) }
    }
    return [
      LineChart.Panel(
        name: "velocity", unit: "pt/s", points: points(timeline.velocity, times: 1), range: velocity),
      LineChart.Panel(
        name: "blank area", unit: "% of the screen", points: points(timeline.blankShare, times: 100),
        range: blank),
      LineChart.Panel(
        name: "image memory", unit: imageScale.name,
        points: points(timeline.imageBytes, times: 1 / imageScale.size), range: images,
        guide: LineChart.Panel.Guide(
          name: "budget \(Figure.text(budget, unit: "bytes"))", y: budget / imageScale.size)),
      LineChart.Panel(
        name: "resident memory", unit: residentScale.name,
        points: points(timeline.residentBytes, times: 1 / residentScale.size), range: resident),
    ]
  }
}
