/// The median ratio of paired values, with its confidence interval.
public struct MedianRatio: Hashable, Sendable {
  /// The median of head over base.
  public let median: Double
  /// The interval of the true median with ``confidence``: a percentile interval of the bootstrap (Efron, Annals of Statistics 7,
  /// 1979), which repeatedly draws as many pairs as there are, with replacement.
  public let interval: ClosedRange<Double>
  /// The share of such intervals that hold the true median, in the long run.
  public let confidence: Double

  /// Compares the sides of pairs; `nil` if there are none, or a ratio is not finite, as over a base of 0.
  ///
  /// - Parameters:
  ///   - pairs: values measured side by side.
  ///   - confidence: 0.95 by default.
  ///   - resamples: the number of resamples: 2000 by default.
  ///   - generator: the source of the draws; a seeded one gives the same interval each time.
  /// - Complexity: O(*n* log *n*) for each resample.
  public init?(
    of pairs: [(base: Double, head: Double)], confidence: Double = 0.95, resamples: Int = 2000,
    using generator: inout some RandomNumberGenerator
  ) {
    precondition(resamples > 0 && confidence > 0 && confidence < 1, "an interval needs draws and a level")
    let ratios = pairs.map { $0.head / $0.base }
    guard let median = ratios.median, ratios.allSatisfy(\.isFinite) else { return nil }
    let medians = (0..<resamples).map { _ in
      ratios.indices.map { _ in ratios[Int.random(in: ratios.indices, using: &generator)] }
        .sorted().percentileOfSorted(0.5)
    }.sorted()
    self.median = median
    self.confidence = confidence
    interval =
      medians.percentileOfSorted((1 - confidence) / 2)...medians.percentileOfSorted((1 + confidence) / 2)
  }
}
