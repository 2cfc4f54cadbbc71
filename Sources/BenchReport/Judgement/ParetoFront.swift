/// The points that no other point is as good as in everything.
///
/// All objectives are better when smaller. A point is dominated by one that is no greater in any objective (V. Pareto,
/// 1906; the form is that of K. Deb, *Multi-Objective Optimization Using Evolutionary Algorithms*, 2001, 2.4). Of equal
/// points, the first stands for all.
package enum ParetoFront {
  /// The places of the points on the front, by rising first objective, then the second, and so on.
  ///
  /// - Complexity: O(*n* log *n* + *n* × front).
  package static func places(in points: [[Double]]) -> [Int] {
    let order = points.indices.sorted { first, second in
      for (left, right) in zip(points[first], points[second]) where left != right { return left < right }
      return first < second
    }
    // Whatever dominates a point comes before it in this order.
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
