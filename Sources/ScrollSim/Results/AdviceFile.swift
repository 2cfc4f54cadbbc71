/// A search for the window and the order that suit scenarios, in `<output>/<scenarios>.advice.json`, or one shard's share of it.
public struct AdviceFile: Codable, Hashable, Sendable {
  package static let currentSchema = "scrollsim.advice/1"

  package var schema = Self.currentSchema
  package var provenance: Provenance
  package var options: AdviceOptions
  /// The scenarios, in the order of the candidates' figures.
  package var scenarios: [AdviceScenario]
  /// This file's share of the grid; `nil` for a whole search.
  package var shard: Shard?
  /// The number of combinations in the grid; refinement adds more.
  package var gridCount: Int
  /// The most combinations that an interrupted search planned, in variations and at loads, too; `nil` if the search finished.
  package var plannedCount: Int?
  /// The evaluated combinations, in the order of the search.
  package var candidates: [Candidate]
  /// The outcome; `nil` for a share.
  package var outcome: Outcome?

  /// The name that the search is filed under: the scenarios' names, joined by `+`.
  package var name: String { scenarios.map(\.scenario.name).joined(separator: "+") }

  /// One of several equal shares of a grid: every `count`th combination.
  package struct Shard: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The share's number, from 1.
    package var index: Int
    package var count: Int

    /// Makes a share; `nil` unless it is one of `count`.
    package init?(index: Int, of count: Int) {
      guard count >= 1, (1...count).contains(index) else { return nil }
      (self.index, self.count) = (index, count)
    }

    package var description: String { "\(index)/\(count)" }

    /// Every `count`th place in a grid, so that shares take equally long.
    package func places(in gridCount: Int) -> [Int] {
      Array(stride(from: index - 1, to: gridCount, by: count))
    }
  }

  /// The outcome of a search; it names combinations by their places among the candidates.
  package struct Outcome: Codable, Hashable, Sendable {
    /// The combinations that fit and that none beats in image memory, missed area and time to settle at once,
    /// by rising memory.
    package var front: [Int]
    /// The front's knee; `nil` if it has none.
    package var knee: Int?
    /// The recommended combination; `nil` if nothing fits.
    package var recommended: Advice?
    /// The recommendations among the front's best few under other assumptions of the model, with the first scenario's columns, if
    /// requested.
    package var variations: [VariationRecord]?
    /// The recommendations at other loads of the decoders, by rising load; `nil` if they were not requested.
    package var loads: [LoadRecord]?
    /// The verdict of replays on the recommendation; `nil` without replays.
    package var confirmation: ConfirmationRecord?
  }

  /// A recommended combination, ready to take.
  package struct Advice: Codable, Hashable, Sendable {
    /// Its place among the candidates.
    package var candidate: Int
    /// How far its window reaches, as in `2 screenfuls (48 photos) ahead`; `nil` if it has no parameters that say so.
    package var reach: String?
    /// The entry for a scenario's list of strategies.
    package var scenarioJSON: String
    /// The Swift code with which an app loads, orders and caches like this.
    package var swift: String
  }
}

/// The options of a search, which all of its shares have in common.
package struct AdviceOptions: Codable, Hashable, Sendable {
  /// Bytes that images may take at their peak.
  package var memoryBudgetBytes: Int
  /// About how many combinations to evaluate; `nil` for each strategy's defaults.
  package var combinations: Int?
  /// The searched strategies, with the parameters that have a fixed value.
  package var strategies: [StrategySpec]
  /// The choices on each axis that has any, by the axis's key in `compare`.
  package var choices: [String: [String]]
  /// The name, or file, of the cost table used for decoding; `nil` if each scenario names its own.
  package var costs: String?
  /// The seed of every random choice, in place of the scenarios' seeds.
  package var seed: UInt64?
  /// The loads to try, rising.
  package var loads: [Double] = []
  /// Whether every combination is tried at each load, references too, with the bounds that no strategy can
  /// beat.
  package var comparesEvery = false
  /// Whether to try the best few under other assumptions than the model's.
  package var varies = false

  package var axes: [Axis: [String]] {
    get { Axis.allCases.reduce(into: [:]) { $0[$1] = choices[$1.list] } }
    set { choices = Dictionary(uniqueKeysWithValues: newValue.map { ($0.key.list, $0.value) }) }
  }

  package init(
    memoryBudgetBytes: Int, combinations: Int? = nil, strategies: [StrategySpec],
    axes: [Axis: [String]] = .standard, costs: String? = nil, seed: UInt64? = nil
  ) {
    (self.memoryBudgetBytes, self.combinations) = (memoryBudgetBytes, combinations)
    (self.strategies, self.costs, self.seed) = (strategies, costs, seed)
    choices = [:]
    self.axes = axes
  }
}

/// A scenario that was searched over.
package struct AdviceScenario: Codable, Hashable, Sendable {
  /// The file, as the command line named it.
  package var path: String
  /// The scenario; its budget is the search's.
  package var scenario: ScenarioRecord
  package var library: LibraryRecord
  package var costs: CostsRecord
  /// Why the costs differ from the scenario's; `nil` if they do not.
  package var costsNote: String?
  /// The width and height of images in pixels; photos with cells of their own shapes fit into them.
  package var imageSize: [Int]
  /// The mean bytes of an image if cells have their photos' shapes; `nil` if all images have ``imageSize``.
  package var meanImageBytes: Int?
  /// The number of photos that fill a screenful.
  package var photosPerScreenful: Double
  /// The load of the decoders without caching, first in, first out.
  package var load: Double
  /// The least share that any strategy in any order leaves not sharp while scrolling; `nil` if it is not known.
  package var bound: Double?
}

/// One combination of a search, with its figures.
package struct Candidate: Codable, Hashable, Sendable {
  package var combination: Combination
  /// Whether it may be recommended: every scenario completed and kept to the budget, and memory did not grow.
  package var fits: Bool
  /// Why it does not fit, regardless of the budget; `nil` if every scenario completed and no memory grows.
  package var failure: String?
  /// One entry for each scenario; empty if one did not complete.
  package var measurements: [DecidingFigures]

  /// All scenarios together; `nil` if one did not complete.
  package var figures: DecidingFigures? { DecidingFigures(over: measurements) }

  /// Judges the measurements: one for each scenario, or none if one did not complete.
  package init(
    _ combination: Combination, measurements: [DecidingFigures], failure: String? = nil, budget: Int
  ) {
    (self.combination, self.failure, self.measurements) = (combination, failure, measurements)
    let bytes = measurements.map(\.peakImageBytes).max() ?? .infinity
    fits = failure == nil && bytes <= Double(budget) && !combination.isReference
  }
}
