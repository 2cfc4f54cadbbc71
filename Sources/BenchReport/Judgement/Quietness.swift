/// Whether the machine was quiet enough for a result's answer to be believed.
///
/// It was too busy to tell if a strategy that might be recommended was disturbed (``Disturbance``) in more than half of its
/// iterations, since then its median is that of disturbed runs.
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
    isTooBusyToTell = !doubtful.isEmpty
    let signs = worst.disturbance.signs.joined(separator: ", and ")
    note =
      "\(disturbed.count) of \(measured.count) runs were disturbed by other work on this machine (\(signs), at the "
      + "worst): their figures say less of the strategy than of the machine."
    let names = RowNames(doubtful.map(\.combination))
    let list = doubtful.map { names.line(for: $0.combination) }.joined(separator: ", ")
    refusal =
      doubtful.isEmpty
      ? nil
      : "Nothing is recommended: this machine was too busy to tell. More than half of the runs of \(list) were "
        + "disturbed; let nothing else run meanwhile, or ask a model with '--mode model'."
  }
}

extension ResultFile {
  /// What the result comes to, in a sentence: a recommendation, or why there can be none.
  package var answer: String { Quietness(self).refusal ?? Recommendation(self).description }
}
