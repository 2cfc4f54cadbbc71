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
      --costs names another; run 'scrollsim calibrate' first.
      """)

  @Argument(help: "Scenario files.", transform: Choice.path)
  var scenarios: [String]

  @Option(help: "How often to run each combination in each mode.")
  var iterations = 3

  @Option(help: "What decoding costs in the model: \(CostTables.names), or a file.", transform: Choice.path)
  var costs = CostTables.thisMachine

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
    _ = try Exit.onFailure { try CostTables.named(costs) }
    try OutputFiles.makeFolder(output)
    let runs = ScenarioRuns(output: output, showsProgress: Terminal.showsProgress && !hidesProgress)
    var replays: [ResultFile] = []
    var models: [ResultFile] = []
    for scenario in chosen {
      replays.append(try await runs.replay(scenario))
      if Interrupt.happened { throw Exit.notMeasured }
      models.append(try await runs.model(scenario))
    }
    let file = FidelityFile(
      replays: replays, models: models, costs: costs,
      provenance: await .current(command: CommandLine.arguments, libraries: ImageLibraries.versions))
    let report = FidelityReport(file).render()
    try OutputFiles.write(try json(file), to: "\(output)/fidelity.json")
    try OutputFiles.write(report, to: "\(output)/fidelity.md")
    // The pages were written with the results, before it was known how well these agree.
    for result in replays + models { try runs.writePage(of: result, fidelity: file) }
    try Terminal.write(report)
    Terminal.writeError("record: \(output)/fidelity.json\ntable:  \(output)/fidelity.md")
  }

  private func load(_ path: String) throws -> Scenario {
    var scenario: Scenario
    do { scenario = try ScenarioFile.read(path: path, library: library) } catch {
      throw Exit.because(error.description)
    }
    if !strategy.isEmpty { scenario.compare.strategies = try strategy.map(StrategyArgument.parse) }
    scenario.iterations = iterations
    scenario.device.costs = costs
    return scenario
  }

  private func json(_ file: FidelityFile) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(file), as: UTF8.self) + "\n"
  }
}
