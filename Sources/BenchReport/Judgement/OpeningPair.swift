/// The two runs that a viewer sees first, side by side.
package struct OpeningPair: Hashable, Sendable {
  /// The places among the runs; the same twice if there is no other.
  package let left: Int
  package let right: Int

  /// Chooses the recommended strategy and its runner-up, or one that is indistinguishable from it.
  ///
  /// Without such a partner it takes the run with the most blank area, references last.
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
