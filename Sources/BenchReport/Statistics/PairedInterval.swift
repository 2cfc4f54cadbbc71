/// The mean of paired differences and its 95 % confidence interval, by Student's *t* distribution ("The probable error of a
/// mean", *Biometrika* 6, 1908).
package struct PairedInterval: Hashable, Sendable {
  package let mean: Double
  /// Half the interval; 0 for a single difference, whose spread is unknown.
  package let halfWidth: Double

  package var lowest: Double { mean - halfWidth }
  package var highest: Double { mean + halfWidth }

  /// `nil` without differences.
  package init?(_ differences: [Double]) {
    guard !differences.isEmpty else { return nil }
    let count = Double(differences.count)
    let mean = differences.reduce(0, +) / count
    self.mean = mean
    guard differences.count > 1 else {
      halfWidth = 0
      return
    }
    let variance = differences.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    halfWidth = Self.quantile(freedom: differences.count - 1) * (variance / count).squareRoot()
  }

  /// The 97.5 % quantile of Student's distribution.
  private static func quantile(freedom: Int) -> Double {
    freedom <= table.count ? table[freedom - 1] : 1.96 + 2.5 / Double(freedom)
  }

  private static let table = [
    12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131,
    2.120, 2.110, 2.101, 2.093, 2.086,
  ]
}
