extension ConfirmationRecord {
  /// Judges replays of a search's recommendation and of its possible replacements.
  ///
  /// In replays, as in the model, a combination that is seen to lose more (``Rival/isSeenToLose(more:)``) is
  /// behind; so is one that exceeds the budget. Rounds with a disturbed run do not count, unless a scenario
  /// would have none left.
  ///
  /// - Parameter places: the replayed candidates' places among all, the recommendation first.
  package init(of search: AdviceFile, places: [Int], replays: [(name: String, result: ResultFile)]) {
    let runs = replays.map(\.result.runs)
    let disturbed = Set(runs.joined().filter { Disturbance($0).isDisturbed }.map(\.iteration))
    let quiet = runs.map { $0.filter { !disturbed.contains($0.iteration) } }
    let counted = quiet.contains(where: \.isEmpty) ? runs : quiet
    var rows = places.map { place in
      Row(
        place, search.candidates[place].combination, in: runs.map(PooledRuns.gather),
        counting: counted.map(PooledRuns.gather), budget: search.options.memoryBudgetBytes)
    }
    let modelled = places.map { search.candidates[$0].rival }
    let replayed = zip(rows, places).map { $0.rival(of: search.candidates[$1].combination) }
    for index in rows.indices.dropFirst() {
      rows[index].modelled = Self.standing(of: modelled[index], beside: modelled[0])
      rows[index].replayed = Self.standing(of: replayed[index], beside: replayed[0])
    }
    let quietness = replays.map { Quietness($0.result) }
    self.init(
      verdict: quietness.contains(where: \.isTooBusyToTell) ? .tooBusyToTell : Self.verdict(of: rows),
      rows: rows, disturbanceNotes: quietness.compactMap(\.note), results: replays.map(\.name))
  }

  private static func verdict(of rows: [Row]) -> Verdict {
    if rows.first?.failure != nil || rows.contains(where: { $0.replayed == .before }) { return .contradicts }
    return rows.contains { $0.modelled == .behind && $0.replayed == .alike } ? .cannotTell : .agrees
  }

  /// A rival's standing relative to the best; a `nil` rival is behind.
  private static func standing(of rival: Rival?, beside best: Rival?) -> Standing {
    guard let rival else { return .behind }
    guard let best else { return .before }
    if rival.isSeenToLose(more: best) { return .behind }
    return best.isSeenToLose(more: rival) ? .before : .alike
  }
}

extension ConfirmationRecord.Row {
  fileprivate init(
    _ place: Int, _ combination: Combination, in scenarios: [[PooledRuns]], counting counted: [[PooledRuns]],
    budget: Int
  ) {
    func pools(_ scenarios: [[PooledRuns]]) -> [PooledRuns] {
      scenarios.compactMap { $0.first { $0.combination == combination } }
    }
    let (all, pools) = (pools(scenarios), pools(counted))
    let figures = pools.filter { $0.failed == nil }.compactMap(\.figures)
    let losses = pools.map(\.losses)
    let rounds = (losses.first?.keys.sorted() ?? []).filter { round in losses.allSatisfy { $0[round] != nil }
    }
    let overall = figures.count == scenarios.count ? DecidingFigures(over: figures) : nil
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

  fileprivate func rival(of combination: Combination) -> Rival? {
    guard failure == nil, let figures else { return nil }
    return Rival(
      combination, figures, losses: Dictionary(uniqueKeysWithValues: losses.enumerated().map { ($0, $1) }))
  }
}
