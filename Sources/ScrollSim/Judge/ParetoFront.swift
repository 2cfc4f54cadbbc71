/// The points that no other point dominates.
///
/// All objectives are better when smaller. A point is dominated by one that is no greater in any objective (V. Pareto, 1906; the
/// form is that of K. Deb, *Multi-Objective Optimization Using Evolutionary Algorithms*, 2001, 2.4). The first of equal points
/// stands for all.
package enum ParetoFront {
  /// The places of the points on the front, by rising first objective, then the second, and so on.
  ///
  /// - Complexity: O(*n* log *n* + *n* × front).
  package static func places(in points: [[Double]]) -> [Int] {
    let order = points.indices.sorted { first, second in
      for (left, right) in zip(points[first], points[second]) where left != right { return left < right }
      return first < second
    }
    // A point that dominates another precedes it in this order.
    var front: [Int] = []
    for place in order where !front.contains(where: { covers(points[$0], points[place]) }) {
      front.append(place)
    }
    return front
  }

  private static func covers(_ one: [Double], _ other: [Double]) -> Bool {
    zip(one, other).allSatisfy { $0 <= $1 }
  }
}

extension TuneOutcome {
  /// The places of the recommendation and its possible replacements on the front, at most `most`.
  ///
  /// The list alternates between those that need no less memory, by rising loss, and those that need less and are seen to lose
  /// more, the nearest first: the former show if the recommendation leaves too much unseen, the latter if it needs too much
  /// memory.
  package func contenders(among candidates: [TuneCandidate], most: Int) -> [Int] {
    guard let best = recommendation?.candidate, let mine = candidates[best].overall?.merit else { return [] }
    let others = front.filter { $0 != best }.compactMap { place in
      candidates[place].overall.map { (place: place, merit: $0.merit) }
    }
    var larger = others.filter { $0.merit.imageBytes >= mine.imageBytes }
      .sorted { ($0.merit.loss, $0.place) < ($1.merit.loss, $1.place) }[...]
    var smaller = others.filter { $0.merit.imageBytes < mine.imageBytes && $0.merit.isSeenToLose(more: mine) }
      .sorted { ($1.merit.imageBytes, $0.place) < ($0.merit.imageBytes, $1.place) }[...]
    var chosen = [best]
    while chosen.count < most, let next = larger.popFirst() ?? smaller.popFirst() {
      chosen.append(next.place)
      if chosen.count < most, let next = smaller.popFirst() { chosen.append(next.place) }
    }
    return Array(chosen.prefix(most))
  }
}

extension Merit {
  /// Whether it loses so much more that a person could see it.
  func isSeenToLose(more other: Merit) -> Bool { loss - other.loss > Self.visibleDifference }
}
