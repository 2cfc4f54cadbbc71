internal import Support

/// The centre of a symmetric sample: the median of the means of all pairs of its values, each value with itself included (Hodges
/// and Lehmann, Annals of Mathematical Statistics 34, 1963).
///
/// For normally distributed values, it is nearly as precise as the mean; a quarter of them may lie anywhere without moving it far.
struct HodgesLehmann {
  let estimate: Double
  /// The confidence interval of the centre: every value that Wilcoxon's signed-rank test would not reject.
  let interval: ClosedRange<Double>

  /// The most values whose signed ranks are counted exactly; the sums of more are nearly normal.
  private static let mostCounted = 50

  /// `nil` if a value is not finite, or there are too few for the confidence, as below 8 for 0.99.
  init?(_ values: [Double], confidence: Double) {
    guard let rank = Self.rank(of: values.count, confidence: confidence), values.allSatisfy(\.isFinite) else {
      return nil
    }
    let means = values.indices.flatMap { index in values[index...].map { ($0 + values[index]) / 2 } }.sorted()
    estimate = means.percentileOfSorted(0.5)
    interval = means[rank]...means[means.count - 1 - rank]
  }

  /// The greatest sum of the signed ranks of `count` values that the two-sided test rejects; `nil` if it can reject none.
  static func rank(of count: Int, confidence: Double) -> Int? {
    let level = 1 - confidence
    guard count <= mostCounted else {
      let n = Double(count)
      let (mean, deviation) = (n * (n + 1) / 4, (n * (n + 1) * (2 * n + 1) / 24).squareRoot())
      return (1..<Int(mean) + 1).partitioningIndex { sum in
        erfc((mean - Double(sum) - 0.5) / (deviation * 2.squareRoot())) > level
      } - 1
    }
    // The probability of each sum if both signs of every rank are equally likely.
    var sums = [1.0]
    for rank in 0..<count {
      let shifted = Array(repeating: 0, count: rank + 1) + sums
      sums = shifted.indices.map { (shifted[$0] + ($0 < sums.count ? sums[$0] : 0)) / 2 }
    }
    var (tail, greatest) = (0.0, Int?.none)
    for (sum, share) in sums.enumerated() {
      tail += share
      guard 2 * tail <= level else { break }
      greatest = sum
    }
    return greatest
  }
}
