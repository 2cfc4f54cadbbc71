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
public struct TuneOptions: Codable, Hashable, Sendable {
  /// Bytes that images may take at their peak.
  public var memoryBudgetBytes: Int
  /// About how many combinations were asked for.
  public var combinations: Int
  /// The strategies that were searched, with the parameters that were given.
  public var strategies: [Strategy]
  /// How the grid keeps images of its cells.
  public var cells: [String]
  /// How images are resized.
  public var resizeModes: [String]
  /// How images are delivered.
  public var deliveryModes: [String]
  /// Which image goes first when memory runs short.
  public var eviction: [String]
  /// The name, or file, of the cost table that stands for decoding; `nil` if each scenario names its own.
  public var costs: String?
  /// What seeds every random choice in place of the scenarios' seeds.
  public var seed: UInt64?

  /// A strategy that takes part, and the parameters that keep to a given value.
  public struct Strategy: Codable, Hashable, Sendable {
    /// The strategy's name.
    public var name: String
    /// Parameters that are not searched.
    public var fixed: [String: Double]

    /// Makes a record of a strategy.
    public init(name: String, fixed: [String: Double]) {
      self.name = name
      self.fixed = fixed
    }
  }

  /// Makes a record of options.
  public init(
    memoryBudgetBytes: Int, combinations: Int, strategies: [Strategy], cells: [String], resizeModes: [String],
    deliveryModes: [String], eviction: [String], costs: String?, seed: UInt64?
  ) {
    self.memoryBudgetBytes = memoryBudgetBytes
    self.combinations = combinations
    self.strategies = strategies
    self.cells = cells
    self.resizeModes = resizeModes
    self.deliveryModes = deliveryModes
    self.eviction = eviction
    self.costs = costs
    self.seed = seed
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
