/// The mean of paired differences and its confidence interval, by ``StudentDistribution``.
///
/// Base and head of a pair are measured side by side, so that what changes between pairs, as a machine that slows down, is in
/// neither the mean nor the interval.
package struct PairedInterval: Hashable, Sendable {
  package let mean: Double
  /// Half the interval; 0 for a single difference, whose spread is unknown.
  package let halfWidth: Double
  /// The probability of a mean at least as far from 0 if the true one is 0; 1 for a single difference.
  package let pValue: Double

  package var lowest: Double { mean - halfWidth }
  package var highest: Double { mean + halfWidth }

  /// `nil` without differences, or if one is not finite.
  ///
  /// - Parameter confidence: the share of such intervals that hold the true mean, 0.95 by default.
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
    pValue =
      mean == 0 ? 1 : error > 0 ? StudentDistribution.tails(beyond: mean / error, freedom: freedom) : 0
  }
}
