internal import ArgumentParser
internal import BenchReport
internal import Foundation
internal import GalleryKit
internal import ScrollSim

/// `scrollsim run`: replays scenarios and compares strategies.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Replays scenarios and compares strategies.",
    discussion: """
      Each combination of a scenario's matrix runs in a process of its own; the table goes to standard output. \
      <output>/<scenario>.<mode>.json is always the latest result in which every run has ended, with a page beside it. \
      The one before goes to <output>/history, which keeps all of them, under its date and what differed. Until every \
      run has ended, or if that is interrupted, the runs are in <scenario>.<mode>.partial.json.
      """)

  enum Format: String, ExpressibleByArgument, CaseIterable {
    case table
    case json
    case markdown
    case csv
  }

  @Argument(help: "Scenario files; a .schema.json among them is passed over.", transform: Choice.path)
  var scenarios: [String]

  @Option(
    help: "\(Choice.words(ResultFile.Mode.self)): on the real clock with real decoding, or on a virtual one.",
    transform: Choice.word)
  var mode = ResultFile.Mode.replay

  @Option(
    help: "What decoding costs in model mode, in place of the scenario's: \(CostTables.names), or a file.",
    transform: Choice.path)
  var costs: String?

  @Option(help: "Replay over the photos of this folder instead of the scenario's.", transform: Choice.path)
  var library: String?

  @Option(help: "Only these strategies, as 'screens' or 'screens:leading=3,trailing=1'. Repeat for several.")
  var strategy: [String] = []

  @Option(
    help: "Only these resize modes: \(Choice.words(ResizeMode.self)). Repeat for several.",
    transform: Choice.word)
  var resizeMode: [ResizeMode] = []

  @Option(
    help: "Only these cell lifecycles: \(Choice.words(CellLifecycle.self)). Repeat for several.",
    transform: Choice.word)
  var cells: [CellLifecycle] = []

  @Option(help: "How often to run each combination.")
  var iterations: Int?

  @Option(help: "Seeds every random choice, in place of the scenario's seed.")
  var seed: UInt64?

  @Option(help: "Where results go.", transform: Choice.path)
  var output = "results/local"

  @Option(
    help:
      "Writes what the grid's cells ask for to this file, for cache simulators (libCacheSim's oracleGeneral).",
    transform: Choice.path)
  var exportRequests: String?

  @Option(help: "What standard output gets: \(Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = Format.table

  @Flag(name: .customLong("no-progress"), help: "Show no progress, even on a terminal.")
  var hidesProgress = false

  @Option(help: "Seconds after which a run is given up; five times its trace and a minute by default.")
  var timeLimit: Double?

  @Option(help: ArgumentHelp("Lets every run fail, for tests.", visibility: .private), transform: Choice.word)
  var fault: WorkerTask.Fault?

  func validate() throws {
    if let iterations, !(1...1000).contains(iterations) {
      throw ValidationError("--iterations: expected 1 to 1000, found \(iterations)")
    }
    if let timeLimit, !(timeLimit > 0 && timeLimit <= 86_400) {
      throw ValidationError(
        "--time-limit: expected more than 0 and at most 86400 seconds, found \(timeLimit)")
    }
  }

  func run() async throws {
    // Everything that can be wrong is found before the first measurement.
    let chosen = try ScenarioList.withoutSchemas(scenarios).map(load)
    let costs = try chosen.map { scenario in
      mode == .replay
        ? nil : try Exit.onFailure { try CostChoice(for: scenario, named: self.costs) }
    }
    try ScenarioList.checkNames(chosen)
    try OutputFiles.makeFolder(output)
    if let exportRequests {
      guard chosen.count == 1 else {
        throw Exit.because("--export-requests: expected one scenario, found \(chosen.count)")
      }
      try RequestExport.write(chosen[0], isModel: mode == .model, to: exportRequests)
    }
    let runs = ScenarioRuns(
      output: output, showsProgress: Terminal.showsProgress && !hidesProgress, timeLimit: timeLimit,
      fault: fault, show: { [format] result in try Terminal.write(try Self.render(result, as: format)) })
    var endings: [ExitCode] = []
    for (scenario, costs) in zip(chosen, costs) {
      let result =
        if let costs { try await runs.model(scenario, costs: costs) } else { try await runs.replay(scenario) }
      if let code = Exit.code(for: result.verdict) { endings.append(code) }
      if Interrupt.happened { break }
    }
    if let worst = endings.max(by: { $0.rawValue < $1.rawValue }) { throw worst }
  }

  private func load(_ path: String) throws -> Scenario {
    var scenario: Scenario
    do {
      scenario = try ScenarioFile.read(path: path, library: library)
    } catch {
      throw Exit.because(error.description)
    }
    // In a model references cost nothing.
    if mode == .model { scenario = scenario.withReferences }
    if !strategy.isEmpty { scenario.compare.strategies = try strategy.map(StrategyArgument.parse) }
    if !resizeMode.isEmpty { scenario.compare.axes[.resizeMode] = resizeMode.map(\.rawValue) }
    if !cells.isEmpty { scenario.compare.axes[.cells] = cells.map(\.rawValue) }
    if let iterations { scenario.iterations = iterations }
    if let seed { scenario.seed = seed }
    var seen: Set<PlannedRun> = []
    if let twin = scenario.runs.first(where: { !seen.insert($0).inserted }) {
      throw Exit.because("\(path): expected each run once, found \(twin.id(scenario: scenario.name)) again")
    }
    return scenario
  }

  private static func render(_ result: ResultFile, as format: Format) throws -> String {
    switch format {
    case .table: Document([result]).terminal(colour: Terminal.showsColour, width: Terminal.width)
    case .json: try result.json() + "\n"
    case .markdown: Document([result]).markdown()
    case .csv: CSVReport(result).render()
    }
  }
}
