internal import GalleryKit

/// The strategy that fits a memory budget best, and the reason.
///
/// In a result, a strategy is a rival in the ``Choice`` if all its runs completed, its images held no more than the budget at their
/// peak (`peakImageBytes`, the median of iterations) and its memory does not grow lap over lap; with several visits, the last one
/// is judged. References are none. Losses come from the undisturbed runs, if any: one disturbed run would hide how the other
/// strategies differ.
package struct Recommendation: Hashable, Sendable, CustomStringConvertible {
  /// The recommended combination; `nil` if nothing fits.
  package let combination: Combination?
  /// Other fitting combinations that are the best, or as good, where they were measured, by rising memory.
  package let equals: [Combination]
  /// The combinations that are the best of another resize mode, or as good (``ResizeChoice``).
  package let modeEquals: [Combination]
  /// The combination that rounds are to settle: the recommended one, or one that is seen to lose less in what
  /// was measured.
  package let leader: Combination?
  /// The best combination that is seen to lose more than it, if any.
  package let runnerUp: Combination?
  /// The combination that mostly leaves visibly less unseen than the recommendation, but with rounds that
  /// differ too much to be sure, if any.
  package let rival: Combination?
  /// The recommendation, or why there is none, in a sentence.
  package let claim: String
  /// Its equals, where it holds and what would change it, a sentence or two each.
  package let context: [String]
  /// A remark that decoders have too much or next to nothing to do; `nil` if neither is so.
  package let outlook: String?

  package var description: String {
    ([claim] + context + [outlook].compactMap(\.self)).joined(separator: " ")
  }

  /// What a recommendation is made from: the rivals, and what else is known.
  struct Question {
    var rivals: [Rival]
    /// In bytes.
    var budget: Int
    /// The recommendations among the rivals under other assumptions.
    var variations: [VariationRecord] = []
    var loads: [LoadRecord] = []
    /// Each resize mode's sharpness in decibels.
    var sharpness: [String: Double] = [:]
    /// The decoders' load, if it is known.
    var load: Double?
    /// `nil` for vertical.
    var axis: GridLayout.Axis?
    /// Whether the rivals were replayed; variations always are a model's.
    var isReplay = false
    /// Whether the rivals are all there will be.
    var isWhole = true
    /// The reason why nothing is recommended, if there are no rivals.
    var refusal = ""
    /// A combination's window in words, if there are any.
    var window: (Combination) -> String? = { _ in nil }
    var name: (Combination) -> String = \.name
  }

  /// Finds the strategy that fits a result's memory budget best.
  package init(_ result: ResultFile) {
    let measured = Self.measured(in: result)
    let names = RowNames(result.runs.map(\.combination))
    let budget = result.scenario.memoryBudgetBytes
    let large = Self.rivals(.over, of: measured, budget: budget)
    let refusal =
      Self.refusal(smallest: large, budget: budget, name: names.line)
      ?? (!result.runs.isEmpty && result.runs.allSatisfy(\.combination.isReference)
        ? "Nothing can be recommended: only references and models of libraries were run."
        : measured.isEmpty
          ? "Nothing can be recommended: no strategy was measured completely."
          : "Nothing can be recommended: the memory of every strategy grows lap over lap.")
    self.init(
      Question(
        rivals: Self.rivals(.fits, of: measured, budget: budget), budget: budget,
        variations: result.variations ?? [], loads: result.loads ?? [], sharpness: result.sharpness ?? [:],
        load: measured.compactMap { $0.median("load") }.median, axis: result.scenario.axis,
        isReplay: result.mode == .replay, refusal: refusal, window: { result.window(of: $0)?.reach },
        name: names.line))
  }

  init(_ question: Question) {
    let resizing = ResizeChoice(question.rivals, in: question.variations, sharpness: question.sharpness)
    let rivals = resizing.rivals
    modeEquals = resizing.others
    guard let choice = resizing.choice else {
      (combination, equals, runnerUp, leader, rival) = (nil, [], nil, nil, nil)
      (claim, context, outlook) = (question.refusal, [], nil)
      return
    }
    let (chosen, least) = (rivals[choice.chosen], rivals[choice.least])
    let holdsHere = choice.alike.contains(choice.chosen)
    combination = chosen.combination
    equals = choice.alike.filter { $0 != choice.chosen }.map { rivals[$0].combination }
    runnerUp = choice.runnerUp.map { rivals[$0].combination }
    leader = (holdsHere ? chosen : least).combination
    rival = holdsHere && chosen.figures.isSeenToLose(more: least.figures) ? least.combination : nil
    let words = ChoiceWords(choice: choice, rivals: rivals, question: question)
    claim = "Recommended\(question.isWhole ? "" : " so far"): \(words.claim)"
    context = [resizing.sentence].compactMap(\.self) + words.beside
    outlook = question.load.flatMap { Self.outlook(load: $0, chosen.figures) }
  }

  /// The combinations that may be recommended, of all resize modes.
  static func rivals(in result: ResultFile) -> [Rival] {
    rivals(.fits, of: measured(in: result), budget: result.scenario.memoryBudgetBytes)
  }

  private static func rivals(_ fit: Fit, of measured: [PooledRuns], budget: Int) -> [Rival] {
    measured.filter { $0.fit(budget: budget) == fit }.compactMap(\.undisturbed.rival)
  }

  /// The combinations that were measured completely, except references.
  static func measured(in result: ResultFile) -> [PooledRuns] {
    let pools = PooledRuns.gather(result.runs)
    let visit = pools.compactMap(\.combination.visit).max()
    return pools.filter {
      !$0.combination.isReference && $0.failed == nil && $0.combination.visit == visit && $0.figures != nil
    }
  }

  /// The sentence that all rivals need more than the budget, with the smallest; `nil` without rivals.
  static func refusal(
    smallest rivals: [Rival], budget: Int, isWhole: Bool = true, name: (Combination) -> String
  ) -> String? {
    rivals.min { $0.figures.peakImageBytes < $1.figures.peakImageBytes }.map { least in
      let text = Figure.text(Double(budget), unit: "bytes")
      // Rounded, both may look alike.
      let excess = Figure.text(least.figures.peakImageBytes - Double(budget), unit: "bytes")
      return "No strategy\(isWhole ? "" : " so far") fits the budget of \(text); the smallest is "
        + "\(name(least.combination)) with \(least.figures.imageText) of images"
        + "\(text == least.figures.imageText ? ", \(excess) more" : "")."
    }
  }

  /// A remark if decoders have so much to do that the chosen one shows it, or next to nothing; else `nil`.
  private static func outlook(load: Double, _ chosen: DecidingFigures) -> String? {
    let figure = Figure.fixed(load, 2)
    // Rests make up for a load above 1 where bursts are short.
    if load >= 1, chosen.loss > DecidingFigures.visibleDifference {
      return
        "The decoders cannot keep up (load \(figure)): smaller or degraded images, or another order, help more "
        + "than any window."
    }
    return load < 0.1
      ? "The decoders have next to nothing to do (load \(figure)); a faster scroll or a slower device would tell more."
      : nil
  }
}
