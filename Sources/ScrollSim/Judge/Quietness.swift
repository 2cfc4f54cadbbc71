/// Whether the machine was quiet enough to believe a result's answer.
///
/// It was too busy to tell if a strategy that might be recommended was disturbed (``Disturbance``) in more than half of its
/// iterations, or if any run was disturbed and the recommendation mostly leaves visibly more unseen than another strategy, but
/// rounds differ too much to be sure: on a quiet machine the strategies cause such scatter, on a busy one the machine does.
package struct Quietness: Hashable, Sendable {
  /// Disturbed runs, by their identifiers.
  package let disturbed: [String]
  /// The effect of other work on the runs, in a sentence; `nil` if no run was disturbed.
  package let note: String?
  /// The sentence that replaces a recommendation; `nil` if there can be one.
  package let refusal: String?
  /// Whether disturbed runs could change the answer.
  package var isTooBusyToTell: Bool { refusal != nil }

  /// Judges a result; nothing disturbs one that is not of replays.
  package init(_ result: ResultFile) {
    let measured = result.runs.filter { result.mode == .replay && $0.status == .completed }
    let disturbances = measured.map { (run: $0, disturbance: Disturbance($0)) }
      .filter(\.disturbance.isDisturbed)
    disturbed = disturbances.map(\.run.id)
    guard let worst = disturbances.max(by: { $0.disturbance.severity < $1.disturbance.severity }) else {
      (note, refusal) = (nil, nil)
      return
    }
    let doubtful = Recommendation.measured(in: result).filter(\.isMostlyDisturbed)
    let signs = worst.disturbance.signs.joined(separator: ", and ")
    note =
      "\(disturbed.count) of \(measured.count) runs were disturbed by other work on this machine (\(signs), at the "
      + "worst): their figures say less about the strategy than about the machine."
    let names = RowNames(measured.map(\.combination))
    let recommendation = Recommendation(result)
    var reason: String?
    if !doubtful.isEmpty {
      let list = doubtful.map { names.line(for: $0.combination) }
      reason =
        "More than half of the runs of the \(list.count == 1 ? "strategy" : "strategies") \(list.listed) were disturbed"
    } else if let rival = recommendation.rival, let smaller = recommendation.combination {
      reason =
        "\(names.line(for: rival)) mostly leaves less unseen than \(names.line(for: smaller)), but rounds differ too much to be "
        + "sure"
    }
    refusal = reason.map {
      "Nothing is recommended: this machine was too busy to tell. \($0); let nothing else run meanwhile, or ask a model "
        + "with '--mode model'."
    }
  }
}

extension ResultFile {
  /// The result's conclusion in a sentence: a recommendation, or the reason against one.
  package var answer: String { Quietness(self).refusal ?? Recommendation(self).claim }
}
