internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim sweep`: the best strategy at each load.
struct SweepCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep", abstract: "Shows which strategy wins at which load.",
    discussion: """
      Load is arrivals a second × decode seconds ÷ decoders: below 0.5 every window does, above 2 none does. Runs the \
      scenario in model mode at several loads, with decoding made slower or faster, under every strategy and order that it \
      compares. Leaves <output>/<scenario>.sweep.json and a page with a chart.

      Example: scrollsim sweep scenarios/orders.json --loads 0.3,1,2
      """)

  @OptionGroup var scenarios: ScenarioOptions

  @Option(help: "Loads, such as 0.3,1,2.", transform: Choice.loads)
  var loads: [Double] = [0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.4, 2, 3]

  @OptionGroup var output: OutputOption

  @Option(of: .table, .json, .markdown) var format = Format.table

  @OptionGroup var progress: ProgressOption

  func run() async throws {
    try OutputFiles.makeFolder(output.folder)
    for scenario in try scenarios.read() { try await sweep(scenario) }
  }

  private func sweep(_ scenario: Scenario) async throws {
    let line = progress.line
    let choice = try scenarios.costs.choice(for: scenario)
    let provenance = await ScrollSimCommand.provenance
    let place = OutputPlace<SweepFile>(folder: output.folder, name: "\(scenario.name).sweep")
    try Exit.onFailure { try place.check() }
    let file = try Exit.onFailure {
      defer { line.clear() }
      let library = try ModelPhotos.prepare(scenario.library, seed: scenario.seed, note: line.show)
      let runner = ModelRunner(scenario, over: library, costs: choice, provenance: provenance)
      try line.sayIfLong(runner, times: Double(loads.count))
      return try runner.sweep(over: loads) { line.show("modelling at a load of \(Figure.plain($0))") }
    }
    let written = try OutputFiles.show(Result { try place.write(file) }) {
      try Terminal.write(format.render(Document(file), [.json: file.json]))
    }
    try Exit.onFailure { try written.write(page: Document(file).html()) }
    Terminal.writeError("sweep: \(written.path)\npage:  \(written.page)")
  }
}
