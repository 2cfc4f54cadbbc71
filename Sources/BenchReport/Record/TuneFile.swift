/// A search over caching strategies: what `<output>/<scenarios>.tune.json` holds, or one shard's share of it.
///
/// Schema `scrollsim.tune/1`. Keys are sorted, so that equal searches are equal bytes; what differs between machines
/// stands apart under ``provenance``.
public struct TuneFile: Codable, Hashable, Sendable {
  /// The schema this version writes and reads.
  public static let currentSchema = "scrollsim.tune/1"

  /// ``currentSchema``.
  public var schema = Self.currentSchema
  /// Where, when and by what the search was made.
  public var provenance: Provenance
  /// What was searched, and how.
  public var options: TuneOptions
  /// Over which scenarios, in the order in which measurements are listed.
  public var scenarios: [TuneScenario]
  /// Which share of the grid this is; `nil` for a whole search.
  public var shard: TuneShard?
  /// How many combinations the grid has; refinement adds more.
  public var gridCount: Int
  /// How many combinations there were to be, at most, where the search was interrupted; `nil` if it came to its end.
  public var plannedCount: Int?
  /// What was evaluated, in the order of the search.
  public var candidates: [TuneCandidate]
  /// What comes out; `nil` for a share.
  public var outcome: TuneOutcome?

  /// Makes a record of a search.
  public init(
    provenance: Provenance, options: TuneOptions, scenarios: [TuneScenario], shard: TuneShard? = nil,
    gridCount: Int, plannedCount: Int? = nil, candidates: [TuneCandidate], outcome: TuneOutcome? = nil
  ) {
    self.provenance = provenance
    self.options = options
    self.scenarios = scenarios
    self.shard = shard
    self.gridCount = gridCount
    self.plannedCount = plannedCount
    self.candidates = candidates
    self.outcome = outcome
  }

  /// What the search is filed under: the scenarios' names, joined by `+`.
  public var name: String { scenarios.map(\.scenario.name).joined(separator: "+") }
}

/// What was searched, and how; parts of one search have the same.
public struct TuneOptions: Hashable, Sendable {
  /// Bytes that images may take at their peak.
  public var memoryBudgetBytes: Int
  /// About how many combinations were asked for.
  public var combinations: Int
  /// The strategies that were searched, with the parameters that keep to a given value.
  public var strategies: [StrategySpec]
  /// The choices on each axis of every scenario, written as fields of the options.
  public var axes: [Axis: [String]]
  /// The name, or file, of the cost table that stands for decoding; `nil` if each scenario names its own.
  public var costs: String?
  /// What seeds every random choice in place of the scenarios' seeds.
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
  /// What is replayed; its budget is the search's.
  public var scenario: ScenarioRecord
  /// Over which photos.
  public var library: LibraryRecord
  /// The cost table's name.
  public var costs: String
  /// Of the cost table's figures.
  public var costsSHA256: String
  /// Why the costs are not those that the scenario names; `nil` if they are.
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
  /// Which share, from 1.
  public var index: Int
  /// How many shares there are.
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
