internal import GalleryKit
internal import Support

extension Search {
  /// Tries combinations under other assumptions than the model's, several assumptions at a time; columns are the first scenario's.
  ///
  /// - Returns: `nil` if nothing could replace the recommendation, or if the search is stopped meanwhile.
  func variations(of rivals: [Combination]) throws -> [VariationRecord]? {
    guard rivals.count > 1, let first = settings.first?.record.scenario.columns else { return nil }
    let assumptions = settings[0].runner.scenario.variations
    let varied = try all(assumptions, of: "variations") { variation in
      let there = settings.map { $0.varied(by: variation, from: first) }
      let measured = try rivals.map { try measure($0, over: there) }
      return variation.with(answer(among: measured), among: measured.map(RivalRecord.init))
    }
    return varied.count == assumptions.count ? varied : nil
  }

  /// Tries combinations, several at a time, at the loads of the options one after the other, until the search is stopped.
  func loads(of rivals: [Combination]) throws -> [LoadRecord] {
    var records: [LoadRecord] = []
    for load in options.loads where !isStopped() {
      let there = try settings.concurrentMap(workers: jobs) { try $0.slowed(toLoad: load) }
      let measured = try all(rivals, of: "a load of \(Figure.plain(load))") {
        try measure($0, over: there.map(\.setting))
      }
      guard measured.count == rivals.count else { break }
      let bounds = options.comparesEvery ? try there.compactMap { try $0.setting.bound() } : []
      records.append(
        LoadRecord(
          load: load, decodeTime: there.map(\.factor).mean ?? 1,
          bound: bounds.count == there.count ? bounds.mean : nil, answer(among: measured),
          among: measured.map(RivalRecord.init)))
    }
    return records
  }

  private func answer(among measured: [Candidate]) -> Recommendation {
    Recommendation(
      .init(rivals: measured.filter(\.fits).compactMap(\.rival), budget: options.memoryBudgetBytes))
  }
}

extension RivalRecord {
  fileprivate init(_ candidate: Candidate) {
    self.init(combination: candidate.combination, figures: candidate.figures)
  }
}
