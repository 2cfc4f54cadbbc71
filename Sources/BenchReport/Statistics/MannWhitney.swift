internal import SystemCalls

/// Tests whether one sample's values tend to be larger than another's, for any distributions (Mann and Whitney, Annals of
/// Mathematical Statistics 18, 1947).
public struct MannWhitney: Hashable, Sendable {
  /// The number of pairs, one value from each sample, in which the first sample's value is larger; ties count half.
  public let u: Double
  /// The probability of a `u` at least as far from the middle if both samples have the same distribution; two-sided, 0…1.
  public let pValue: Double
  /// Whether ``pValue`` counts all orders of the values; otherwise, it is a normal approximation with corrections for ties and
  /// for continuity.
  public let isExact: Bool

  /// The most values, of both samples together, for which orders are counted: a `Double` holds their number exactly.
  static let mostCounted = 50

  /// Compares two samples; `nil` if one of them is empty or holds a number that is not finite.
  ///
  /// - Complexity: O(*N* log *N*), and O(*n*²*m*) where orders are counted.
  public init?(_ first: [Double], _ second: [Double]) {
    guard !first.isEmpty, !second.isEmpty, (first + second).allSatisfy(\.isFinite) else { return nil }
    let (n, m) = (first.count, second.count)
    let ranks = Self.ranks(first + second)
    u = ranks.prefix(n).reduce(0, +) - Double(n * (n + 1)) / 2
    let ties = Dictionary(grouping: first + second) { $0 }.values.map(\.count).filter { $0 > 1 }
    isExact = ties.isEmpty && n + m <= Self.mostCounted
    pValue =
      isExact
      ? Self.countedPValue(u: Int(u), n: n, m: m) : Self.approximatePValue(u: u, n: n, m: m, ties: ties)
  }

  /// Each value's rank by size, from 1; equal values share the mean of their ranks.
  static func ranks(_ values: [Double]) -> [Double] {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = Array(repeating: 0.0, count: values.count)
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
      for place in start..<end { ranks[order[place]] = Double(start + end + 1) / 2 }
      start = end
    }
    return ranks
  }

  private static func countedPValue(u: Int, n: Int, m: Int) -> Double {
    let orders = orders(n: n, m: m)
    let tail = orders[...min(u, n * m - u)].reduce(0, +)
    return min(1, 2 * tail / orders.reduce(0, +))
  }

  /// The number of orders of *n* and *m* values with each `u`: the coefficients of the Gaussian binomial, computed by multiplying
  /// by 1 − x^(m+i) and dividing by 1 − x^i.
  private static func orders(n: Int, m: Int) -> [Double] {
    var counts = [Double](repeating: 0, count: n * m + 1)
    counts[0] = 1
    for i in 1...n {
      for power in stride(from: n * m, through: m + i, by: -1) { counts[power] -= counts[power - m - i] }
      for power in stride(from: i, through: n * m, by: 1) { counts[power] += counts[power - i] }
    }
    return counts
  }

  private static func approximatePValue(u: Double, n: Int, m: Int, ties: [Int]) -> Double {
    let (n, m) = (Double(n), Double(m))
    let total = n + m
    let tied = ties.reduce(0.0) { sum, count in
      sum + Double(count) * Double(count) * Double(count) - Double(count)
    }
    let variance = n * m / 12 * (total + 1 - tied / (total * (total - 1)))
    guard variance > 0 else { return 1 }
    let distance = max(0, abs(u - n * m / 2) - 0.5)
    return erfc(distance / (2 * variance).squareRoot())
  }
}

/// Holm's correction, which keeps many simultaneous tests from chance findings.
public enum Holm {
  /// The raised p-values, whose comparison with one level makes any false rejection no more probable than that level (Holm,
  /// Scandinavian Journal of Statistics 6, 1979).
  ///
  /// - Complexity: O(*n* log *n*).
  public static func adjust(_ pValues: [Double]) -> [Double] {
    var adjusted = pValues
    var highest = 0.0
    for (place, index) in pValues.indices.sorted(by: { pValues[$0] < pValues[$1] }).enumerated() {
      highest = max(highest, min(1, pValues[index] * Double(pValues.count - place)))
      adjusted[index] = highest
    }
    return adjusted
  }
}
