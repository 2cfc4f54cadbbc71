internal import GalleryKit
internal import ScrollSim

extension ResultReport {
  var timelines: [Document.Block] {
    let takes = takes
    guard !takes.isEmpty else { return [] }
    let quantities = Quantity.all(in: takes, budget: result.scenario.memoryBudgetBytes)
    let figures = takes.enumerated().map { place, take in
      let chart = LineChart(
        title: "\(take.name): what happened over time",
        panels: quantities.map { $0.panel([$0.line(of: take)]) })
      let parameters = take.combination.parameters.settings(of: take.combination.parameters.keys.sorted())
      let details = ([parameters] + names.texts(for: take.combination).dropFirst()).filter { !$0.isEmpty }
      return """
        <figure>
        <figcaption>\(take.combination.name.escaped)
        <span class="parameters">\(details.joined(separator: ", ").escaped)</span></figcaption>
        \(chart.svg(id: "\(id)-timeline-\(place)"))
        </figure>
        """
    }
    let repeated = pools.contains { $0.completed.count > 1 }
    return [
      .hint("All on the same scales.\(repeated ? " Of several iterations, the first is drawn." : "")"),
      .markup("<div class=\"timelines\">\n\(figures.joined(separator: "\n"))\n</div>"),
    ]
  }

  /// - Parameter chosen: the runs to draw in front if there are too many to tell all lines apart.
  func overview(of takes: [PlayedRun], chosen: [PlayedRun]) -> LineChart {
    let quantities = Quantity.all(in: takes, budget: result.scenario.memoryBudgetBytes)
    var speed = LineChart.Panel(name: "scroll speed", unit: "pt/s", lines: [quantities[0].line(of: takes[0])])
    if let bearable = bearableSpeed, bearable <= quantities[0].range.upperBound {
      speed.guide = .init(
        name: "decoders keep up to \(Figure.text(bearable.rounded(), unit: "count")) pt/s", y: bearable)
    }
    // All runs see the same cells come, and decode them in about the same time.
    let load = quantities.filter { $0.column == \.knownLoad }.map { $0.panel([$0.line(of: takes[0])]) }
    // Blank area and image memory.
    let others = quantities[1...2].map { quantity in
      quantity.panel(takes.map { quantity.line(of: $0, name: $0.name) })
    }
    return LineChart(
      title: "What happened over time", panels: [speed] + load + others,
      front: takes.count > LineChart.mostColours ? chosen.map(\.name) : [], plotHeight: 96, width: 600)
  }

  /// The speed in points a second at which decoders are just busy all the time (load 1); the load grows with the speed.
  var bearableSpeed: Double? {
    guard let load = pools.compactMap({ $0.median("load") }).median, load > 0,
      let offsets = takes.first?.run.timeline.offset, result.scenario.screen.count == 2
    else { return nil }
    // A jump brings no more cells than there are on a screen.
    let screenful = result.scenario.screen[result.scenario.axis == .horizontal ? 0 : 1]
    let ways = zip(offsets, offsets.dropFirst()).map { min(abs($1 - $0), screenful) }
    let moving = ways.count { $0 > 0 }
    guard moving > 0 else { return nil }
    return ways.reduce(0, +) / Double(moving) * Double(result.scenario.refreshRate) / load
  }
}

private struct Quantity {
  let name: String
  let unit: String
  let column: KeyPath<Timeline, [Double]>
  let factor: Double
  /// From the least to the greatest value of any run, except one that would flatten all others; zero and the
  /// guide included.
  let range: ClosedRange<Double>
  let guide: LineChart.Guide?

  private init(
    _ name: String, _ unit: String, _ column: KeyPath<Timeline, [Double]>, in takes: [PlayedRun],
    factor: Double = 1, afterStart: Bool = false, guide: LineChart.Guide? = nil
  ) {
    let values = takes.map { take in
      let timeline = take.run.timeline
      let start = afterStart ? timeline.offset.firstIndex { $0 != timeline.offset.first } ?? 0 : 0
      return timeline[keyPath: column].dropFirst(start).filter(\.isFinite).map { $0 * factor }
    }
    (self.name, self.unit, self.column, self.factor, self.guide) = (name, unit, column, factor, guide)
    let least = values.compactMap { $0.min() }.min() ?? 0
    let reach = AxisScale.reach(of: values.compactMap { $0.max() })
    range = min(0, least)...max(0, reach, guide?.y ?? 0)
  }

  func line(of take: PlayedRun, name: String? = nil) -> LineChart.Line {
    let timeline = take.run.timeline
    return timeline.line(of: timeline[keyPath: column].map { $0 * factor }, name: name)
  }

  func panel(_ lines: [LineChart.Line]) -> LineChart.Panel {
    .init(name: name, unit: unit, lines: lines, range: range, guide: guide)
  }

  /// Velocity, blank area, image memory, resident memory, and load if it was noted.
  static func all(in takes: [PlayedRun], budget: Int) -> [Quantity] {
    // A bound ignores the budget; on its scale, all other lines would lie flat on the ground.
    let rivals = takes.filter { !$0.combination.isReference }
    let scaled = rivals.isEmpty ? takes : rivals
    func scale(_ column: KeyPath<Timeline, [Double]>, atLeast least: Double = 0) -> ByteScale {
      ByteScale(
        fitting: scaled.flatMap { $0.run.timeline[keyPath: column] }.filter(\.isFinite).reduce(least, max))
    }
    let (images, resident) = (scale(\.imageBytes, atLeast: Double(budget)), scale(\.residentBytes))
    return [
      Quantity("velocity", "pt/s", \.velocity, in: scaled),
      // Every run begins with nothing on screen, and no axis needs to say so.
      Quantity("blank area", "% of the screen", \.blankShare, in: scaled, factor: 100, afterStart: true),
      Quantity(
        "image memory", images.name, \.imageBytes, in: scaled, factor: 1 / images.size,
        guide: .init(name: "budget \(Figure.text(budget, unit: "bytes"))", y: Double(budget) / images.size)),
      Quantity("resident memory", resident.name, \.residentBytes, in: scaled, factor: 1 / resident.size),
    ]
      + (scaled.allSatisfy { $0.run.timeline.load == nil }
        ? []
        : [
          Quantity(
            "load", "of a second's decoding", \.knownLoad, in: scaled,
            guide: .init(name: "decoders keep up to here", y: 1))
        ])
  }
}

extension Timeline {
  fileprivate var knownLoad: [Double] { load ?? [] }
}
