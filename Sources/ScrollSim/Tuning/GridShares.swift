/// Shares a number of points out among strategies, by how many parameters each has.
package struct GridShares: Hashable, Sendable {
  /// For each strategy, how many levels each of its parameters has.
  package let levels: [[Int]]

  /// More levels of one parameter tell nothing new; refinement goes on from there.
  private static let most = 33

  /// Shares points out.
  ///
  /// A strategy without parameters is one point; of the rest, a strategy gets in proportion to its parameters. What
  /// those with few parameters cannot use goes to those with more.
  ///
  /// - Parameters:
  ///   - parameters: how many free parameters each strategy has.
  ///   - points: how many points there are.
  package init(parameters: [Int], points: Int) {
    var levels = parameters.map { _ in [Int]() }
    var left = points - parameters.count { $0 == 0 }
    var weight = parameters.reduce(0, +)
    let places = parameters.indices.filter { parameters[$0] > 0 }
    for place in places.sorted(by: { (parameters[$0], $0) < (parameters[$1], $1) }) {
      levels[place] = Self.levels(parameters[place], points: max(1, left * parameters[place] / weight))
      left -= levels[place].reduce(1, *)
      weight -= parameters[place]
    }
    self.levels = levels
  }

  /// The most levels, as equal as can be, whose product is at most `points`.
  private static func levels(_ parameters: Int, points: Int) -> [Int] {
    var levels = [Int](repeating: 1, count: parameters)
    while true {
      guard let least = levels.min(), least < most, let place = levels.firstIndex(of: least) else {
        return levels
      }
      levels[place] += 1
      if levels.reduce(1, *) > points {
        levels[place] -= 1
        return levels
      }
    }
  }
}
