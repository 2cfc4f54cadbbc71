internal import GalleryKit
internal import Support

extension TuneSearch {
  /// The most candidates of the front to try.
  private static let contenders = 6

  /// The recommendations among the front's best few under other assumptions than the model's; columns are the first scenario's.
  ///
  /// - Returns: `nil` if nothing could replace the recommendation, or if the search is stopped meanwhile.
  /// - Throws: ``TraceError`` if a trace cannot be made.
  func variations(of outcome: TuneOutcome, among candidates: [TuneCandidate]) throws -> [VariationRecord]? {
    let rivals = outcome.contenders(among: candidates, most: Self.contenders).map {
      candidates[$0].combination
    }
    guard rivals.count > 1, let first = settings.first?.runner.scenario else { return nil }
    let assumptions = first.variations
    let total = assumptions.count
    let done = Locked(0)
    @Sendable func show(_ done: Int) {
      onProgress(Progress(stage: "variations", done: done, total: total, countsCombinations: false))
    }
    show(0)
    let varied = try assumptions.concurrentMap(
      workers: jobs, while: { !isStopped() },
      { variation in
        let tried = try vary(variation, from: first.grid.columns, rivals)
        show(
          done.withLock { done in
            done += 1
            return done
          })
        return tried
      })
    return varied.count == total ? varied : nil
  }

  /// The recommendation among the rivals under other assumptions.
  private func vary(
    _ variation: VariationRecord, from columns: Int, _ rivals: [Combination]
  ) throws -> VariationRecord {
    let there = settings.map { $0.varied(by: variation, from: columns) }
    let measured = try rivals.map {
      try TuneCandidate.measured($0, over: there, budget: options.memoryBudgetBytes)
    }
    let rivals = TuneOutcome.rivals(among: measured).map(\.rival)
    let choice = Choice(rivals)
    return variation.with(
      choice.map { rivals[$0.chosen].combination },
      equals: choice.map { choice in
        choice.alike.filter { $0 != choice.chosen }.map { rivals[$0].combination }
      } ?? [],
      rows: measured.map { SweepFile.Row($0) })
  }
}

extension TuneSetting {
  fileprivate func varied(by variation: VariationRecord, from columns: Int) -> TuneSetting {
    TuneSetting(record: record, runner: runner.varied(by: variation, from: columns))
  }
}
