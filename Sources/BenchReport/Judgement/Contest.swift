/// The best of several combinations, and those indistinguishable from it.
///
/// The candidates are the combination that loses the least and those indistinguishable from it; the one with the least image
/// memory wins. Two are indistinguishable if a person could not see the mean difference of their losses
/// (``Merit/visibleDifference``), or if zero lies in its interval over the iterations (``PairedInterval``).
package struct Contest: Hashable, Sendable {
  /// A combination that takes part.
  package struct Rival: Hashable, Sendable {
    package let combination: Combination
    package let merit: Merit
    /// The loss that a person sees, by iteration.
    package let losses: [Int: Double]

    package init(_ combination: Combination, merit: Merit, losses: [Int: Double]) {
      self.combination = combination
      self.merit = merit
      self.losses = losses
    }

    /// Whether it is seen to lose more than another.
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

  /// The winner's place among the rivals.
  package let winner: Int
  /// The place of the rival that loses the least.
  package let least: Int
  /// The other places that are indistinguishable from `least`, by rising memory.
  package let equals: [Int]
  /// The place of the best rival that is seen to lose more; `nil` if there is none.
  package let runnerUp: Int?

  /// `nil` without rivals.
  package init?(_ rivals: [Rival]) {
    let byLoss = rivals.indices.sorted { one, other in
      (rivals[one].merit.loss, rivals[one].merit.imageBytes)
        < (rivals[other].merit.loss, rivals[other].merit.imageBytes)
    }
    guard let least = byLoss.first else { return nil }
    let alike = byLoss.filter { !rivals[$0].isSeenToLose(more: rivals[least]) }
      .sorted { rivals[$0].merit.imageBytes < rivals[$1].merit.imageBytes }
    self.least = least
    winner = alike.first ?? least
    equals = Array(alike.dropFirst())
    runnerUp = byLoss.first { !alike.contains($0) }
  }
}
