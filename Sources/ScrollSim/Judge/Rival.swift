/// A combination that may be recommended, with the figures that decide.
package struct Rival: Hashable, Sendable {
  package let combination: Combination
  package let merit: Merit
  /// The loss that a person sees, by iteration.
  package let losses: [Int: Double]
  /// What makes a combination long to write down, the most important first; less is simpler.
  package let length: [Int]

  /// - Parameter length: by default the number of the strategy's parameters.
  package init(_ combination: Combination, merit: Merit, losses: [Int: Double], length: [Int]? = nil) {
    self.combination = combination
    self.merit = merit
    self.losses = losses
    self.length = length ?? [combination.parameters.count]
  }

  /// Whether it is seen to lose more than another: by more than a person can see (``Merit/visibleDifference``), and by more
  /// than iterations differ (``PairedInterval``).
  func isSeenToLose(more other: Rival) -> Bool {
    let differences = losses.keys.sorted().compactMap { iteration in
      other.losses[iteration].map { (losses[iteration] ?? 0) - $0 }
    }
    guard let interval = PairedInterval(differences) else { return merit.isSeenToLose(more: other.merit) }
    return interval.mean > Merit.visibleDifference && interval.lowest > 0
  }

  /// Every pair of which one is seen to lose more, in order, with the difference; `nil` rivals take no part.
  static func apart(_ rivals: [Rival?]) -> [(worse: Int, better: Int, difference: Double)] {
    rivals.indices.flatMap { one in
      rivals[(one + 1)...].indices.compactMap { other in
        guard let first = rivals[one], let second = rivals[other] else { return nil }
        let isWorse = first.isSeenToLose(more: second)
        guard isWorse || second.isSeenToLose(more: first) else { return nil }
        let difference = abs(first.merit.loss - second.merit.loss)
        return isWorse ? (one, other, difference) : (other, one, difference)
      }
    }
  }
}
