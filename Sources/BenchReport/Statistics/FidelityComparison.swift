extension FidelityFile {
  /// What is compared, and what is asked of it.
  static let compared: [(metric: String, required: Requirement?)] = [
    ("cacheHitRate", strict), ("blankAreaRatio", strict), ("peakImageBytes", strict), ("decodes", strict),
    ("decodeMs.p95", loose), ("timeToReadyMs.p95", loose), ("settleToFullMs", nil), ("wasteRatio", nil),
    ("peakResidentBytes", nil),
  ]

  private static let strict = Requirement(rankCorrelation: 0.95, meanAbsolutePercentageError: 0.10)
  private static let loose = Requirement(rankCorrelation: 0.90, meanAbsolutePercentageError: 0.20)

  /// Compares results of the same scenarios in both modes.
  ///
  /// Iterations are pooled by their median; combinations that are missing or did not complete on one side are left out.
  public init(replays: [ResultFile], models: [ResultFile], costs: String, provenance: Provenance) {
    let sides = zip(replays, models).flatMap { replay, model in Self.match(replay, model) }
    let iterations = sides.map(\.replay.completed.count).max() ?? 0
    let metrics = Self.compared.map { metric, required in
      let pairs = sides.compactMap { side -> (scenario: String, pair: Pair)? in
        guard let replay = side.replay.median(metric), let model = side.model.median(metric) else {
          return nil
        }
        return (side.scenario, Pair(id: side.id, replay: replay, model: model))
      }
      let scenarios = Dictionary(grouping: pairs, by: \.scenario).sorted { $0.key < $1.key }
      let within = scenarios.compactMap { RankCorrelation.spearman($0.value.map(\.pair.sides)) }
      let errors = pairs.compactMap(\.pair.error)
      return MetricFidelity(
        metric: metric, rankCorrelation: RankCorrelation.spearman(pairs.map(\.pair.sides)),
        rankCorrelationWithinScenarios: within.mean, meanAbsolutePercentageError: errors.mean,
        required: required, pairs: pairs.map(\.pair))
    }
    self.init(provenance: provenance, costs: costs, iterations: iterations, metrics: metrics)
  }

  private static func match(
    _ replay: ResultFile, _ model: ResultFile
  ) -> [(scenario: String, id: String, replay: PooledRuns, model: PooledRuns)] {
    let models = Dictionary(
      uniqueKeysWithValues: PooledRuns.gather(model.runs).map { ($0.combination, $0) })
    return PooledRuns.gather(replay.runs).compactMap { pool in
      guard let run = pool.completed.first, let other = models[pool.combination], !other.completed.isEmpty
      else { return nil }
      return (replay.scenario.name, run.family, pool, other)
    }
  }
}

extension FidelityFile.Pair {
  fileprivate var sides: (Double, Double) { (replay, model) }

  /// The model's distance in shares of the replay's value.
  var error: Double? {
    if replay == 0 { return model == 0 ? 0 : nil }
    return abs(model - replay) / abs(replay)
  }
}
