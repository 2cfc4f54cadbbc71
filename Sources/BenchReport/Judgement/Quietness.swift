/// Whether the machine was quiet enough for a result's answer to be believed.
///
/// It was too busy to tell if a strategy that might be recommended was disturbed (``Disturbance``) in more than half of its
/// iterations, since then its median is that of disturbed runs. It was, too, if some run was disturbed and what would be
/// recommended mostly leaves visibly more unseen than another, from which it cannot be told only since rounds differ so much:
/// on a quiet machine that is how strategies are, on a busy one it is how the machine was.
public struct Quietness: Hashable, Sendable {
  /// Disturbed runs, by their identifiers.
  public let disturbed: [String]
  /// Whether disturbed runs could change the answer.
  public let isTooBusyToTell: Bool
  /// What other work did to the runs, in a sentence; `nil` if no run was disturbed.
  public let note: String?
  /// What takes the place of a recommendation; `nil` if there can be one.
  public let refusal: String?

  /// Judges a result.
  public init(_ result: ResultFile) {
    let measured = result.runs.filter { $0.status == .completed }
    let disturbances = measured.map { (run: $0, disturbance: Disturbance($0)) }.filter(
      \.disturbance.isDisturbed)
    disturbed = disturbances.map(\.run.id)
    guard let worst = disturbances.max(by: { $0.disturbance.severity < $1.disturbance.severity }) else {
      (isTooBusyToTell, note, refusal) = (false, nil, nil)
      return
    }
    let ids = Set(disturbed)
    let doubtful = PooledRuns.gather(measured).filter { pool in
      !pool.combination.isReference && pool.runs.count { ids.contains($0.id) } * 2 > pool.runs.count
    }
    let recommendation = Recommendation(result)
    isTooBusyToTell = !doubtful.isEmpty || recommendation.rival != nil
    let signs = worst.disturbance.signs.joined(separator: ", and ")
    note =
      "\(disturbed.count) of \(measured.count) runs were disturbed by other work on this machine (\(signs), at the "
      + "worst): their figures say less of the strategy than of the machine."
    let names = RowNames(PooledRuns.gather(measured).map(\.combination))
    let reason: String?
    if !doubtful.isEmpty {
      let list = doubtful.map { names.line(for: $0.combination) }.joined(separator: ", ")
      reason = "More than half of the runs of \(list) were disturbed"
    } else if let rival = recommendation.rival, let smaller = recommendation.combination {
      reason =
        "\(names.line(for: rival)) mostly leaves less unseen than \(names.line(for: smaller)), but rounds differ too much to be "
        + "sure"
    } else {
      reason = nil
    }
    refusal = reason.map {
      "Nothing is recommended: this machine was too busy to tell. \($0); let nothing else run meanwhile, or ask a model "
        + "with '--mode model'."
    }
  }
}

extension ResultFile {
  /// The result's conclusion in a sentence: a recommendation, or why there can be none.
  package var answer: String { Quietness(self).refusal ?? Recommendation(self).claim }
}
