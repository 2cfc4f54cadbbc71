internal import ArgumentParser
internal import BenchReport
internal import Foundation
internal import GalleryKit
internal import ScrollSim

/// `scrollsim validate`: shows how well model mode predicts replays.
struct ValidateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate", abstract: "Runs scenarios in both modes and shows how well the model predicts.",
    discussion: """
      Replays take as long as their traces, times the iterations. The model uses this machine's cost table unless \
      --costs names another; run 'scrollsim calibrate' first. If it is interrupted, it compares what was replayed until \
      then, leaves it as fidelity.partial.json, and ends with 3. A record before it goes to <output>/history.
      """)

  @Argument(help: "Scenario files.", transform: Choice.path)
  var scenarios: [String]

  @Option(help: "How often to run each combination in each mode.")
  var iterations = 3

  @Option(
    help: "What decoding costs in the model, in place of this machine's: \(CostTables.names), or a file.",
    transform: Choice.path)
  var costs: String?

  @Option(help: "Replay over the photos of this folder instead of the scenario's.", transform: Choice.path)
  var library: String?

  @Option(help: "Only these strategies. Repeat for several.")
  var strategy: [String] = []

  @Option(help: "Where results and the record go.", transform: Choice.path)
  var output = "results/local"

  @Flag(name: .customLong("no-progress"), help: "Show no progress, even on a terminal.")
  var hidesProgress = false

  func validate() throws {
    guard (1...100).contains(iterations) else {
      throw ValidationError("--iterations: expected 1 to 100, found \(iterations)")
    }
  }

  func run() async throws {
    let chosen = try scenarios.map(load)
    // Found out before the replays, which take minutes.
    let costs = try Exit.onFailure { try chosen.map { try CostChoice(for: $0, named: self.costs) } }
    let place = OutputPlace<FidelityFile>(folder: output, name: "fidelity", pageKind: "md")
    try OutputFiles.makeFolder(output)
    try Exit.onFailure { try place.check() }
    let runs = ScenarioRuns(output: output, showsProgress: Terminal.showsProgress && !hidesProgress)
    var replays: [ResultFile] = []
    var models: [ResultFile] = []
    for (scenario, costs) in zip(chosen, costs) where !Interrupt.happened {
      replays.append(try await runs.replay(scenario))
      models.append(try await runs.model(scenario, costs: costs))
    }
    var file = FidelityFile(
      replays: replays, models: models, costs: costs.first?.table.name ?? CostTables.thisMachine,
      provenance: await .current(command: CommandLine.arguments, libraries: ImageLibraries.versions))
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

  private func load(_ path: String) throws -> Scenario {
    var scenario: Scenario
    do { scenario = try ScenarioFile.read(path: path, library: library) } catch {
      throw Exit.because(error.description)
    }
    if !strategy.isEmpty { scenario.compare.strategies = try strategy.map(StrategyArgument.parse) }
    scenario.iterations = iterations
    scenario.device.costs = CostTables.thisMachine
    return scenario
  }
}
