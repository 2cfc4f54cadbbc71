internal import ArgumentParser
internal import BenchReport
internal import GalleryKit
internal import ScrollSim

/// `scrollsim tune`: searches caching strategies under a memory budget.
struct TuneCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "tune", abstract: "Searches caching strategies and their parameters under a memory budget.",
    discussion: """
      Runs in model mode: a grid over every strategy's parameters, then two rounds of refinement around the Pareto \
      front of image memory, blank area and time to settle. '--strategy screens:trailing=1' searches the other \
      parameters of screens. Over several scenarios, a combination must keep to the budget in all. '--shard 2/3' \
      evaluates a share of the grid; 'scrollsim merge' joins the shares and refines. Ends with 2 if nothing keeps to \
      the budget. If it is interrupted, it shows what was found, leaves it as <scenario>.tune.<process>.partial.json, and ends \
      with 3. A search before it goes to <output>/history.

      What is recommended is tried in variations against the front's best few. '--confirm 4' replays four of the front on \
      the real clock, leaves them as <scenario>-confirm.replay.json, and says whether replays agree with the model, cannot \
      tell them apart, or contradict it, which ends with 2.

      Example: scrollsim tune fling --costs this-machine --confirm 4
      """)

  @OptionGroup var scenarios: ScenarioOptions

  @Option(help: "About how many combinations to evaluate.")
  var combinations = 400

  @Option(
    help: "Evaluate only this share of the grid, such as 2/3, for 'scrollsim merge'.", transform: Choice.share
  )
  var shard: TuneShard?

  @OptionGroup var session: TuneSession

  func validate() throws {
    if !(1...100_000).contains(combinations) {
      throw ValidationError("--combinations: expected 1 to 100000, found \(combinations)")
    }
    if shard != nil, scenarios.grid.isGiven {
      throw ValidationError(
        "--library, --columns, --trace: expected no --shard, since 'scrollsim merge' reads the scenarios alone; "
          + "write your grid's with 'scrollsim init'")
    }
    if shard != nil, session.confirmation.most != nil {
      throw ValidationError("--confirm, --shard: expected one of them; 'scrollsim merge' takes '--confirm'")
    }
  }

  func run() async throws {
    let chosen = try scenarios.read()
    let options = try options(for: chosen)
    try await session.run(chosen, options: options, shard: shard) { [shard] search in
      try shard.map(search.run) ?? search.run()
    }
  }

  private func options(for scenarios: [Scenario]) throws -> TuneOptions {
    var axes: [Axis: [String]] = [:]
    for axis in Axis.ofEveryScenario {
      axes[axis] = scenarios.flatMap { $0.compare.axes[axis] ?? [] }.uniqued
    }
    return TuneOptions(
      memoryBudgetBytes: try budget(for: scenarios), combinations: combinations, strategies: try strategies(),
      axes: axes, costs: self.scenarios.costs.name, seed: self.scenarios.seed)
  }

  private func budget(for scenarios: [Scenario]) throws -> Int {
    let budgets = scenarios.map(\.device.memoryBudgetBytes).uniqued
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
    let shippable = ComparedStrategies.all.map { $0.descriptor }.filter { !$0.isReference }.map(\.name)
    let chosen = try scenarios.strategies()
    if let bound = chosen.first(where: { !shippable.contains($0.name) }) {
      throw Exit.because(
        "--strategy: expected one that an app can ship (\(shippable.joined(separator: ", "))), "
          + "found '\(bound.name)', which is a bound")
    }
    return chosen.isEmpty ? shippable.map { StrategySpec(name: $0) } : chosen.uniqued
  }
}
