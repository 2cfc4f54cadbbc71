internal import BenchReport
internal import GalleryKit
internal import ScrollSim

/// A preview of a scenario's run: its question, its parts, the decoders' load and the duration.
extension RunCommand {
  /// A line for each fact, in the layout of `scrollsim trace info`; models the trace once, without caching, to find the load.
  func preview(of runner: ModelRunner) throws -> String {
    let (scenario, laidOut) = (runner.scenario, runner.laidOut)
    let screenful = laidOut.layout.screenful
    let trace = TraceSummary(try laidOut.makeTrace(), viewportLength: screenful)
    let notes = try [runner.costsNote].compactMap(\.self) + laidOut.traceNotes()
    return """
      \(scenario.name)
        asks       \(scenario.about)
        photos     \(photos(of: runner))
        grid       \(grid(of: laidOut))
        budget     \(Figure.bytes(scenario.device.memoryBudgetBytes)) for images: \(screenfuls(of: runner)) screenfuls \
      of final ones
        trace      \(Figure.text(trace.duration, unit: "seconds")), \(fixed(trace.screenfuls)) screenfuls, up to \
      \(fixed(trace.maximumVelocity / screenful)) a second
        compares   \(choices(of: scenario))
        load       \(try load(of: runner))
        takes      \(try time(of: runner, traceSeconds: trace.duration))
      \(notes.map { "  note       \($0)\n" }.joined())
      """
  }

  private func photos(of runner: ModelRunner) -> String {
    let record = runner.record
    let kind = if case .synthetic = runner.scenario.library { "synthetic, " } else { "" }
    return "\(Figure.count(record.photos)), \(kind)over "
      + "\(Figure.count(record.distinct, "file", "files")) of \(Figure.bytes(record.bytes))"
  }

  private func grid(of laidOut: LaidOutScenario) -> String {
    let (screen, grid) = (laidOut.scenario.screen, laidOut.scenario.grid)
    let sideways = grid.axis == .horizontal ? ", scrolled sideways," : ""
    let size = laidOut.targetSize
    let lines = Figure.count(grid.columns, grid.axis == .vertical ? "column" : "row", grid.key)
    let cells =
      grid.cells == .square
      ? "\(lines) of \(size.width) pixels"
      : "justified rows of up to \(grid.axis == .vertical ? size.height : size.width) pixels, "
        + "the size of cells in \(lines)"
    return "\(cells)\(sideways) on "
      + "\(Figure.exact(screen.width, unit: "")) × \(Figure.exact(screen.height, unit: "")) points, "
      + "\(screen.refreshRate) Hz"
  }

  /// The screenfuls that the budget can hold, decoded to the size of cells.
  private func screenfuls(of runner: ModelRunner) -> String {
    let (laidOut, budget) = (runner.laidOut, Double(runner.scenario.device.memoryBudgetBytes))
    let images = budget / Double(laidOut.imageBytes(over: runner.assets))
    return (laidOut.hasUnevenScreenfuls ? "about " : "") + fixed(images / laidOut.photosPerScreenful)
  }

  private func choices(of scenario: Scenario) -> String {
    let axes = Axis.allCases.compactMap { axis -> String? in
      let words = scenario.compare.axes[axis] ?? []
      return words.count > 1 ? "\(words.count) × \(axis.rawValue) (\(words.joined(separator: ", ")))" : nil
    }
    let strategies = scenario.compare.strategies.map(\.name).joined(separator: ", ")
    let count = Figure.count(scenario.compare.strategies.count, "strategy", "strategies")
    return (["\(count) (\(strategies))"] + axes).joined(separator: ", ")
  }

  private func load(of runner: ModelRunner) throws -> String {
    guard let load = try runner.load() else { return "none: nothing comes on screen while the grid moves" }
    let meaning =
      load >= 1
      ? "decoders cannot keep up" : load < 0.1 ? "decoders have next to nothing to do" : "decoders keep up"
    return "\(Figure.text(load, unit: "ratio")) at the costs of \(runner.costs.name): \(meaning)"
  }

  private func time(of runner: ModelRunner, traceSeconds: Double) throws -> String {
    let scenario = runner.scenario
    guard mode == .replay else {
      let besides = runner.varies ? ", and variations of them," : ""
      return
        "\(Figure.count(scenario.runs.count, "model run", "model runs"))\(besides) in "
        + ProgressLine.duration(try runner.expectedSeconds())
    }
    var once = scenario
    once.iterations = 1
    let runs = once.runs.count
    let seconds = Double(runs) * (traceSeconds + ReplayProgress.overheadSeconds)
    let round = "\(ProgressLine.duration(seconds)) a round of \(Figure.count(runs, "run", "runs"))"
    let pace = pace.pace(iterations: scenarios.iterations)
    guard pace.goesOn else {
      return "\(ProgressLine.duration(seconds * Double(scenario.iterations))), \(round)"
    }
    return
      "\(round); \(max(scenario.iterations, SettledChoice.fewestRounds)) rounds or more, until the answer is settled "
      + "or \(ProgressLine.duration(pace.seconds)) have passed"
  }

  private func fixed(_ value: Double) -> String { Figure.text(value, unit: "") }
}
