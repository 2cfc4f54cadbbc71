package import BenchReport
internal import GalleryKit

extension ModelRunner {
  /// What is recommended where the grid scrolls half as fast to one and a half times as fast, decoding takes half to twice
  /// as long, a row has a cell less or more, and chance falls otherwise.
  func variations() throws -> [VariationRecord] {
    try scenario.variations.concurrentMap(workers: workers) { [rivals] variation in
      let recommendation = Recommendation(try rivals.varied(by: variation).run())
      return variation.with(recommendation.combination, equals: recommendation.equals)
    }
  }

  /// What is recommended, and what is not, where decoders have little to do, as much as they can, and twice that.
  ///
  /// - Returns: nothing if no photo comes on screen while the grid moves.
  package func loads() throws -> [SweepFile.Level] { try rivals.levels(at: [0.3, 1, 2]) }

  /// What may be recommended, once each, with figures alone.
  private var rivals: ModelRunner {
    var rivals = self
    rivals.scenario.iterations = 1
    rivals.scenario.compare.strategies.removeAll {
      CachingStrategies.named($0.name)?.descriptor.isReference ?? false
    }
    rivals.scenario.compare.libraries = []
    rivals.explains = false
    rivals.varies = false
    rivals.findsBounds = false
    return rivals
  }

  /// The same under other assumptions; its grid stays as it is where the other one has no room.
  ///
  /// - Parameter columns: those that the assumptions set out from.
  func varied(by variation: VariationRecord, from columns: Int? = nil) -> ModelRunner {
    var varied = self
    varied.scenario.seed = variation.seed
    varied.scenario.speed *= variation.speed
    let columns = columns ?? scenario.grid.columns
    let other = max(1, scenario.grid.columns + variation.columns - columns)
    if scenario.hasRoom(forColumns: other) { varied.scenario.grid.columns = other }
    varied.costs = costs.slowed(by: variation.decodeTime)
    return varied
  }
}

extension Scenario {
  /// What else may be assumed, on all axes at once; chance falls otherwise in each.
  var variations: [VariationRecord] {
    let columns = Set([max(1, grid.columns - 1), grid.columns, grid.columns + 1])
      .filter { $0 == grid.columns || hasRoom(forColumns: $0) }.sorted()
    var variations: [VariationRecord] = []
    for speed in [0.5, 1, 1.5] {
      for decodeTime in [0.5, 1, 2] {
        for columns in columns {
          // Iterations draw from the seeds just above the scenario's.
          let seed = seed &+ UInt64(1000 + variations.count)
          variations.append(
            VariationRecord(seed: seed, speed: speed, decodeTime: decodeTime, columns: columns))
        }
      }
    }
    return variations
  }
}

extension VariationRecord {
  /// The assumptions with what comes of them.
  func with(_ recommended: Combination?, equals: [Combination]) -> VariationRecord {
    var variation = self
    variation.recommended = recommended
    variation.equals = equals
    return variation
  }
}

extension CostTable {
  /// The costs where decoding takes so many times as long.
  func slowed(by factor: Double) -> CostTable {
    var table = self
    table.slowdown = slowdown.isEmpty ? [factor] : slowdown.map { $0 * factor }
    return table
  }
}
