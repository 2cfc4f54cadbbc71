import GalleryKit

@testable import ScrollSim

/// A small scenario to search over, and searches of it.
enum SmallSearch {
  static let provenance = Provenance(
    startedAt: "2026-01-02T03:04:05Z", command: ["scrollsim", "advise"], git: "0123456789ab", swift: "6.3",
    os: "Debian 12", cpu: "Test CPU", cores: 2, memoryBytes: 8_000_000_000, libraries: [:], allocator: "",
    build: "debug")

  static let text = """
    { "name": "small", "about": "A short fling.", "seed": 7,
      "library": { "synthetic": { "photos": 200, "distinct": 5, "megapixels": [0.3, 0.6] } },
      "screen": { "width": 390, "height": 844, "scale": 1, "refreshRate": 30 },
      "grid": { "columns": 3, "spacing": 2 },
      "device": { "decodeWorkers": 2, "memoryBudget": "20 MB", "costs": "epyc-2core" },
      "trace": { "gestures": [{ "fling": 4000 }, { "pause": 0.3 }, { "touch": 0.1 }], "settle": 0.2 },
      "compare": { "strategies": ["none"] } }
    """

  static func setting(budget: Int, named name: String = "small", seed: UInt64 = 7) throws -> SearchSetting {
    var scenario = try ScenarioFile.parse(Array(text.utf8), path: "small.json")
    scenario.name = name
    scenario.seed = seed
    scenario.device.memoryBudgetBytes = budget
    return try SearchSetting.prepare(scenario, provenance: provenance) { _ in }
  }

  static func options(budget: Int = 6_000_000, combinations: Int? = 40) -> AdviceOptions {
    AdviceOptions(
      memoryBudgetBytes: budget, combinations: combinations,
      strategies: [StrategySpec(name: "none"), StrategySpec(name: "screens")])
  }

  static func search(
    _ options: AdviceOptions = SmallSearch.options(), jobs: Int = 2, varies: Bool = false
  ) throws -> Search {
    var options = options
    options.varies = varies
    return try Search(
      options: options, settings: [try setting(budget: options.memoryBudgetBytes)], provenance: provenance,
      jobs: jobs)
  }

  /// A search's shares, in files of their numbers.
  static func shares(_ count: Int, of search: Search) throws -> [Shards.Part] {
    try (1...count).map { index in
      let shard = AdviceFile.Shard(index: index, of: count)
      return (path: "\(index).json", file: try shard.map(search.run) ?? search.run())
    }
  }

  static func combination(_ strategy: String, _ parameters: [String: Double] = [:]) -> Combination {
    Combination(
      StrategySpec(name: strategy, parameters: parameters), choices: [Axis: [String]].standard.combined[0])
  }

  /// A candidate with known figures, under a budget of 100 bytes.
  static func candidate(
    _ parameters: [String: Double], bytes: Double, blank: Double, settle: Double? = 0, failure: String? = nil
  ) -> Candidate {
    Candidate(
      combination("screens", parameters),
      measurements: [
        DecidingFigures(
          peakImageBytes: bytes, blankAreaRatio: blank, scrollBlankRatio: blank, scrollNotSharpRatio: blank,
          settleToFullMs: settle, cacheHitRate: 1 - blank)
      ], failure: failure, budget: 100)
  }

  /// A search's file of known candidates, with what comes of them.
  static func file(of candidates: [Candidate]) -> AdviceFile {
    var file = AdviceFile(
      provenance: provenance,
      options: AdviceOptions(memoryBudgetBytes: 100, combinations: 5, strategies: []), scenarios: [],
      gridCount: candidates.count, candidates: candidates)
    file.outcome = AdviceFile.Outcome(of: file)
    return file
  }
}
