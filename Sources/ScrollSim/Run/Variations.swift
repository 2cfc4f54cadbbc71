internal import GalleryKit
internal import Support

extension ModelRunner {
  /// The recommendations at half to one and a half times the scroll speed, half to twice the decode time, a cell less or
  /// more in a row, and other random choices.
  package func variations() throws -> [VariationRecord] {
    try scenario.variations.concurrentMap { [rivals] variation in
      let result = try rivals.varied(by: variation).run()
      return variation.with(Recommendation(result), among: PooledRuns.gather(result.runs).map(\.record))
    }
  }

  /// The combinations at loads of 0.3, 1 and 2; none if no photo comes on screen while the grid moves.
  package func loads() throws -> [LoadRecord] {
    guard let load = try load(), load > 0 else { return [] }
    return try [0.3, 1, 2].concurrentMap { [rivals] wanted in
      let (factor, slowed) = try rivals.slowed(toLoad: wanted, from: load)
      let result = try slowed.run()
      return LoadRecord(
        load: wanted, decodeTime: factor, Recommendation(result),
        among: PooledRuns.gather(result.runs).map(\.record))
    }
  }

  /// A runner of the combinations that may be recommended, in one iteration, with figures alone.
  private var rivals: ModelRunner {
    var rivals = inFigures
    rivals.scenario.compare.strategies.removeAll {
      ComparedStrategies.named($0.name)?.descriptor.isReference ?? false
    }
    return rivals
  }

  /// The runner under other assumptions, made for `columns` or the scenario's; its grid stays as it is if
  /// there is no room for the other number of columns.
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
  /// The other assumptions, on all axes at once, each with other random choices.
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
  func with(_ answer: Recommendation, among rows: [RivalRecord]) -> VariationRecord {
    var variation = self
    variation.rows = rows
    variation.recommended = answer.combination
    variation.equals = answer.equals + answer.modeEquals
    return variation
  }
}

extension LoadRecord {
  init(
    load: Double, decodeTime: Double, bound: Double? = nil, _ answer: Recommendation,
    among rows: [RivalRecord]
  ) {
    self.init(
      load: load, decodeTime: decodeTime, bound: bound, rows: rows, recommended: answer.combination,
      equals: answer.equals + answer.modeEquals)
  }
}
