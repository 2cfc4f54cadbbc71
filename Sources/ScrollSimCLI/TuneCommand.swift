internal import ArgumentParser
internal import BenchReport
internal import Foundation
internal import GalleryKit
internal import ScrollSim

/// `scrollsim tune`: searches caching strategies under a memory budget.
struct TuneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune", abstract: "Searches caching strategies and their parameters under a memory budget.",
    discussion: """
      Runs in model mode: a grid over every strategy's parameters, then two rounds of refinement around the Pareto \
      front of image memory, blank area and time to settle. Over several scenarios, a combination must keep to the \
      budget in all. '--shard 2/3' evaluates a share of the grid; 'scrollsim merge' joins the shares and refines. \
      Ends with 2 if nothing keeps to the budget. If it is interrupted, it shows what was found, leaves it as \
      <scenario>.tune.partial.json, and ends with 3. A search before it goes to <output>/history.
      """)

  @Argument(help: "Scenario files.", transform: Choice.path)
  var scenarios: [String]

  @Option(
    help: "What images may take at their peak, such as 150MB; the scenarios' device.memoryBudget by default.",
    transform: Self.memory)
  var memoryBudget: Int?

  @Option(
    help: "What decoding costs, in place of the scenarios': \(CostTables.names), or a file.",
    transform: Choice.path)
  var costs: String?

  @Option(
    help: """
      Only these strategies, as 'screens', or as 'screens:trailing=1' to search the other parameters. Repeat for \
      several.
      """)
  var strategy: [String] = []

  @Option(
    help:
      "These resize modes, in place of the scenarios': \(Choice.words(ResizeMode.self)). Repeat for several.",
    transform: Choice.word)
  var resizeMode: [ResizeMode] = []

  @Option(
    help:
      "These cell lifecycles, in place of the scenarios': \(Choice.words(CellLifecycle.self)). Repeat for several.",
    transform: Choice.word)
  var cells: [CellLifecycle] = []

  @Option(help: "Seeds every random choice, in place of the scenarios' seeds.")
  var seed: UInt64?

  @Option(help: "About how many combinations to evaluate.")
  var combinations = 400

  @Option(help: "How many runs at a time; as many as there are cores by default.")
  var jobs: Int?

  @Option(
    help: "Evaluate only this share of the grid, such as 2/3, for 'scrollsim merge'.", transform: Self.share)
  var shard: TuneShard?

  @Option(help: "Where the search goes.", transform: Choice.path)
  var output = "results/local"

  @Option(
    help: "What standard output gets: \(RunCommand.Format.allCases.map(\.rawValue).joined(separator: ", ")).")
  var format = RunCommand.Format.table

  @Flag(name: .customLong("no-progress"), help: "Show no progress, even on a terminal.")
  var hidesProgress = false

  func validate() throws {
    if !(1...100_000).contains(combinations) {
      throw ValidationError("--combinations: expected 1 to 100000, found \(combinations)")
    }
    try TuneSession.check(jobs: jobs)
  }

  func run() async throws {
    let chosen = try load()
    let options = try options(for: chosen)
    let session = TuneSession(output: output, format: format, jobs: jobs, hidesProgress: hidesProgress)
    try await session.run(chosen, options: options, shard: shard) { [shard] search in
      try shard.map(search.run) ?? search.run()
    }
  }

  private func load() throws -> [Scenario] {
    let chosen = try scenarios.map(TuneSession.scenario)
    for (index, scenario) in chosen.enumerated() {
      guard let other = chosen[..<index].first(where: { $0.name == scenario.name }) else { continue }
      throw Exit.because(
        "\(scenario.path): expected another name than \(other.path) has, found '\(scenario.name)' again; "
          + "name each scenario once")
    }
    return chosen
  }

  private func options(for scenarios: [Scenario]) throws -> TuneOptions {
    var axes: [Axis: [String]] = [:]
    for axis in Axis.ofEveryScenario {
      axes[axis] = Self.distinct(scenarios.flatMap { $0.compare.axes[axis] ?? [] })
    }
    if !cells.isEmpty { axes[.cells] = Self.distinct(cells.map(\.rawValue)) }
    if !resizeMode.isEmpty { axes[.resizeMode] = Self.distinct(resizeMode.map(\.rawValue)) }
    return TuneOptions(
      memoryBudgetBytes: try budget(for: scenarios), combinations: combinations, strategies: try strategies(),
      axes: axes, costs: costs, seed: seed)
  }

  private func budget(for scenarios: [Scenario]) throws -> Int {
    if let memoryBudget { return memoryBudget }
    let budgets = Self.distinct(scenarios.map(\.device.memoryBudgetBytes))
    guard budgets.count == 1 else {
      let words = scenarios.map {
        "\($0.name) \(Figure.exact(Double($0.device.memoryBudgetBytes), unit: "bytes"))"
      }
      throw Exit.because(
        "expected scenarios of one device.memoryBudget, found \(words.joined(separator: ", ")); "
          + "give '--memory-budget'")
    }
    return budgets[0]
  }

  private func strategies() throws -> [StrategySpec] {
    let shippable = CachingStrategies.all.map { $0.descriptor }.filter { !$0.isReference }.map(\.name)
    guard !strategy.isEmpty else { return shippable.map { StrategySpec(name: $0) } }
    return try Self.distinct(
      strategy.map { argument in
        let spec = try StrategyArgument.parse(argument)
        guard shippable.contains(spec.name) else {
          throw Exit.because(
            "--strategy: expected one that an app can ship (\(shippable.joined(separator: ", "))), "
              + "found '\(spec.name)', which is a bound")
        }
        return spec
      })
  }

  private static func distinct<Value: Hashable>(_ values: [Value]) -> [Value] {
    var seen: Set<Value> = []
    return values.filter { seen.insert($0).inserted }
  }

  private static func memory(_ argument: String) throws -> Int {
    guard let bytes = ByteCount.bytes(in: argument), bytes > 0 else {
      throw ValidationError("expected \(ByteCount.example), above 0, found '\(argument)'")
    }
    return bytes
  }

  private static func share(_ argument: String) throws -> TuneShard {
    let numbers = argument.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let index = numbers[0], let count = numbers[1], count <= 10_000,
      let shard = TuneShard(index: index, of: count)
    else {
      throw ValidationError("expected a share from 1/n to n/n, n at most 10000, found '\(argument)'")
    }
    return shard
  }
}
