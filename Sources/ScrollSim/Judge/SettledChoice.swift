/// Whether rounds of replays settle that a combination is as good as any other, however often one looks.
///
/// It is settled if, for every other combination that could be recommended, the interval of the mean excess
/// of its loss over that one's lies below ``DecidingFigures/visibleDifference``. Each look is another chance
/// to err: look *k* therefore spends α/(k(k + 1)) of the error α, which adds up to α over all looks (K. K. G.
/// Lan and D. L. DeMets, "Discrete sequential boundaries for clinical trials", *Biometrika* 70, 1983), and
/// each of *m* comparisons an *m*th of that (Bonferroni). So replays end with a combination that loses
/// visibly more than the best in at most α of all cases, if the losses of rounds are normally distributed.
package struct SettledChoice: Hashable, Sendable {
  /// The share of cases, α, in which replays may end with a combination that is visibly worse than the best.
  package static let error = 0.05
  package static let fewestRounds = 3

  package let isSettled: Bool

  /// Compares a combination's losses by round (``DecidingFigures/loss``) with those of each other combination.
  package init(losses: [Int: Double], rivals: [[Int: Double]], rounds: Int) {
    guard rounds >= Self.fewestRounds else {
      isSettled = false
      return
    }
    let look = Double(rounds - Self.fewestRounds + 1)
    let error = Self.error / (look * (look + 1)) / Double(max(1, rivals.count))
    isSettled = rivals.allSatisfy { rival in
      let excess = losses.excess(over: rival)
      // The error of one side.
      guard excess.count > 1, let interval = PairedInterval(excess, confidence: 1 - 2 * error) else {
        return false
      }
      return interval.highest < DecidingFigures.visibleDifference
    }
  }

  /// Compares a result's ``Recommendation/leader`` with all others; without one, more rounds tell nothing new.
  package init(_ result: ResultFile) {
    let rivals = Recommendation.rivals(in: result)
    let leader = Recommendation(result).leader.flatMap { name in rivals.first { $0.combination == name } }
    self.init(
      losses: leader?.losses ?? [:],
      rivals: rivals.filter { leader != nil && $0.combination != leader?.combination }.map(\.losses),
      rounds: Set(result.runs.map(\.iteration)).count)
  }
}
