/// Which two of some runs are looked at first, side by side.
package struct OpeningPair: Hashable, Sendable {
  /// Their places among the runs; the same twice if there is no other.
  package let left: Int
  package let right: Int

  /// Chooses the recommended strategy and its runner-up, or one that cannot be told from it.
  ///
  /// Where there is no such pair, of those that leave most blank.
  ///
  /// - Parameter runs: at least one, of different combinations.
  package init(_ runs: [RunRecord], recommendation: Recommendation) {
    func place(of combination: Combination?) -> Int? { runs.firstIndex { $0.combination == combination } }
    func blank(_ place: Int) -> Double { runs[place].figure("blankAreaRatio") ?? 0 }
    let left = place(of: recommendation.combination) ?? 0
    let others = runs.indices.filter { $0 != left && !runs[$0].combination.isReference }
    let right =
      place(of: recommendation.runnerUp) ?? place(of: recommendation.equals.first)
      ?? others.max { blank($0) < blank($1) } ?? runs.indices.first { $0 != left }
    self.left = left
    self.right = right ?? left
  }
}
