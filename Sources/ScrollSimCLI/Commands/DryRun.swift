internal import GalleryKit
internal import ScrollSim

/// A preview of a scenario's run: its question, its parts, the decoders' load and the duration.
struct DryRun {
  private let laidOut: LaidOutScenario
  let mode: ResultFile.Mode
  let pace: ReplayPlan.Pace
  let library: ModelPhotos
  let costs: CostChoice
  private let trace: TraceSummary
  private let load: Double?
  private let modelSeconds: Double

  /// Models the trace once, without caching, to find the decoders' load.
  init(
    _ scenario: Scenario, mode: ResultFile.Mode, pace: ReplayPlan.Pace, library: ModelPhotos,
    costs: CostChoice, provenance: Provenance
  ) throws {
    laidOut = scenario.over(library.assets)
    self.mode = mode
    self.pace = pace
    self.library = library
    self.costs = costs
    trace = TraceSummary(try laidOut.makeTrace(), viewportLength: laidOut.layout.screenful)
    let runner = ModelRunner(scenario, over: library, costs: costs, provenance: provenance)
    load = try runner.load()
    modelSeconds = mode == .model ? try runner.expectedSeconds() : 0
  }

  private var scenario: Scenario { laidOut.scenario }

  /// A line for each fact, in the layout of `scrollsim trace info`.
  func text() throws -> String {
    let notes = try [costs.note].compactMap(\.self) + laidOut.traceNotes()
    return Rows(
      title: scenario.name,
      rows: [
        ("asks", scenario.about), ("photos", photos), ("grid", grid),
        (
          "budget",
          "\(Figure.bytes(scenario.device.memoryBudgetBytes)) for images: \(screenfuls) screenfuls of final ones"
        ),
        (
          "trace",
          "\(Figure.text(trace.duration, unit: "seconds")), \(fixed(trace.screenfuls)) screenfuls, up to "
            + "\(fixed(trace.maximumVelocity / laidOut.layout.screenful)) a second"
        ),
        ("compares", choices), ("load", loadText), ("takes", time),
      ] + notes.map { ("note", $0) }
    ).text
  }

  private var photos: String {
    let record = library.record
    let kind = if case .synthetic = scenario.library { "synthetic, " } else { "" }
    return "\(Figure.count(record.photos)), \(kind)over "
      + "\(Figure.count(record.distinct)) files of \(Figure.bytes(record.bytes))"
  }

  private var grid: String {
    let screen = scenario.screen
    let grid = scenario.grid
    let sideways = grid.axis == .horizontal ? ", scrolled sideways," : ""
    let size = laidOut.targetSize
    let cells =
      grid.cells == .square
      ? "\(grid.columns) \(grid.key) of \(size.width) pixels"
      : "justified rows of up to \(grid.axis == .vertical ? size.height : size.width) pixels, "
        + "those of \(grid.columns) \(grid.key)"
    return "\(cells)\(sideways) on "
      + "\(Figure.exact(screen.width, unit: "")) × \(Figure.exact(screen.height, unit: "")) points, "
      + "\(screen.refreshRate) Hz"
  }

  /// The screenfuls that the budget can hold, decoded to the size of cells.
  private var screenfuls: String {
    let images = Double(scenario.device.memoryBudgetBytes) / Double(laidOut.imageBytes(over: library.assets))
    let screenfuls = images / laidOut.photosPerScreenful
    return (scenario.grid.cells == .square ? "" : "about ") + fixed(screenfuls)
  }

  private var choices: String {
    let axes = Axis.allCases.compactMap { axis -> String? in
      let words = scenario.compare.axes[axis] ?? []
      return words.count > 1 ? "\(words.count) × \(axis.rawValue) (\(words.joined(separator: ", ")))" : nil
    }
    let strategies = scenario.compare.strategies.map(\.name).joined(separator: ", ")
    return (["\(scenario.compare.strategies.count) strategies (\(strategies))"] + axes).joined(
      separator: ", ")
  }

  private var loadText: String {
    guard let load else { return "none: nothing comes on screen while the grid moves" }
    let meaning =
      load >= 1
      ? "decoders cannot keep up" : load < 0.1 ? "decoders have next to nothing to do" : "decoders keep up"
    return "\(Figure.text(load, unit: "ratio")) at the costs of \(costs.table.name): \(meaning)"
  }

  private var time: String {
    var once = scenario
    once.iterations = 1
    let runs = once.runs.count
    guard mode == .replay else {
      return "\(scenario.runs.count) model runs in \(ProgressLine.duration(modelSeconds))"
    }
    let seconds = Double(runs) * (trace.duration + ReplayProgress.overheadSeconds)
    let round = "\(ProgressLine.duration(seconds)) a round of \(runs) runs"
    guard pace.goesOn else {
      return "\(ProgressLine.duration(seconds * Double(scenario.iterations))), \(round)"
    }
    return
      "\(round); \(max(scenario.iterations, SettledChoice.fewestRounds)) rounds or more, until the answer is settled "
      + "or \(ProgressLine.duration(pace.seconds)) are over"
  }

  private func fixed(_ value: Double) -> String { Figure.text(value, unit: "") }
}
