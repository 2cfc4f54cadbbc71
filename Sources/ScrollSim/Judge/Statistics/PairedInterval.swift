internal import Support

/// The mean of paired differences and its confidence interval, by ``StudentDistribution``.
///
/// What changes between pairs, such as a machine's speed, affects neither the mean nor the interval.
package struct PairedInterval: Hashable, Sendable {
  package let mean: Double
  /// Half the interval; 0 for a single difference, whose spread is unknown.
  package let halfWidth: Double
  /// The probability of a mean at least as far from 0 if the true one is 0; 1 for a single difference.
  package let pValue: Double

  package var lowest: Double { mean - halfWidth }
  package var highest: Double { mean + halfWidth }

  /// `nil` without differences, or if one is not finite.
  package init?(_ differences: [Double], confidence: Double = 0.95) {
    guard !differences.isEmpty, differences.allSatisfy(\.isFinite) else { return nil }
    let count = Double(differences.count)
    let mean = differences.reduce(0, +) / count
    self.mean = mean
    let freedom = differences.count - 1
    guard freedom > 0 else {
      (halfWidth, pValue) = (0, 1)
      return
    }
    let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(freedom)
    let error = (variance / count).squareRoot()
    halfWidth = error > 0 ? StudentDistribution.value(tails: 1 - confidence, freedom: freedom) * error : 0
    pValue = mean == 0 ? 1 : error > 0 ? StudentDistribution.tails(beyond: mean / error, freedom: freedom) : 0
  }
}

/// Student's *t* distribution ("The probable error of a mean", *Biometrika* 6, 1908).
enum StudentDistribution {
  /// The probability of a value at least as far from 0 as `value`, with at least one degree of freedom, in as many steps.
  ///
  /// The sums are those of M. Abramowitz and I. A. Stegun, *Handbook of Mathematical Functions*, 1964, 26.7.3 and 26.7.4.
  static func tails(beyond value: Double, freedom: Int) -> Double {
    let angle = atan(abs(value) / Double(freedom).squareRoot())
    let (sine, cosine) = (sin(angle), cos(angle))
    let isOdd = !freedom.isMultiple(of: 2)
    var (sum, term) = (0.0, isOdd ? cosine : 1)
    for power in stride(from: isOdd ? 1 : 0, to: freedom - 1, by: 2) {
      sum += term
      term *= Double(power + 1) / Double(power + 2) * cosine * cosine
    }
    let middle = isOdd ? 2 / Double.pi * (angle + sine * sum) : sine * sum
    return min(1, max(0, 1 - middle))
  }

  /// The value beyond which, on both sides together, lies this probability: more than 10⁻¹², below which rounding decides.
  static func value(tails: Double, freedom: Int) -> Double {
    var (low, high) = (0.0, 1.0)
    while Self.tails(beyond: high, freedom: freedom) > tails { (low, high) = (high, high * 2) }
    while true {
      let middle = (low + high) / 2
      guard middle > low, middle < high, high - low > 1e-12 * high else { return middle }
      if Self.tails(beyond: middle, freedom: freedom) > tails { low = middle } else { high = middle }
    }
  }
}
