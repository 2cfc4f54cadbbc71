/// Which strategy fits a memory budget best, and why.
///
/// A strategy fits if all its runs completed, its images held no more than the budget at their peak (`peakImageBytes`,
/// the median of iterations) and its memory does not grow lap over lap. Of those that fit, the best by ``Merit`` is
/// recommended: the one with the least blank area. References are never recommended. Where there are several visits, the
/// last one is judged.
public struct Recommendation: Hashable, Sendable, CustomStringConvertible {
  /// What is recommended; `nil` if nothing fits.
  public let combination: Combination?
  /// The recommendation and its reason.
  public let description: String

  /// A strategy that was measured.
  private struct Rival {
    let combination: Combination
    let name: String
    let merit: Merit

    /// How much of the budget it takes.
    func needs(of budget: String) -> String { "its images need \(merit.imageText) of the \(budget) budget" }
  }

  /// Looks for the strategy that fits a result's memory budget best.
  public init(_ result: ResultFile) {
    let pools = PooledRuns.gather(result.runs)
    let names = RowNames(pools.map(\.combination))
    let visit = pools.compactMap(\.combination.visit).max()
    let measured = pools.filter {
      !$0.combination.isReference && $0.failed == nil && $0.combination.visit == visit && $0.merit != nil
    }
    let rivals = measured.filter { $0.growth != .growing }.compactMap { pool in
      pool.merit.map {
        Rival(combination: pool.combination, name: names.line(for: pool.combination), merit: $0)
      }
    }
    let budget = Figure.text(Double(result.scenario.memoryBudgetBytes), unit: "bytes")
    let fitting = rivals.filter { $0.merit.imageBytes <= Double(result.scenario.memoryBudgetBytes) }
      .sorted { $0.merit.isBetter(than: $1.merit) }
    combination = fitting.first?.combination
    if let best = fitting.first {
      let reason =
        fitting.count == 1
        ? "the only strategy that fits"
        : "which \(Self.reason(for: best, over: fitting[1])), of the \(fitting.count) that fit"
      description = "Recommended: \(best.name), \(reason); \(best.needs(of: budget))."
    } else if let least = rivals.min(by: { $0.merit.imageBytes < $1.merit.imageBytes }) {
      description =
        "No strategy fits the budget of \(budget); the smallest is \(least.name) with \(least.merit.imageText) "
        + "of images."
    } else if measured.isEmpty {
      description = "Nothing can be recommended: no strategy was measured completely."
    } else {
      description = "Nothing can be recommended: the memory of every strategy grows lap over lap."
    }
  }

  /// Says what a search recommends; `nil` if it has no outcome.
  public init?(_ tune: TuneFile) {
    guard let outcome = tune.outcome else { return nil }
    let names = RowNames(tune.candidates.map(\.combination))
    func rival(_ candidate: TuneCandidate) -> Rival? {
      candidate.overall.map {
        Rival(
          combination: candidate.combination, name: names.fullLine(for: candidate.combination),
          merit: $0.merit)
      }
    }
    let budget = Figure.text(Double(tune.options.memoryBudgetBytes), unit: "bytes")
    let soFar = tune.isWhole ? "" : " so far"
    let best = outcome.recommendation.flatMap { rival(tune.candidates[$0.candidate]) }
    let rivals = tune.candidates.filter { $0.failure == nil }.compactMap(rival)
    combination = best?.combination
    if let best {
      description =
        "Recommended\(soFar): \(best.name), which leaves the least area blank, \(best.merit.blankText); "
        + "\(best.needs(of: budget))."
    } else if let least = rivals.min(by: { $0.merit.imageBytes < $1.merit.imageBytes }) {
      description =
        "No combination\(soFar) keeps to the budget of \(budget); the smallest is \(least.name) with "
        + "\(least.merit.imageText) of images. Allow more with '--memory-budget'."
    } else {
      let reason = tune.candidates.compactMap(\.failure).first.map { "; the first: \($0)" } ?? ""
      description =
        "Nothing can be recommended: no combination was measured completely and in steady memory\(reason)."
    }
  }

  /// Why one strategy is better than the second best.
  private static func reason(for best: Rival, over second: Rival) -> String {
    let (one, other) = (best.merit, second.merit)
    let next = "next: \(second.name),"
    if one.blankText != other.blankText {
      return "leaves the least area blank, \(one.blankText) (\(next) \(other.blankText))"
    }
    if one.settleText != other.settleText {
      return
        "leaves \(one.blankText) of the area blank as others do and settles first, after \(one.settleText) "
        + "(\(next) \(other.settleText))"
    }
    return "shows as much as \(second.name) with no more memory"
  }
}
