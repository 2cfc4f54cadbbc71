internal import ArgumentParser
internal import GalleryKit
internal import ScrollSim

/// Options that replace settings of scenarios.
struct ScenarioOptions: ParsableArguments {
  @Option(
    help: "Only these strategies, such as 'screens' or 'screens:leading=3,trailing=1'. Repeat for several.")
  var strategy: [String] = []

  @Option(
    help: "Only these orders: \(Axis.order.words.joined(separator: ", ")). Repeat for several.",
    transform: { try OptionValue.name($0, among: Axis.order.words) })
  var order: [String] = []

  @Option(
    help: "Only these resize modes: \(OptionValue.words(ResizeMode.allCases)). Repeat for several.",
    transform: OptionValue.word)
  var resizeMode: [ResizeMode] = []

  @Option(
    help: "Only these cell lifecycles: \(OptionValue.words(CellLifecycle.allCases)). Repeat for several.",
    transform: OptionValue.word)
  var cells: [CellLifecycle] = []

  @Option(help: "Seeds every random choice, in place of the scenarios' seeds.")
  var seed: UInt64?

  @OptionGroup var grid: GridOptions

  var costs: CostsOption { grid.costs }

  var areGiven: Bool {
    !(strategy.isEmpty && order.isEmpty && resizeMode.isEmpty && cells.isEmpty) || seed != nil || grid.isGiven
      || grid.memoryBudget != nil || costs.name != nil
  }

  /// Reads scenario files, and applies the options, but `change` first: the grid that is asked about needs room there.
  func read(_ paths: [String], changing change: (inout Scenario) -> Void = { _ in }) throws -> [Scenario] {
    let strategies = try strategies()
    var scenarios = try ScenarioFiles.read(paths, library: grid.library)
    for index in scenarios.indices {
      change(&scenarios[index])
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
    let descriptors = ComparedStrategies.all.map { $0.descriptor }
    guard let descriptor = descriptors.first(where: { $0.name == name }) else {
      let known = descriptors.map(\.name)
      let expected = "one of \(known.joined(separator: ", "))"
      throw Exit.because("--strategy: \(OptionValue.refusal(of: name, among: known, expected: expected))")
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
  @Argument(help: ScenarioFiles.help, completion: .file(extensions: ["json"]), transform: OptionValue.path)
  var scenarios: [String]

  @OptionGroup var options: ScenarioOptions

  @Option(help: "How often to run each combination, in turn with the others.")
  var rounds: Int?

  /// `check --base` gives this to programs that are older than `--rounds`, and to this one.
  @Option(name: .customLong("iterations"), help: .hidden)
  var roundsOfOlderPrograms: Int?

  func validate() throws {
    try OptionValue.check("--rounds", iterations, in: 1...1000)
  }

  var iterations: Int? { rounds ?? roundsOfOlderPrograms }

  func read() throws -> [Scenario] {
    let scenarios = try options.read(scenarios) { if let iterations { $0.iterations = iterations } }
    for scenario in scenarios {
      var seen: Set<PlannedRun> = []
      if let twin = scenario.runs.first(where: { !seen.insert($0).inserted }) {
        throw Exit.because(
          "\(scenario.path): expected each run once, found \(twin.id(scenario: scenario.name)) again")
      }
    }
    return scenarios
  }
}

/// The options that describe a grid and how it is scrolled, alike in all commands: each replaces what a
/// scenario says.
struct GridOptions: ParsableArguments {
  @Option(help: "Photos of this folder instead of the scenario's.", transform: OptionValue.path)
  var library: String?

  @Option(help: "Cells in a row.", transform: OptionValue.cellCount)
  var columns: Int?

  @Option(help: "Memory for images, such as 150MB.", transform: OptionValue.memoryBudget)
  var memoryBudget: Int?

  @OptionGroup var costs: CostsOption

  @Option(help: "A recording of how the grid is scrolled.", transform: OptionValue.path)
  var trace: String?

  @Flag(help: "Reverses the recording's direction.")
  var invert = false

  @Option(
    help:
      "How the grid moves on when a finger of the recording lets go: \(Self.allPhysics); the first by default."
  )
  var physics: String?

  private static let allPhysics = ScrollPhysicsModels.all.map(\.name).joined(separator: ", ")

  func validate() throws {
    try refuse(
      invert && trace == nil, "--invert: expected '--trace FILE.csv', whose direction it reverses")
    guard let physics else { return }
    let names = ScrollPhysicsModels.all.map(\.name)
    try refuse(!names.contains(physics), "--physics: \(OptionValue.refusal(of: physics, among: names))")
    try refuse(trace == nil, "--physics: expected '--trace FILE.csv', whose finger it follows")
  }

  var chosenPhysics: String { physics ?? ScrollPhysicsModels.all[0].name }

  /// The recording; `nil` for the scenario's trace.
  var recording: RecordingSource? {
    trace.map { RecordingSource(path: $0, physics: chosenPhysics, isInverted: invert) }
  }

  /// Whether the options describe a grid that the scenario's file alone does not.
  var isGiven: Bool { library != nil || columns != nil || trace != nil }

  /// Replaces the scenario's settings by the given ones, except the library, which it was read with.
  func change(_ scenario: inout Scenario) throws {
    if let memoryBudget { scenario.device.memoryBudgetBytes = memoryBudget }
    if let name = costs.name { scenario.device.costs = name }
    try scenario.ask(GridQuestion(columns: columns, recording: recording))
  }
}

/// The length of replays, and the handling of the ones that other work disturbed.
struct PaceOptions: ParsableArguments {
  @Option(
    help:
      "Without --rounds, replays take three rounds or more, until no rival can visibly beat the recommendation, or until this time has passed: 90s, 10m or 1h; \(Int(ReplayPlan.Pace().seconds / 60))m by default.",
    transform: OptionValue.duration)
  var atMost: Double?

  @Option(
    help:
      "How many rounds' worth of replays may be repeated because other work disturbed them; \(ReplayPlan.Pace().repeats) by default."
  )
  var repeats: Int?

  @Flag(help: "Exit with 3 if other work disturbed replays too much to tell which is best.")
  var requireQuiet = false

  func validate() throws {
    try OptionValue.check("--repeats", repeats, in: 0...100)
  }

  var areGiven: Bool { atMost != nil || repeats != nil || requireQuiet }

  /// The replays beyond the requested iterations; without a request they go on.
  func pace(iterations: Int?) -> ReplayPlan.Pace {
    var pace = ReplayPlan.Pace(goesOn: iterations == nil)
    if let repeats { pace.repeats = repeats }
    if let atMost { pace.seconds = atMost }
    return pace
  }

  /// The exit code for a result that had to be measured in quiet and was not; otherwise `nil`.
  func code(for result: ResultFile) -> ExitCode? {
    requireQuiet && Quietness(result).isTooBusyToTell ? Exit.notMeasured : nil
  }
}
