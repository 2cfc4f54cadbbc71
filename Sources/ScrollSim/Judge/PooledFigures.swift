extension TuneFigures {
  /// Pools scenarios: the maximum of memory, and the mean of each other figure over those that have it.
  ///
  /// `nil` without scenarios.
  package init?(over figures: [TuneFigures]) {
    guard let memory = figures.map(\.peakImageBytes).max() else { return nil }
    func mean(_ figure: (TuneFigures) -> Double?) -> Double? {
      let values = figures.compactMap(figure)
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    self.init(
      peakImageBytes: memory, blankAreaRatio: mean(\.blankAreaRatio) ?? 0,
      scrollBlankRatio: mean(\.scrollBlankRatio), scrollNotSharpRatio: mean(\.scrollNotSharpRatio),
      settleToFullMs: mean(\.settleToFullMs),
      cacheHitRate: mean(\.cacheHitRate), wasteRatio: mean(\.wasteRatio))
  }

  /// The medians of iterations; `nil` if a run did not complete, or blank area or image memory was not measured.
  package init?(_ pool: PooledRuns) {
    guard pool.failed == nil, let merit = pool.merit, let blank = pool.median("blankAreaRatio") else {
      return nil
    }
    self.init(
      peakImageBytes: merit.imageBytes, blankAreaRatio: blank, scrollBlankRatio: merit.blank,
      scrollNotSharpRatio: merit.notSharp, settleToFullMs: pool.median("settleToFullMs"),
      cacheHitRate: pool.median("cacheHitRate"), wasteRatio: pool.median("wasteRatio"))
  }
}

extension SweepFile.Level {
  /// Pools a model's runs under one load.
  package init(load: Double, decodeTime: Double, _ result: ResultFile) {
    let recommendation = Recommendation(result)
    self.init(
      load: load, decodeTime: decodeTime,
      bound: result.runs.lazy.compactMap { $0.bounds?["scrollNotSharpRatio"] }.first,
      rows: PooledRuns.gather(result.runs).map(SweepFile.Row.init),
      recommended: recommendation.combination, equals: recommendation.equals + recommendation.modeEquals)
  }
}

extension SweepFile.Row {
  /// A search's candidate.
  package init(_ candidate: TuneCandidate) {
    self.init(combination: candidate.combination, figures: candidate.overall)
  }

  package init(_ pool: PooledRuns) {
    combination = pool.combination
    shareOfPossible = pool.median("shareOfPossible")
    figures = TuneFigures(pool)
  }
}
