/// How many times as large one side of pairs is: the median of their ratios, and how far it can be trusted.
public struct MedianRatio: Hashable, Sendable {
  /// The median of head over base.
  public let median: Double
  /// Where the true median lies with ``confidence``: a percentile interval of the bootstrap (Efron, Annals of Statistics 7,
  /// 1979), which draws as many pairs as there are, with replacement, again and again.
  public let interval: ClosedRange<Double>
  /// How often such an interval holds the true median, in the long run.
  public let confidence: Double

  /// Compares the sides of pairs; `nil` if there are none, or a ratio is no finite number, as over a base of 0.
  ///
  /// - Parameters:
  ///   - pairs: what was measured side by side.
  ///   - confidence: 0.95 by default.
  ///   - resamples: how often pairs are drawn: 2000 by default.
  ///   - generator: draws them; a seeded one gives the same interval each time.
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
