internal import ArgumentParser
internal import GalleryKit
internal import ScrollSim

/// Options that replace settings of scenarios.
struct ScenarioOptions: ParsableArguments {
  @Option(help: "Only these strategies, as 'screens' or 'screens:leading=3,trailing=1'. Repeat for several.")
  var strategy: [String] = []

  @Option(
    help: "Only these orders: \(Axis.order.words.joined(separator: ", ")). Repeat for several.",
    transform: { try Choice.name($0, among: Axis.order.words) })
  var order: [String] = []

  @Option(
    help: "Only these resize modes: \(Choice.words(ResizeMode.self)). Repeat for several.",
    transform: Choice.word)
  var resizeMode: [ResizeMode] = []

  @Option(
    help: "Only these cell lifecycles: \(Choice.words(CellLifecycle.self)). Repeat for several.",
    transform: Choice.word)
  var cells: [CellLifecycle] = []

  @Option(help: "Seeds every random choice, in place of the scenarios' seeds.")
  var seed: UInt64?

  @OptionGroup var grid: GridOptions

  var costs: CostsOption { grid.costs }

  /// Whether any of the options was given.
  var areGiven: Bool {
    !(strategy.isEmpty && order.isEmpty && resizeMode.isEmpty && cells.isEmpty) || seed != nil || grid.isGiven
      || grid.memoryBudget != nil || costs.name != nil
  }

  /// Reads scenario files and applies the options.
  ///
  /// - Throws: an exit code, after a message with the faulty file or option.
  func read(_ paths: [String]) throws -> [Scenario] {
    let strategies = try strategies()
    var scenarios = try ScenarioFiles.read(paths, library: grid.library)
    for index in scenarios.indices {
      if !strategies.isEmpty { scenarios[index].compare.strategies = strategies }
      if !order.isEmpty { scenarios[index].compare.axes[.order] = order }
      if !resizeMode.isEmpty { scenarios[index].compare.axes[.resizeMode] = resizeMode.map(\.rawValue) }
      if !cells.isEmpty { scenarios[index].compare.axes[.cells] = cells.map(\.rawValue) }
      if let seed { scenarios[index].seed = seed }
      try grid.change(&scenarios[index])
    }
    return scenarios
  }

  /// The strategies that `--strategy` names; empty where it is absent.
  func strategies() throws -> [StrategySpec] { try strategy.map(Self.strategy) }

  /// Reads a strategy, as in `screens` or `screens:leading=3,trailing=1`.
  private static func strategy(_ argument: String) throws -> StrategySpec {
    let parts = argument.split(separator: ":", maxSplits: 1)
    let name = parts.first.map(String.init) ?? ""
    guard let descriptor = ComparedStrategies.named(name)?.descriptor else {
      let known = ComparedStrategies.all.map { $0.descriptor.name }
      let expected = "one of \(known.joined(separator: ", "))"
      throw Exit.because("--strategy: \(Choice.refusal(of: name, among: known, expected: expected))")
    }
    var parameters: [String: Double] = [:]
    for setting in parts.dropFirst().joined().split(separator: ",") {
      let pair = setting.split(separator: "=", maxSplits: 1).map(String.init)
      guard pair.count == 2, let value = Double(pair[1]) else {
        throw Exit.because("--strategy \(name): expected settings such as leading=3, found '\(setting)'")
      }
      parameters[pair[0]] = value
    }
    if let problem = descriptor.problem(with: parameters) {
      throw Exit.because("--strategy \(name): \(problem)")
    }
    return StrategySpec(name: name, parameters: parameters)
  }
}

/// The scenarios of commands that run them, and how often.
struct RunOptions: ParsableArguments {
  @OptionGroup var files: ScenarioFiles

  @OptionGroup var options: ScenarioOptions

  @Option(help: "How often to run each combination, in turn with the others.")
  var rounds: Int?

  /// `check --base` gives this to programs that are older than `--rounds`, and to this one.
  @Option(name: .customLong("iterations"), help: .hidden)
  var roundsOfOlderPrograms: Int?

  func validate() throws {
    try Choice.check("--rounds", iterations, in: 1...1000)
  }

  /// The iterations in place of the scenarios' own.
  var iterations: Int? { rounds ?? roundsOfOlderPrograms }

  /// Reads the scenarios and applies the options.
  ///
  /// - Throws: an exit code, after a message with the faulty file or option.
  func read() throws -> [Scenario] {
    var scenarios = try options.read(files.scenarios)
    for index in scenarios.indices {
      if let iterations { scenarios[index].iterations = iterations }
      let scenario = scenarios[index]
      var seen: Set<PlannedRun> = []
      if let twin = scenario.runs.first(where: { !seen.insert($0).inserted }) {
        throw Exit.because(
          "\(scenario.path): expected each run once, found \(twin.id(scenario: scenario.name)) again")
      }
    }
    return scenarios
  }
}
