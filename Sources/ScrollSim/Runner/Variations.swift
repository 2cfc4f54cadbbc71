internal import BenchReport
internal import GalleryKit

extension ModelRunner {
  /// What is recommended where the grid scrolls half as fast to one and a half times as fast, decoding takes half to twice
  /// as long, a row has a cell less or more, and chance falls otherwise.
  func variations() throws -> [VariationRecord] {
    var plain = self
    plain.scenario.iterations = 1
    plain.scenario.compare.strategies.removeAll {
      CachingStrategies.named($0.name)?.descriptor.isReference ?? false
    }
    plain.scenario.compare.libraries = []
    plain.explains = false
    plain.varies = false
    plain.findsBounds = false
    return try scenario.variations.concurrentMap(workers: workers) { [plain] in try plain.vary($0) }
  }

  private func vary(_ variation: VariationRecord) throws -> VariationRecord {
    var varied = self
    varied.scenario.seed = variation.seed
    varied.scenario.speed *= variation.speed
    varied.scenario.grid.columns = variation.columns
    varied.costs = costs.slowed(by: variation.decodeTime)
    let recommendation = Recommendation(try varied.run())
    var variation = variation
    variation.recommended = recommendation.combination
    variation.equals = recommendation.equals
    return variation
  }
}

extension Scenario {
  /// What else may be assumed, on all axes at once; chance falls otherwise in each.
  fileprivate var variations: [VariationRecord] {
    let columns = Set([max(1, grid.columns - 1), grid.columns, grid.columns + 1]).sorted()
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

extension CostTable {
  /// The costs where decoding takes so many times as long.
  func slowed(by factor: Double) -> CostTable {
    var table = self
    table.slowdown = slowdown.isEmpty ? [factor] : slowdown.map { $0 * factor }
    return table
  }
}
