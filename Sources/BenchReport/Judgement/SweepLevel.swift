extension SweepFile.Level {
  /// Pools a model's runs under one load.
  package init(load: Double, decodeTime: Double, _ result: ResultFile) {
    let recommendation = Recommendation(result)
    self.init(
      load: load, decodeTime: decodeTime,
      bound: result.runs.lazy.compactMap { $0.bounds?["scrollNotSharpRatio"] }.first,
      rows: PooledRuns.gather(result.runs).map(SweepFile.Row.init),
      recommended: recommendation.combination, equals: recommendation.equals)
  }

  /// Whether the combination is the best here, or cannot be told from it.
  func favours(_ combination: Combination) -> Bool {
    recommended == combination || equals.contains(combination)
  }
}

extension SweepFile.Row {
  fileprivate init(_ pool: PooledRuns) {
    combination = pool.combination
    shareOfPossible = pool.median("shareOfPossible")
    figures = TuneFigures(pool)
  }
}
