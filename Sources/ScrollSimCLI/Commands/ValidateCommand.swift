internal import ArgumentParser
internal import BenchReport
internal import ScrollSim

/// `scrollsim validate`: shows how well model mode predicts replays, and compares an app's own logs with
/// both.
struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Runs scenarios in both modes and shows how well the model predicts.",
    discussion: """
      Replays take as long as their traces, times the iterations: three, unless --rounds says otherwise. The \
      model uses the costs of the device that each scenario names, unless --costs names another; for \
      this-machine, run 'scrollsim calibrate' first. With --loads each scenario runs at each load: decoders \
      keep working after each image until they reach the load, and the model's costs rise by as much. It \
      exits with 0 if the model predicts replays, 2 if it falls short, and 3 if something was not measured \
      or the machine was too busy to tell. If interrupted, it compares what was replayed until then, and \
      writes it to fidelity.<process>.partial.json. The previous record moves to <output>/history.

      scrollsim validate gallery.json --app frames.csv
      scrollsim validate gallery.json --app screens=screens.csv --app none=none.csv
      scrollsim validate gallery.json --app phone.csv --no-replay --costs iphone-6
      scrollsim validate gallery.json --video app.mp4

      --app compares what an app logged of its own frames with replay and model of the one scenario whose \
      trace it played: blank and not sharp area must agree within 15 % or half a per cent of the screen, \
      images' memory within 10 %, and combinations must be in the same order wherever replays tell them \
      apart. It writes <scenario>.app.json, and exits with 0 if all of it holds, 2 if something does not, 3 \
      if something was not measured or the machine was too busy to tell, 5 if a log is of another scroll.

      --video reads the same from a screen recording of the app over marked photos, as 'scrollsim watch' \
      does. The scenario plays the scroll of the first video, which is written to <scenario>.scroll.csv.
      """)

  @OptionGroup var scenarios: RunOptions
  @Option(help: "Loads, such as 0.3,1,2; the machine's own if it is higher.", transform: OptionValue.loads)
  var loads: [Double] = []
  @OptionGroup var app: AppLogsOption
  @OptionGroup var output: OutputOption
  @Option(of: .markdown, .table, .html, .json) var format = Format.markdown
  @OptionGroup var progress: ProgressOption

  func validate() throws {
    try refuse(
      !app.isEmpty && !loads.isEmpty, "--loads: expected no \(app.name), which shows one load, found both")
  }

  func run() async throws {
    var chosen = try scenarios.read()
    let logs = try await app.logs(of: &chosen, folder: output.folder, progress.line)
    if scenarios.iterations == nil {
      for index in chosen.indices { chosen[index].iterations = 3 }
    }
    // Checked before the replays, which take minutes.
    let costs = try chosen.map { try CostChoice(for: $0, named: scenarios.options.costs.name) }
    try OutputFiles.makeFolder(output.folder)
    if logs.isEmpty {
      try await compareModes(of: chosen, costs)
    } else {
      try await hold(logs, to: chosen[0], costs[0])
    }
    if Interrupt.happened { throw Exit.notMeasured }
  }

  /// Runs a scenario, and measures how fast decoders are relative to costs that were measured here or are
  /// asked about.
  private func runs(of scenario: Scenario, _ costs: CostChoice, named name: String? = nil) -> ScenarioRuns {
    ScenarioRuns(
      output: output.folder, progress: progress.line,
      gaugesDecoding: scenario.asksAboutDevice || costs.table.name == CostTables.thisMachine, name: name)
  }

  private func compareModes(of chosen: [Scenario], _ costs: [CostChoice]) async throws {
    let place = OutputPlace<FidelityFile>(folder: output.folder, name: "fidelity", pageKind: "md")
    try place.check()
    var both: [(replay: ResultFile, model: ResultFile, name: String, library: LibrarySource)] = []
    for (scenario, costs) in zip(chosen, costs) {
      for (name, scenario) in try await atLoads(scenario, costs) where !Interrupt.happened {
        let runs = runs(of: scenario, costs, named: name)
        let replay = try await runs.replay(scenario)
        let model = try await runs.model(scenario, costs: costs.asBeside(replay))
        both.append((replay, model, name, scenario.library))
      }
    }
    var file = FidelityFile(
      provenance: await ScrollSimCommand.provenance, costs: costs.map { ($0.table.name, $0.note) },
      situations: both.map { .init(replay: $0.replay, model: $0.model) })
    if Interrupt.happened {
      let (whole, all) = (both.count(where: \.replay.isWhole), chosen.count * max(1, loads.count))
      file.interruption =
        "Interrupted: \(whole) of \(all) \(loads.isEmpty ? "scenarios" : "situations") were replayed to the end."
    }
    try leave(file, Document(file), at: place)
    // The pages were written with the results, before their agreement was known.
    for (replay, model, name, library) in both {
      var folder: String?
      if case .folder(let path, _) = library { folder = path }
      for result in [replay, model] where result.isWhole {
        let place = OutputPlace<ResultFile>(folder: output.folder, scenario: name, mode: result.mode)
        let photos = try? SmallPhotos(result.library, folder: folder)
        try OutputFiles.write(ScenarioRuns.page(of: result, fidelity: file, with: photos), to: place.page)
      }
    }
    if file.exitCode != 0 { throw ExitCode(Int32(file.exitCode)) }
  }

  /// The scenario at each requested load, with the name of its results; without loads, the scenario itself.
  ///
  /// Decoders can be made slower, but not faster.
  private func atLoads(
    _ scenario: Scenario, _ costs: CostChoice
  ) async throws -> [(name: String, scenario: Scenario)] {
    guard !loads.isEmpty else { return [(scenario.name, scenario)] }
    let provenance = await ScrollSimCommand.provenance
    let runner = try progress.line.during {
      try ModelRunner(scenario, costs: costs, provenance: provenance, note: progress.line.show)
    }
    return try loads.sorted().map { load in
      let decodeTime = try runner.decodeTime(forLoad: load) ?? 1
      var slowed = scenario
      slowed.decodeTime = max(1, decodeTime)
      if decodeTime < 1 {
        Terminal.writeError(
          "\(scenario.name): the decoders' load at the costs of \(costs.table.name) is already above \(Figure.plain(load)); "
            + "they are not slowed")
      }
      return ("\(scenario.name).load-\(Figure.plain(load))", slowed)
    }
  }

  private func hold(_ logs: [AppLog], to scenario: Scenario, _ costs: CostChoice) async throws {
    let place = OutputPlace<AppFidelityFile>(
      folder: output.folder, name: "\(scenario.name).app", pageKind: "md")
    try place.check()
    let runs = runs(of: scenario, costs)
    let replay = app.replay ? try await runs.replay(scenario) : nil
    let model = try await runs.model(scenario, costs: replay.map(costs.asBeside) ?? costs)
    var file = AppFidelityFile(
      logs, replay: replay, model: model, provenance: await ScrollSimCommand.provenance)
    if Interrupt.happened { file.interruption = "Interrupted before every run had ended." }
    try leave(file, Document(file), at: place)
    if file.exitCode != 0 { throw ExitCode(Int32(file.exitCode)) }
  }

  private func leave<Record>(_ file: Record, _ report: Document, at place: OutputPlace<Record>) throws {
    let written = try OutputFiles.show(Result { try place.write(file) }) {
      try Terminal.write(format.render(report, [.json: file.json]))
    }
    try written.write(page: report.markdown())
    Terminal.writeError("record: \(written.path)\ntable:  \(written.page)")
  }
}

extension CostChoice {
  /// The costs at the speed that decoders had during replays, if it was measured.
  fileprivate func asBeside(_ replay: ResultFile) -> CostChoice {
    replay.costRatio.map(scaled) ?? self
  }
}
