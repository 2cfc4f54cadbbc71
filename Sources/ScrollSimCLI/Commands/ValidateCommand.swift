internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim validate`: shows how well model mode predicts replays.
struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Runs scenarios in both modes and shows how well the model predicts.",
    discussion: """
      Replays take as long as their traces, times the iterations: three, unless --iterations says otherwise. The model \
      uses this machine's cost table unless --costs names another; run 'scrollsim calibrate' first. If it is \
      interrupted, it compares what was replayed until then, leaves it as fidelity.partial.json, and ends with 3. A \
      record before it goes to <output>/history.
      """)

  @OptionGroup var scenarios: RunOptions
  @OptionGroup var output: OutputOption
  @OptionGroup var progress: ProgressOption

  func run() async throws {
    let output = output.folder
    let chosen = try scenarios.read().map { scenario in
      var scenario = scenario
      if scenarios.iterations == nil { scenario.iterations = 3 }
      scenario.device.costs = CostTables.thisMachine
      return scenario
    }
    // Found out before the replays, which take minutes.
    let costs = try chosen.map(scenarios.options.costs.choice)
    let place = OutputPlace<FidelityFile>(folder: output, name: "fidelity", pageKind: "md")
    try OutputFiles.makeFolder(output)
    try Exit.onFailure { try place.check() }
    let runs = ScenarioRuns(output: output, progress: progress.line)
    var replays: [ResultFile] = []
    var models: [ResultFile] = []
    for (scenario, costs) in zip(chosen, costs) where !Interrupt.happened {
      replays.append(try await runs.replay(scenario))
      models.append(try await runs.model(scenario, costs: costs, varies: false))
    }
    var file = FidelityFile(
      replays: replays, models: models, costs: costs.first?.table.name ?? CostTables.thisMachine,
      provenance: await ScrollSimCommand.provenance)
    file.costsNote = costs.first?.note
    if Interrupt.happened {
      file.interruption =
        "Interrupted: \(replays.count(where: \.isWhole)) of \(chosen.count) scenarios were replayed to the end."
    }
    let report = Document(file).markdown()
    let written = try OutputFiles.show(Result { try place.write(file) }) { try Terminal.write(report) }
    try OutputFiles.write(report, to: written.page, failing: Exit.internalError)
    // The pages were written with the results, before it was known how well these agree.
    for result in replays + models where result.isWhole {
      let place = OutputPlace<ResultFile>(folder: output, scenario: result.scenario.name, mode: result.mode)
      try runs.writePage(of: result, fidelity: file, to: place.page)
    }
    Terminal.writeError("record: \(written.path)\ntable:  \(written.page)")
    if Interrupt.happened { throw Exit.notMeasured }
  }
}
