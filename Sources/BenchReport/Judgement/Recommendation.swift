/// The strategy that fits a memory budget best, and the reason.
///
/// A strategy fits if all its runs completed, its images held no more than the budget at their peak (`peakImageBytes`, the median
/// of iterations) and its memory does not grow lap over lap. The winner of a ``Contest`` between the fitting strategies is
/// recommended, and those indistinguishable from it are named. References are never recommended. With several visits, the last
/// one is judged. Losses come from the undisturbed runs, if there are any: one disturbed run would hide how the other strategies
/// differ.
public struct Recommendation: Hashable, Sendable, CustomStringConvertible {
  /// The recommended combination; `nil` if nothing fits.
  public let combination: Combination?
  /// Fitting combinations indistinguishable from it, by rising memory.
  public let equals: [Combination]
  /// The best combination that is seen to lose more than it; `nil` if there is none.
  public let runnerUp: Combination?
  /// The combination that mostly leaves visibly less unseen than the recommendation, but whose rounds differ too much to be sure;
  /// `nil` if there is none.
  package let rival: Combination?
  /// The recommendation, or why there is none, in a sentence.
  package let claim: String
  /// Its equals, where it holds and what would change it, a sentence or two each.
  package let context: [String]

  /// The recommendation and its reason.
  public var description: String { ([claim] + context).joined(separator: " ") }

  /// Finds the strategy that fits a result's memory budget best.
  public init(_ result: ResultFile) {
    let pools = PooledRuns.gather(result.runs)
    let names = RowNames(pools.map(\.combination))
    let visit = pools.compactMap(\.combination.visit).max()
    let measured = pools.filter {
      !$0.combination.isReference && $0.failed == nil && $0.combination.visit == visit && $0.merit != nil
    }
    func rivals(_ fits: [Fit]) -> [Contest.Rival] {
      measured.compactMap { pool in
        guard let fit = pool.fit(budget: result.scenario.memoryBudgetBytes), fits.contains(fit) else {
          return nil
        }
        return pool.undisturbed.rival
      }
    }
    let budget = Double(result.scenario.memoryBudgetBytes)
    let fitting = rivals([.fits])
    let contest = Contest(fitting)
    combination = contest.map { fitting[$0.winner].combination }
    equals = contest?.equals.map { fitting[$0].combination } ?? []
    runnerUp = contest?.runnerUp.map { fitting[$0].combination }
    rival = contest.flatMap { contest in
      let (winner, least) = (fitting[contest.winner], fitting[contest.least])
      return winner.merit.isSeenToLose(more: least.merit) ? least.combination : nil
    }
    if let contest {
      let standing = Self.standing(contest, fitting, budget: budget, name: names.line)
      let sensitivity = combination.flatMap {
        Sensitivity(of: $0, in: result.variations ?? [], along: result.scenario.axis)
      }
      let loads = combination.flatMap { LoadStanding(of: $0, at: result.loads ?? []) }
      claim = "Recommended: \(standing.claim)"
      context = [
        standing.equals, sensitivity?.sentence(name: names.line), loads?.sentence(of: "it", name: names.line),
        Self.outlook(measured),
      ].compactMap(\.self)
    } else if let least = rivals([.over]).min(by: { $0.merit.imageBytes < $1.merit.imageBytes }) {
      context = []
      claim =
        "No strategy fits the budget of \(Figure.text(budget, unit: "bytes")); the smallest is "
        + "\(names.line(for: least.combination)) with \(least.merit.imageText) of images."
    } else if measured.isEmpty {
      claim = "Nothing can be recommended: no strategy was measured completely."
      context = []
    } else {
      claim = "Nothing can be recommended: the memory of every strategy grows lap over lap."
      context = []
    }
  }

