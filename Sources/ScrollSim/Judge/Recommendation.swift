/// The strategy that fits a memory budget best, and the reason.
///
/// A strategy fits if all its runs completed, its images held no more than the budget at their peak (`peakImageBytes`, the median
/// of iterations) and its memory does not grow lap over lap. The ``Choice`` among the fitting strategies is recommended, and what
/// stands beside it is named. References are never recommended. With several visits, the last one is judged. Losses come from the
/// undisturbed runs, if there are any: one disturbed run would hide how the other strategies differ.
public struct Recommendation: Hashable, Sendable, CustomStringConvertible {
  /// The recommended combination; `nil` if nothing fits.
  public let combination: Combination?
  /// Other fitting combinations that are the best, or as good, where they were measured, by rising memory.
  public let equals: [Combination]
  /// The combinations that are the best of another resize mode, or as good (``ResizeChoice``).
  package let modeEquals: [Combination]
  /// Of those that are as good where they were measured and need visibly less memory, the one that holds most often; `nil` if there
  /// is none.
  public let frugal: Combination?
  /// The combination that rounds are to settle: the recommended one or, where that is seen to lose more than another in what was
  /// measured, the one that loses the least.
  package let leader: Combination?
  /// The best combination that is seen to lose more than it; `nil` if there is none.
  public let runnerUp: Combination?
  /// The combination that mostly leaves visibly less unseen than the recommendation, but whose rounds differ too much to be sure;
  /// `nil` if there is none.
  package let rival: Combination?
  /// The recommendation, or why there is none, in a sentence.
  package let claim: String
  /// Its equals, where it holds and what would change it, a sentence or two each.
  package let context: [String]

  /// That decoders have too much or next to nothing to do; `nil` if neither is so.
  package private(set) var outlook: String?

  /// The recommendation and its reason.
  public var description: String { ([claim] + context + [outlook].compactMap(\.self)).joined(separator: " ") }

  /// Finds the strategy that fits a result's memory budget best.
  public init(_ result: ResultFile) {
    let pools = PooledRuns.gather(result.runs)
    let names = RowNames(pools.map(\.combination))
    let visit = pools.compactMap(\.combination.visit).max()
    let measured = pools.filter {
      !$0.combination.isReference && $0.failed == nil && $0.combination.visit == visit && $0.merit != nil
    }
    func rivals(_ fits: [Fit]) -> [Rival] {
      measured.compactMap { pool in
        guard let fit = pool.fit(budget: result.scenario.memoryBudgetBytes), fits.contains(fit) else {
          return nil
        }
        return pool.undisturbed.rival
      }
    }
    let budget = Double(result.scenario.memoryBudgetBytes)
    let resizing = ResizeChoice(
      rivals([.fits]), in: result.variations ?? [], sharpness: result.sharpness ?? [:])
    let fitting = resizing.rivals
    let choice = Choice(fitting, in: result.variations ?? [])
    combination = choice.map { fitting[$0.chosen].combination }
    equals =
      choice.map { choice in
        choice.alike.filter { $0 != choice.chosen }.map { fitting[$0].combination }
      } ?? []
    modeEquals = resizing.others
    frugal = choice?.frugal.first.map { fitting[$0].combination }
    runnerUp = choice?.runnerUp.map { fitting[$0].combination }
    leader = choice.map { choice in
      fitting[choice.alike.contains(choice.chosen) ? choice.chosen : choice.least].combination
    }
    rival = choice.flatMap { choice in
      let (chosen, least) = (fitting[choice.chosen], fitting[choice.least])
      return choice.alike.contains(choice.chosen) && chosen.merit.isSeenToLose(more: least.merit)
        ? least.combination : nil
    }
    if let choice {
      var words = ChoiceWords(
        choice: choice, rivals: fitting, variations: result.variations ?? [],
        budget: result.scenario.memoryBudgetBytes, axis: result.scenario.axis,
        isReplay: result.mode == .replay, window: { result.window(of: $0)?.reach }, name: names.line)
      words.loads = LoadStanding(of: fitting[choice.chosen].combination, at: result.loads ?? [])
      claim = "Recommended: \(words.claim)"
      context = [resizing.sentence].compactMap(\.self) + words.beside
      outlook = Self.outlook(measured, fitting[choice.chosen].merit)
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
    let rivals = TuneOutcome.rivals(among: tune.candidates).map(\.rival)
    let choice = outcome.recommendation == nil ? nil : Choice(rivals, in: outcome.variations ?? [])
    combination = choice.map { rivals[$0.chosen].combination }
    (equals, modeEquals, frugal, rival) = ([], [], choice?.frugal.first.map { rivals[$0].combination }, nil)
    runnerUp = choice?.runnerUp.map { rivals[$0].combination }
    leader = combination
    let whole = tune.candidates.filter { $0.failure == nil && $0.overall != nil }
    if let choice {
      let words = ChoiceWords(
        choice: choice, rivals: rivals, variations: outcome.variations ?? [],
        budget: tune.options.memoryBudgetBytes, name: names.fullLine)
      claim = "Recommended\(soFar): \(words.claim)"
      context = words.beside
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

  /// A remark if decoders have so much to do that the chosen one shows it, or next to nothing; else `nil`.
  private static func outlook(_ pools: [PooledRuns], _ chosen: Merit) -> String? {
    guard let load = pools.compactMap({ $0.median("load") }).median else { return nil }
    let figure = Figure.fixed(load, 2)
    // Rests make up for a load above 1 where bursts are short.
    if load >= 1, chosen.loss > Merit.visibleDifference {
      return
        "The decoders cannot keep up (load \(figure)): smaller or degraded images, or another order, help more "
        + "than any window."
    }
    return load < 0.1
      ? "The decoders have next to nothing to do (load \(figure)); a faster scroll or a slower device would tell more."
      : nil
  }
}
