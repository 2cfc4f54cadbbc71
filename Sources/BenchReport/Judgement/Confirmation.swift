extension ConfirmationRecord {
  /// Judges replays of what a search recommends and of what could take its place.
  ///
  /// By the clock as in the model, what is seen to lose more (``Contest``) is behind; so is what does not keep to the
  /// budget. Rounds in which a run was disturbed do not count, unless all were.
  ///
  /// - Parameters:
  ///   - tune: the search.
  ///   - places: what was replayed, by its places among the candidates, the recommendation first.
  ///   - replays: one result for each scenario of the search, with the name under which it is kept.
  package init(of tune: TuneFile, places: [Int], replays: [(name: String, result: ResultFile)]) {
    let runs = replays.map(\.result.runs)
    let disturbed = Set(runs.joined().filter { Disturbance($0).isDisturbed }.map(\.iteration))
    let quiet = runs.map { $0.filter { !disturbed.contains($0.iteration) } }
    let counted = quiet.contains(where: \.isEmpty) ? runs : quiet
    var rows = places.map { place in
      Row(
        place, tune.candidates[place].combination, in: runs.map(PooledRuns.gather),
        counting: counted.map(PooledRuns.gather), budget: tune.options.memoryBudgetBytes)
    }
    let modelled = places.map { Contest.Rival(tune.candidates[$0]) }
    let replayed = zip(rows, places).map { Contest.Rival($0, of: tune.candidates[$1]) }
    for index in rows.indices.dropFirst() {
      rows[index].modelled = Self.standing(of: modelled[index], beside: modelled[0])
      rows[index].replayed = Self.standing(of: replayed[index], beside: replayed[0])
    }
    let quietness = replays.map { Quietness($0.result) }
    self.init(
      verdict: quietness.contains(where: \.isTooBusyToTell) ? .tooBusyToTell : Self.verdict(of: rows),
      rows: rows,
      disturbanceNotes: quietness.compactMap(\.note), results: replays.map(\.name))
  }

  private static func verdict(of rows: [Row]) -> Verdict {
    if rows.first?.failure != nil || rows.contains(where: { $0.replayed == .before }) { return .contradicts }
    return rows.contains { $0.modelled == .behind && $0.replayed == .alike } ? .cannotTell : .agrees
  }

  /// Where a rival stands beside the best; what cannot be taken is behind.
  private static func standing(of rival: Contest.Rival?, beside best: Contest.Rival?) -> Standing {
    guard let rival else { return .behind }
    guard let best else { return .before }
    if rival.isSeenToLose(more: best) { return .behind }
    return best.isSeenToLose(more: rival) ? .before : .alike
  }
}

extension ConfirmationRecord.Row {
  /// What came of a combination in each scenario, pooled.
  fileprivate init(
    _ place: Int, _ combination: Combination, in scenarios: [[PooledRuns]], counting counted: [[PooledRuns]],
    budget: Int
  ) {
    func pools(_ scenarios: [[PooledRuns]]) -> [PooledRuns] {
      scenarios.compactMap { $0.first { $0.combination == combination } }
    }
    let (all, pools) = (pools(scenarios), pools(counted))
    let figures = pools.compactMap { TuneFigures($0) }
    let losses = pools.map(\.losses)
    let rounds = (losses.first?.keys.sorted() ?? []).filter { round in losses.allSatisfy { $0[round] != nil }
    }
    let overall = figures.count == scenarios.count ? TuneFigures(over: figures) : nil
    var failure = all.lazy.compactMap(\.failed).first.map { "\($0.id) \($0.ending)" }
    if failure == nil, overall == nil { failure = "it was not measured in every scenario" }
    if failure == nil, all.contains(where: { $0.growth == .growing }) {
      failure = "its memory grows lap over lap"
    }
    if failure == nil, let bytes = overall?.peakImageBytes, bytes > Double(budget) {
      failure =
        "its images take \(Figure.text(bytes, unit: "bytes")) of the \(Figure.bytes(budget)) budget"
    }
    self.init(
      candidate: place, figures: overall,
      losses: rounds.map { round in losses.compactMap { $0[round] }.reduce(0, +) / Double(losses.count) },
      failure: failure)
  }
}

extension Contest.Rival {
  /// What the model says of a candidate; `nil` if it was not measured.
  package init?(_ candidate: TuneCandidate) {
    guard let merit = candidate.overall?.merit else { return nil }
    self.init(candidate.combination, merit: merit, losses: [0: merit.loss])
  }

  /// What replays say of a candidate; `nil` if it cannot be taken.
  fileprivate init?(_ row: ConfirmationRecord.Row, of candidate: TuneCandidate) {
    guard row.failure == nil, let merit = row.figures?.merit else { return nil }
    self.init(
      candidate.combination, merit: merit,
      losses: Dictionary(uniqueKeysWithValues: row.losses.enumerated().map { ($0, $1) }))
  }
}