  /// Takes a search's recommendation; `nil` if it has no outcome.
  public init?(_ tune: TuneFile) {
    guard let outcome = tune.outcome else { return nil }
    let names = RowNames(tune.candidates.map(\.combination))
    let budget = Figure.text(Double(tune.options.memoryBudgetBytes), unit: "bytes")
    let soFar = tune.isWhole ? "" : " so far"
    let best = outcome.recommendation.map { tune.candidates[$0.candidate] }
    combination = best?.combination
    equals = []
    runnerUp = nil
    rival = nil
    let sensitivity = combination.flatMap { Sensitivity(of: $0, in: outcome.variations ?? []) }
    let whole = tune.candidates.filter { $0.failure == nil && $0.overall != nil }
    if let best, let merit = best.overall?.merit {
      claim =
        "Recommended\(soFar): \(names.fullLine(for: best.combination)): while scrolling it leaves "
        + "\(merit.notSharpText) of the area not sharp, \(merit.blankText) blank, and nothing with 2 % less memory looks "
        + "as good; its images need \(merit.imageText) of the \(budget) budget."
      context = sensitivity.map { [$0.sentence(name: names.line)] } ?? []
    } else if let least = whole.min(by: {
      ($0.overall?.peakImageBytes ?? 0) < ($1.overall?.peakImageBytes ?? 0)
    }) {
      context = []
      claim =
        "No combination\(soFar) keeps to the budget of \(budget); the smallest is "
        + "\(names.fullLine(for: least.combination)) with "
        + "\(Figure.text(least.overall?.peakImageBytes, unit: "bytes")) of images. Allow more with '--memory-budget'."
    } else {
      let reason = tune.candidates.compactMap(\.failure).first.map { "; the first: \($0)" } ?? ""
      context = []
      claim =
        "Nothing can be recommended: no combination was measured completely and in steady memory\(reason)."
    }
  }

  /// The winner, the reason and the winner's equals.
  private static func standing(
    _ contest: Contest, _ rivals: [Contest.Rival], budget: Double, name: (Combination) -> String
  ) -> (claim: String, equals: String?) {
    let winner = rivals[contest.winner]
    let need = "\(winner.merit.imageText) of the \(Figure.text(budget, unit: "bytes")) budget"
    let start = name(winner.combination)
    guard rivals.count > 1 else {
      return ("\(start), the only strategy that fits; its images need \(need).", nil)
    }
    let seen =
      ": while scrolling it leaves \(winner.merit.notSharpText) of the area not sharp, \(winner.merit.blankText) blank"
    let next = contest.runnerUp.map { place in
      let merit = rivals[place].merit
      return " (next: \(name(rivals[place].combination)), \(merit.notSharpText) and \(merit.blankText))"
    }
    guard !contest.equals.isEmpty else {
      return ("\(start)\(seen)\(next ?? ""); its images need \(need).", nil)
    }
    let equals = contest.equals.map { rivals[$0] }
    let areSeenAlike = equals.allSatisfy {
      !$0.merit.isSeenToLose(more: winner.merit) && !winner.merit.isSeenToLose(more: $0.merit)
    }
    let alike =
      !areSeenAlike ? "cannot be told from it" : "look\(equals.count == 1 ? "s" : "") as good to the eye"
    return (
      "\(start)\(seen)\(next ?? "").",
      "\(equals.map { name($0.combination) }.listed(most: 4)) \(alike); its images need the least, \(need)."
    )
  }

  /// A remark if decoders have too much or next to nothing to do; else `nil`.
  private static func outlook(_ pools: [PooledRuns]) -> String? {
    guard let load = pools.compactMap({ $0.median("load") }).median else { return nil }
    let figure = Figure.fixed(load, 2)
    if load >= 1 {
      return
        "The decoders cannot keep up (load \(figure)): smaller or degraded images, or another order, help more "
        + "than any window."
    }
    return load < 0.1
      ? "The decoders have next to nothing to do (load \(figure)); a faster scroll or a slower device would tell more."
      : nil
  }
}
