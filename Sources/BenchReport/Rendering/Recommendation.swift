/// Which strategy fits the scenario's memory budget best, and why.
///
/// A strategy fits if all its runs completed, its images held no more than the budget at their peak (`peakImageBytes`,
/// the median of iterations) and its memory does not grow lap over lap. Of those that fit, the one with the least blank area is recommended; what
/// prints alike is told apart by the time to settle, then by image memory, then by the result's order. Bounds are
/// never recommended. Where there are several visits, the last one is judged.
public struct Recommendation: Hashable, Sendable, CustomStringConvertible {
  /// What is recommended; `nil` if nothing fits.
  public let combination: Combination?
  /// The recommendation and its reason.
  public let description: String

  /// Looks for the strategy that fits a result's memory budget best.
  public init(_ result: ResultFile) {
    let pools = PooledRuns.gather(result.runs)
    let names = RowNames(pools.map(\.combination))
    let visit = pools.compactMap(\.combination.visit).max()
    let rivals = pools.filter {
      !$0.combination.isReference && $0.failed == nil && $0.combination.visit == visit
    }.compactMap {
      Candidate($0, name: names.line(for: $0.combination))
    }
    let budget = Double(result.scenario.memoryBudgetBytes)
    let limit = Figure.text(budget, unit: "bytes")
    let fitting = rivals.filter { $0.imageBytes <= budget && !$0.isGrowing }.sorted { $0.isBetter(than: $1) }
    guard let best = fitting.first else {
      combination = nil
      description = Self.refusal(rivals, limit: limit)
      return
    }
    combination = best.combination
    let needs = "its images need \(Figure.text(best.imageBytes, unit: "bytes")) of the \(limit) budget"
    if fitting.count == 1 {
      description = "Recommended: \(best.name), the only strategy that fits; \(needs)."
    } else {
      description =
        "Recommended: \(best.name), which \(best.reason(over: fitting[1])), "
        + "of the \(fitting.count) that fit; \(needs)."
    }
  }

  private static func refusal(_ rivals: [Candidate], limit: String) -> String {
    guard !rivals.isEmpty else { return "Nothing can be recommended: no strategy was measured completely." }
    let steady = rivals.filter { !$0.isGrowing }
    guard let least = steady.min(by: { $0.imageBytes < $1.imageBytes }) else {
      return "Nothing can be recommended: the memory of every strategy grows lap over lap."
    }
    return "No strategy fits the budget of \(limit); the smallest is \(least.name) with "
      + "\(Figure.text(least.imageBytes, unit: "bytes")) of images."
  }
}

/// A strategy that was measured, and by what it is judged.
private struct Candidate {
  let combination: Combination
  let name: String
  let blankArea: Double
  let settleMs: Double?
  let imageBytes: Double
  let isGrowing: Bool

  /// `nil` if what it is judged by was not measured.
  init?(_ pool: PooledRuns, name: String) {
    guard let blankArea = pool.median("blankAreaRatio"), let imageBytes = pool.median("peakImageBytes") else {
      return nil
    }
    combination = pool.combination
    self.name = name
    self.blankArea = blankArea
    self.imageBytes = imageBytes
    settleMs = pool.median("settleToFullMs")
    isGrowing = pool.growth == .growing
  }

  private var blankText: String { Figure.text(blankArea, unit: "rate") }
  private var settleText: String { Figure.text(settleMs, unit: "ms") }

  func isBetter(than other: Candidate) -> Bool {
    if blankText != other.blankText { return blankArea < other.blankArea }
    if settleText != other.settleText { return (settleMs ?? .infinity) < (other.settleMs ?? .infinity) }
    return imageBytes < other.imageBytes
  }

  /// Why this one is better than the second best.
  func reason(over second: Candidate) -> String {
    let next = "next: \(second.name),"
    if blankText != second.blankText {
      return "leaves the least area blank, \(blankText) (\(next) \(second.blankText))"
    }
    if settleText != second.settleText {
      return "leaves \(blankText) of the area blank as others do and settles first, after \(settleText) "
        + "(\(next) \(second.settleText))"
    }
    return "shows as much as \(second.name) with no more memory"
  }
}
