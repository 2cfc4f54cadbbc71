internal import ArgumentParser
internal import GalleryKit
internal import ScrollSim

/// `scrollsim advise`: searches windows, orders and parameters under a memory budget.
struct AdviseCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "advise", abstract: "Says how far ahead to load, in what order and with how much memory.",
    discussion: """
      Compares every strategy in every order, in model mode, and says which to use and why, with the Swift \
      code for it. The grid and its scroll are those of a scenario, by default the shipped session, which \
      scrolls as most people do; options change what is different on yours. With several scenarios, a \
      combination must fit the budget in all.

      --combinations 400 also searches parameters: a grid, then two rounds around the Pareto front of image \
      memory, missed area and time to settle. --every shows each strategy at each load, with the bound. \
      --confirm 4 replays four of the front. --shard 2/3 evaluates one share of the grid; --join FILE… joins \
      the shares and finishes the search.

      Writes <output>/<scenario>.advice.json and a page; the previous ones move to <output>/history. If \
      interrupted, it shows and keeps what it found. Exits with 2 if nothing fits the budget or replays \
      contradict the model, 3 if something was not measured, 5 if the shares are not of one search.

      Example: scrollsim advise --columns 4 --decode-time 25ms --memory-budget 120MB --trace my-scroll.csv
      """)

  private static let standard = "session"

  @Argument(
    help: "Scenario files, or names of shipped ones; '\(Self.standard)' by default.",
    completion: .file(extensions: ["json"]), transform: OptionValue.path)
  var scenarios: [String] = []

  @OptionGroup var asked: ScenarioOptions
  @OptionGroup var device: AskedDevice

  @Option(help: "About how many combinations to evaluate; by default each strategy's defaults in each order.")
  var combinations: Int?

  @Flag(help: "Shows every strategy at each load, references included, with the bound that none can beat.")
  var every = false

  @Option(
    help:
      "Loads at which to try the best, or all with --every: arrivals per second × decode seconds ÷ decoders, such as 0.3,1,2.",
    transform: OptionValue.loads)
  var loads: [Double] = []

  @Flag(
    inversion: .prefixedNo,
    help: "Tries the best in up to 27 variations of speed, decode time, columns and chance, and at loads.")
  var variations = true

  @OptionGroup var confirmation: ConfirmOptions

  @Option(
    help: "Evaluate only this share of the grid, such as 2/3, for '--join'.", transform: OptionValue.share)
  var shard: AdviceFile.Shard?

  @Option(
    parsing: .upToNextOption, help: "Join all files that '--shard' wrote, and finish their search.",
    transform: OptionValue.path)
  var join: [String] = []

  @Option(help: "How many runs at a time; one per core by default.")
  var jobs: Int?

  @OptionGroup var output: OutputOption
  @Option(of: .table, .json, .markdown, .csv) var format = Format.table
  @OptionGroup var progress: ProgressOption

  func validate() throws {
    try OptionValue.check("--combinations", combinations, in: 1...100_000)
    try OptionValue.check("--jobs", jobs, in: 1...1024)
    try refuse(
      shard != nil && confirmation.most != nil,
      "--confirm, --shard: expected one of them; '--join' takes '--confirm'")
    try refuse(
      shard != nil && (asked.grid.isGiven || device.isGiven),
      "--shard: expected no option that describes a grid, since '--join' reads only the scenarios; "
        + "write your grid's with 'scrollsim init'")
    try refuse(
      confirmation.most != nil && device.isGiven,
      "--confirm: expected no \(AskedDevice.names), since replays read only the scenario; write your own with "
        + "'scrollsim init'")
    let isAsked =
      !scenarios.isEmpty || asked.areGiven || device.isGiven || shard != nil || every || combinations != nil
      || !loads.isEmpty || !variations
    try refuse(
      !join.isEmpty && isAsked,
      "--join: expected no scenario and no option of the search, which the shares hold")
  }

  func run() async throws {
    guard join.isEmpty else { return try await finish() }
    let chosen = try asked.read(scenarios.isEmpty ? [Self.standard] : scenarios, changing: device.change)
    try await run(chosen, options: options(for: chosen), shard: shard) { [shard] search in
      try shard.map(search.run) ?? search.run()
    }
  }

  private func finish() async throws {
    let shares = try Shards(join.map { path in (path: path, file: try AdviceFile.read(path: path)) })
    let scenarios = try shares.scenarios.map { try ScenarioFile.read(path: $0.path) }
    try await run(scenarios, options: shares.options) { search in
      try shares.check(search)
      return try search.finish(shares.candidates)
    }
  }

  private func options(for scenarios: [Scenario]) throws -> AdviceOptions {
    var axes: [Axis: [String]] = [:]
    // A search looks at first visits, which find no stored thumbnails.
    for axis in Axis.allCases where axis != .thumbnailStore {
      let words = scenarios.flatMap { $0.compare.axes[axis] ?? [] }.uniqued
      axes[axis] = words.isEmpty ? nil : words
    }
    if asked.order.isEmpty {
      // If several orders are equally good, the standard one is taken.
      axes[.order] = ([Axis.order.standard].compactMap(\.self) + RequestOrder.all.map(\.name)).uniqued
    }
    var options = AdviceOptions(
      memoryBudgetBytes: try budget(for: scenarios), combinations: combinations, strategies: try strategies(),
      axes: axes, costs: asked.costs.name, seed: asked.seed)
    let usual = every ? [0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.4, 2, 3] : variations ? [0.3, 1, 2] : []
    options.loads = loads.isEmpty ? usual : loads.sorted()
    (options.comparesEvery, options.varies) = (every, variations)
    return options
  }

  private func budget(for scenarios: [Scenario]) throws -> Int {
    let budgets = scenarios.map(\.device.memoryBudgetBytes).uniqued
    guard budgets.count == 1 else {
      let words = scenarios.map {
        "\($0.name) \(Figure.exact(Double($0.device.memoryBudgetBytes), unit: "bytes"))"
      }
      throw Exit.because(
        "expected scenarios with the same device.memoryBudget, found \(words.joined(separator: ", ")); "
          + "give '--memory-budget'")
    }
    return budgets[0]
  }

  private func strategies() throws -> [StrategySpec] {
    let known = ComparedStrategies.all.map { $0.descriptor }.filter { every || !$0.isReference }.map(\.name)
    let chosen = try asked.strategies()
    if let bound = chosen.first(where: { !known.contains($0.name) }) {
      throw Exit.because(
        "--strategy: expected one that an app can ship (\(known.joined(separator: ", "))), "
          + "found '\(bound.name)', which is a bound")
    }
    return chosen.isEmpty ? known.map { StrategySpec(name: $0) } : chosen.uniqued
  }
}

