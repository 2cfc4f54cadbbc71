/// How far two series put the same things in the same order.
public enum RankCorrelation {
  /// Spearman's ρ: Pearson's correlation of ranks, equal values sharing the mean of theirs (Spearman 1904).
  ///
  /// - Returns: −1…1, or `nil` if there are fewer than two pairs or one of the series does not vary.
  /// - Complexity: O(n log n).
  public static func spearman(_ pairs: [(Double, Double)]) -> Double? {
    let first = ranks(pairs.map(\.0))
    let second = ranks(pairs.map(\.1))
    let mean = Double(pairs.count + 1) / 2
    var (covariance, firstVariance, secondVariance) = (0.0, 0.0, 0.0)
    for (a, b) in zip(first, second) {
      covariance += (a - mean) * (b - mean)
      firstVariance += (a - mean) * (a - mean)
      secondVariance += (b - mean) * (b - mean)
    }
    guard firstVariance > 0, secondVariance > 0 else { return nil }
    return covariance / (firstVariance * secondVariance).squareRoot()
  }

  /// Each value's place in order of size, from 1; equal values share the mean of their places.
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
}
