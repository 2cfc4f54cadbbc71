/// A search over caching strategies, in `<output>/<scenarios>.tune.json`, or one shard's share of it.
///
/// Schema `scrollsim.tune/1`. Keys are sorted, so that equal searches are equal bytes; values that depend on the machine are
/// apart under ``provenance``.
public struct TuneFile: Codable, Hashable, Sendable {
  /// The schema this version writes and reads.
  public static let currentSchema = "scrollsim.tune/1"

  /// ``currentSchema``.
  public var schema = Self.currentSchema
  /// The machine, the time and the program of the search.
  public var provenance: Provenance
  /// The options of the search.
  public var options: TuneOptions
  /// The scenarios, in the order of the measurements.
  public var scenarios: [TuneScenario]
  /// This file's share of the grid; `nil` for a whole search.
  public var shard: TuneShard?
  /// The number of combinations in the grid; refinement adds more.
  public var gridCount: Int
  /// The most combinations that an interrupted search planned; `nil` if the search finished.
  public var plannedCount: Int?
  /// The evaluated candidates, in the order of the search.
  public var candidates: [TuneCandidate]
  /// The outcome; `nil` for a share.
  public var outcome: TuneOutcome?

  /// The name that the search is filed under: the scenarios' names, joined by `+`.
  public var name: String { scenarios.map(\.scenario.name).joined(separator: "+") }
}

/// The options of a search, which all of its parts share.
public struct TuneOptions: Hashable, Sendable {
  /// Bytes that images may take at their peak.
  public var memoryBudgetBytes: Int
  /// The approximate number of requested combinations.
  public var combinations: Int
  /// The searched strategies, with the parameters that have a fixed value.
  public var strategies: [StrategySpec]
  /// The choices on each axis of every scenario, written as fields of the options.
  public var axes: [Axis: [String]]
  /// The name, or file, of the cost table that stands for decoding; `nil` if each scenario names its own.
  public var costs: String?
  /// The seed of every random choice, in place of the scenarios' seeds.
  public var seed: UInt64?

  /// Makes a record of options.
  public init(
    memoryBudgetBytes: Int, combinations: Int, strategies: [StrategySpec],
    axes: [Axis: [String]] = .standard, costs: String? = nil, seed: UInt64? = nil
  ) {
    self.memoryBudgetBytes = memoryBudgetBytes
    self.combinations = combinations
    self.strategies = strategies
    self.axes = axes
    self.costs = costs
    self.seed = seed
  }
}

extension TuneOptions: Codable {
  /// Reads options, with the axes among their fields.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: FieldKey.self)
    memoryBudgetBytes = try fields.decode(Int.self, forKey: "memoryBudgetBytes")
    combinations = try fields.decode(Int.self, forKey: "combinations")
    strategies = try fields.decode([StrategySpec].self, forKey: "strategies")
    axes = [:]
    for axis in Axis.ofEveryScenario {
      axes[axis] = try fields.decode([String].self, forKey: FieldKey(axis.list))
    }
    costs = try fields.decodeIfPresent(String.self, forKey: "costs")
    seed = try fields.decodeIfPresent(UInt64.self, forKey: "seed")
  }

  /// Writes options, with the axes among their fields.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: FieldKey.self)
    try fields.encode(memoryBudgetBytes, forKey: "memoryBudgetBytes")
    try fields.encode(combinations, forKey: "combinations")
    try fields.encode(strategies, forKey: "strategies")
    for (axis, words) in axes { try fields.encode(words, forKey: FieldKey(axis.list)) }
    try fields.encodeIfPresent(costs, forKey: "costs")
    try fields.encodeIfPresent(seed, forKey: "seed")
  }
}

/// A scenario that was searched over.
public struct TuneScenario: Codable, Hashable, Sendable {
  /// The file, as the command line named it.
  public var path: String
  /// The scenario; its budget is the search's.
  public var scenario: ScenarioRecord
  /// The scenario's photos.
  public var library: LibraryRecord
  /// The cost table's name.
  public var costs: String
  /// The hash of the cost table's figures.
  public var costsSHA256: String
  /// Why the costs differ from the scenario's; `nil` if they do not.
  public var costsNote: String?

  /// Makes a record of a scenario.
  public init(
    path: String, scenario: ScenarioRecord, library: LibraryRecord, costs: String, costsSHA256: String,
    costsNote: String? = nil
  ) {
    self.path = path
    self.scenario = scenario
    self.library = library
    self.costs = costs
    self.costsSHA256 = costsSHA256
    self.costsNote = costsNote
  }
}

/// One of several equal shares of a grid: every `count`th combination.
public struct TuneShard: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The share's number, from 1.
  public var index: Int
  /// The number of shares.
  public var count: Int

  /// Makes a share; `nil` unless it is one of `count`.
  public init?(index: Int, of count: Int) {
    guard count >= 1, (1...count).contains(index) else { return nil }
    self.index = index
    self.count = count
  }

  /// As in `2/3`.
  public var description: String { "\(index)/\(count)" }
}
