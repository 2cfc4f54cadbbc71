internal import ArgumentParser
internal import BenchReport
internal import ScrollSim
internal import Threading

/// `scrollsim sweep`: the best strategy at each load.
struct SweepCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sweep", abstract: "Shows which strategy wins at which load.",
    discussion: """
      Load is arrivals a second × decode seconds ÷ decoders: below 0.5 every window does, above 2 none does. Runs the \
      scenario in model mode at several loads, with decoding made slower or faster, under every strategy and order that it \
      compares. Leaves <output>/<scenario>.sweep.json and a page with a chart.

      '--survey NAME' makes one table of all scenarios instead: every strategy in every order, at each load, under each \
      '--survey-physics', in a grid of each number of '--survey-columns'. Leaves <output>/NAME.survey.json, a page, and the chart as \
      <output>/NAME.svg. '--shard 2/4' models a share of the situations; 'scrollsim merge' joins the shares.

      Example: scrollsim sweep scenarios/orders.json --loads 0.3,1,2
      """)

  @OptionGroup var scenarios: ScenarioOptions

  @Option(help: "Loads, such as 0.3,1,2.", transform: Choice.loads)
  var loads: [Double] = [0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.4, 2, 3]

  @OptionGroup var survey: SurveyOptions

  @OptionGroup var output: OutputOption

  @Option(of: .table, .json, .markdown) var format = Format.table

  @OptionGroup var progress: ProgressOption

  func run() async throws {
    try OutputFiles.makeFolder(output.folder)
    let scenarios = try scenarios.read()
    if let survey = survey.survey(loads: loads) { return try await make(survey, of: scenarios) }
    for scenario in scenarios { try await sweep(scenario) }
  }

  private func make(_ survey: Survey, of scenarios: [Scenario]) async throws {
    let line = progress.line
    let provenance = await ScrollSimCommand.provenance
    let strategies = Survey.strategies(try self.scenarios.strategies())
    let output = SurveyOutput(folder: output.folder, name: survey.name, shard: survey.shard)
    try output.check()
    let done = Locked(0)
    let file = try Exit.onFailure {
      defer { line.clear() }
      let settings = try scenarios.map { scenario in
        var scenario = scenario
        scenario.compare.strategies = strategies
        return try TuneSetting.prepare(
          scenario, costs: self.scenarios.costs.name, provenance: provenance, note: line.show)
      }
      let total = survey.placeCount(of: scenarios.count)
      return try survey.run(settings) {
        let done = done.withLock { done in
          done += 1
          return done
        }
        line.show("modelled \(done) of \(total) grids at all loads")
      }
    }
    try output.write(file, as: format)
  }

  private func sweep(_ scenario: Scenario) async throws {
    let line = progress.line
    let choice = try scenarios.costs.choice(for: scenario)
    let provenance = await ScrollSimCommand.provenance
    let place = OutputPlace<SweepFile>(folder: output.folder, name: "\(scenario.name).sweep")
    try Exit.onFailure { try place.check() }
    let file = try Exit.onFailure {
      defer { line.clear() }
      let library = try ModelLibrary.prepare(scenario.library, seed: scenario.seed, note: line.show)
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
