package import BenchReport
internal import GalleryKit

extension TuneCandidate {
  /// Runs a combination over every scenario, until one does not complete.
  ///
  /// - Throws: ``TraceError`` if a trace cannot be made.
  static func measured(
    _ combination: Combination, over settings: [TuneSetting], budget: Int
  ) throws -> TuneCandidate {
    var measurements: [TuneFigures] = []
    var failure: String?
    for setting in settings {
      let measurement = try setting.measure(combination)
      failure = failure ?? measurement.failure
      guard let figures = measurement.figures else { break }
      measurements.append(figures)
    }
    return TuneCandidate(
      combination, measurements: measurements.count == settings.count ? measurements : [], failure: failure,
      budget: budget)
  }

  /// Judges what was measured; one entry for each scenario, or none if one did not complete.
  package init(
    _ combination: Combination, measurements: [TuneFigures], failure: String? = nil, budget: Int
  ) {
    let overall = TuneFigures(over: measurements)
    self.init(
      combination: combination, changedParameters: combination.changedParameters.count,
      fits: failure == nil && overall.map { $0.peakImageBytes <= Double(budget) } ?? false, failure: failure,
      measurements: measurements, overall: overall)
  }

  /// What the search makes small: memory, blank area, time to settle.
  ///
  /// Where nothing ever rests, no time to settle is known, which is no better than any that is.
  package var objectives: [Double]? {
    overall.map { [$0.peakImageBytes, $0.blankAreaRatio, $0.settleToFullMs ?? .infinity] }
  }
}

extension TuneFigures {
  /// Several scenarios together: the most memory of any, and the mean of everything else over those that have it.
  ///
  /// `nil` if there are none.
  package init?(over figures: [TuneFigures]) {
    guard let memory = figures.map(\.peakImageBytes).max() else { return nil }
    func mean(_ figure: (TuneFigures) -> Double?) -> Double? {
      let values = figures.compactMap(figure)
      return values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
    }
    self.init(
      peakImageBytes: memory, blankAreaRatio: mean(\.blankAreaRatio) ?? 0,
      settleToFullMs: mean(\.settleToFullMs),
      cacheHitRate: mean(\.cacheHitRate), wasteRatio: mean(\.wasteRatio))
  }
}
