internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim validate`: shows how well model mode predicts replays, and an app's own logs beside both.
struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Runs scenarios in both modes and shows how well the model predicts.",
    discussion: """
      Replays take as long as their traces, times the iterations: three, unless --iterations says otherwise. The model \
      uses this machine's cost table unless --costs names another; run 'scrollsim calibrate' first. If it is \
      interrupted, it compares what was replayed until then, leaves it as fidelity.partial.json, and ends with 3. A \
      record before it goes to <output>/history.

      scrollsim validate gallery.json --app frames.csv
      scrollsim validate gallery.json --app screens=screens.csv --app none=none.csv
      scrollsim validate gallery.json --app phone.csv --no-replay --costs iphone-6

      --app holds what an app logged of its own frames to replay and model of the one scenario whose trace it played: \
      blank and not sharp area within 15 %, images' memory within 10 %, and combinations in the same order wherever \
      replays tell them apart. It leaves <scenario>.app.json, and ends with 0 if all of it holds, 2 if something does \
      not, 3 if something was not measured or the machine was too busy to tell, 5 if a log is of another scroll.
      """)

  @OptionGroup var scenarios: RunOptions
  @OptionGroup var app: AppLogsOption
  @OptionGroup var output: OutputOption
  @Option(of: .markdown, .table, .html, .json) var format = Format.markdown
  @OptionGroup var progress: ProgressOption

  func run() async throws {
    var chosen = try scenarios.read()
    let logs = try app.logs(of: &chosen)
    for index in chosen.indices {
      if scenarios.iterations == nil { chosen[index].iterations = 3 }
      // Replays are of this machine, whatever device the scenario is for.
      if app.replay { chosen[index].device.costs = CostTables.thisMachine }
    }
    // Found out before the replays, which take minutes.
    let costs = try chosen.map(scenarios.options.costs.choice)
    try OutputFiles.makeFolder(output.folder)
    if logs.isEmpty {
      try await compareModes(of: chosen, costs)
    } else {
      try await hold(logs, to: chosen[0], costs[0])
    }
    if Interrupt.happened { throw Exit.notMeasured }
  }

  private var runs: ScenarioRuns { ScenarioRuns(output: output.folder, progress: progress.line) }

  /// Runs scenarios in both modes, and leaves how well they agree.
  private func compareModes(of chosen: [Scenario], _ costs: [CostChoice]) async throws {
    let place = OutputPlace<FidelityFile>(folder: output.folder, name: "fidelity", pageKind: "md")
    try Exit.onFailure { try place.check() }
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
    try leave(file, Document(file), at: place)
    // The pages were written with the results, before it was known how well these agree.
    for result in replays + models where result.isWhole {
      let place = OutputPlace<ResultFile>(
        folder: output.folder, scenario: result.scenario.name, mode: result.mode)
      try runs.writePage(of: result, fidelity: file, to: place.page)
    }
  }

  /// Runs a scenario, and leaves how an app's logs compare.
  private func hold(_ logs: [AppLog], to scenario: Scenario, _ costs: CostChoice) async throws {
    let place = OutputPlace<AppFidelityFile>(
      folder: output.folder, name: "\(scenario.name).app", pageKind: "md")
    try Exit.onFailure { try place.check() }
    let replay = app.replay ? try await runs.replay(scenario) : nil
    let model = try await runs.model(scenario, costs: costs, varies: false)
    var file = AppFidelityFile(
      logs, replay: replay, model: model, provenance: await ScrollSimCommand.provenance)
    if Interrupt.happened { file.interruption = "Interrupted before every run had ended." }
    try leave(file, Document(file), at: place)
    if file.exitCode != 0 { throw ExitCode(Int32(file.exitCode)) }
  }

  private func leave<Record>(
    _ file: Record, _ report: Document, at place: OutputPlace<Record>
  ) throws {
    let written = try OutputFiles.show(Result { try place.write(file) }) {
      try Terminal.write(format.render(report, [.json: file.json]))
    }
    try OutputFiles.write(report.markdown(), to: written.page, failing: Exit.internalError)
    Terminal.writeError("record: \(written.path)\ntable:  \(written.page)")
  }
}