/// The device and the scroll speed that are asked about, in place of the scenario's.
struct AskedDevice: ParsableArguments {
  static let names = "--screen, --workers, --decode-time or --speed"

  @Option(
    help: "The screen in points, such as 390x844, or with pixels per point, 390x844@3.",
    transform: Self.screen)
  var screen: (width: Double, height: Double, scale: Double?)?

  @Option(help: "How many decoders work at a time.")
  var workers: Int?

  @Option(
    help: "The median time to decode a photo at the size of a cell, such as 25ms.",
    transform: Self.decodeSeconds)
  var decodeTime: Double?

  @Option(help: "How many times as fast the grid is scrolled, such as 0.5 or 1.5.")
  var speed: Double?

  var isGiven: Bool { screen != nil || workers != nil || decodeTime != nil || speed != nil }

  func validate() throws {
    try OptionValue.check("--workers", workers, in: 1...64)
    guard let speed else { return }
    try refuse(!(0.1...10).contains(speed), "--speed: expected 0.1 to 10, found \(Figure.plain(speed))")
  }

  /// Replaces the scenario's settings by the given ones, except the decode time, which is measured.
  func change(_ scenario: inout Scenario) {
    if let screen {
      (scenario.screen.width, scenario.screen.height) = (screen.width, screen.height)
      scenario.screen.scale = screen.scale ?? scenario.screen.scale
    }
    if let workers { scenario.device.decodeWorkers = workers }
    if let speed { scenario.speed = speed }
  }

  /// Longer times than ten seconds are mistakes, usually of units.
  private static func decodeSeconds(_ argument: String) throws -> Double {
    try OptionValue.seconds(
      argument, bare: 1e-3, in: 1e-5...10,
      "a time from 0.01 ms to 10 s such as 25ms (us, ms, s), or milliseconds")
  }

  private static func screen(_ argument: String) throws -> (width: Double, height: Double, scale: Double?) {
    let parts = argument.split(separator: "@", omittingEmptySubsequences: false).map(String.init)
    let sides = (parts.first ?? "").split(separator: "x", omittingEmptySubsequences: false).map { Double($0) }
    let scales = parts.dropFirst().map { Double($0) ?? 0 }
    guard scales.count <= 1, sides.count == 2, let width = sides[0], let height = sides[1],
      (50...10_000).contains(width), (50...10_000).contains(height),
      scales.allSatisfy({ (0.5...8).contains($0) })
    else { throw ValidationError("expected a screen such as 390x844@3, found '\(argument)'") }
    return (width, height, scales.first)
  }
}
