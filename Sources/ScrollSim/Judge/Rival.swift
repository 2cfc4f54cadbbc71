/// A combination that may be recommended, with the figures that decide.
package struct Rival: Hashable, Sendable {
  package let combination: Combination
  package let figures: DecidingFigures
  /// The loss that a person sees, by iteration; by default that of the figures, which a model measures once.
  package let losses: [Int: Double]
  /// How long a combination is to write down, the most important part first; by default the number of
  /// parameters.
  package let length: [Int]

  package init(
    _ combination: Combination, _ figures: DecidingFigures, losses: [Int: Double]? = nil, length: [Int]? = nil
  ) {
    (self.combination, self.figures) = (combination, figures)
    self.losses = losses ?? [0: figures.loss]
    self.length = length ?? [combination.parameters.count]
  }

  /// Whether it loses more than another, by more than a person can see and by more than iterations differ (``PairedInterval``).
  func isSeenToLose(more other: Rival) -> Bool {
    let excess = losses.excess(over: other.losses)
    // If other work disturbed the two in different rounds, a single round left in common has no spread.
    if excess.count < 2, max(losses.count, other.losses.count) > 1, let least = losses.values.min(),
      let most = other.losses.values.max()
    {
      return least - most > DecidingFigures.visibleDifference
    }
    guard let interval = PairedInterval(excess) else { return figures.isSeenToLose(more: other.figures) }
    return interval.mean > DecidingFigures.visibleDifference && interval.lowest > 0
  }

  /// Every pair of which one is seen to lose more, in order, with the difference, and that of their losses elsewhere.
  static func apart(
    _ rivals: [Rival?], elsewhere losses: [Double?]
  ) -> [(worse: Int, better: Int, difference: Double, elsewhere: Double)] {
    rivals.indices.flatMap { one in
      rivals[(one + 1)...].indices.compactMap { other in
        guard let first = rivals[one], let second = rivals[other] else { return nil }
        let isWorse = first.isSeenToLose(more: second)
        let (worse, better) = isWorse ? (one, other) : (other, one)
        guard isWorse || second.isSeenToLose(more: first), let worseLoss = losses[worse],
          let betterLoss = losses[better]
        else { return nil }
        return (worse, better, abs(first.figures.loss - second.figures.loss), worseLoss - betterLoss)
      }
    }
  }
}

extension [Int: Double] {
  /// The differences from another's losses, by iteration, where both have one.
  func excess(over other: [Int: Double]) -> [Double] {
    sorted { $0.key < $1.key }.compactMap { iteration, loss in other[iteration].map { loss - $0 } }
  }
}

extension PooledRuns {
  /// `nil` if blank area or image memory was not measured.
  package var figures: DecidingFigures? { DecidingFigures(median) }

  var rival: Rival? { figures.map { Rival(combination, $0, losses: losses) } }

  /// The loss that a person sees, by iteration.
  var losses: [Int: Double] {
    Dictionary(completed.compactMap { run in DecidingFigures(run.figure).map { (run.iteration, $0.loss) } }) {
      first, _ in first
    }
  }

  var record: RivalRecord { RivalRecord(combination: combination, figures: failed == nil ? figures : nil) }
}

/// Whether a combination's images keep to the memory budget.
package enum Fit: String, Hashable, Sendable {
  case fits = "yes"
  case over
  /// Memory grows lap over lap, so that eventually no budget is enough.
  case grows
}

extension PooledRuns {
  /// Whether images keep to a budget in bytes, by the median of their peaks; `nil` if it was not measured.
  package func fit(budget: Int) -> Fit? {
    if growth == .growing { return .grows }
    return median("peakImageBytes").map { $0 <= Double(budget) ? .fits : .over }
  }
}
