/// Decides whether a metric of replays has changed: thresholds, an interval and a test must all say so.
///
/// The metric has changed if its median changes by more than a relative and an absolute threshold, the bootstrap interval of the
/// median ratio of the pairs excludes 1, and the Mann–Whitney test, after Holm's correction, rejects that both sides are alike.
/// If a base is 0 there is no ratio, and the others decide.
public struct StatisticalRule: Hashable, Sendable {
  /// The significance level, the rate at which equal sides may seem different: 0.05 by default.
  public var level = 0.05
  /// The threshold that a change must pass; its unit's ``Threshold/standard(unit:)`` if `nil`.
  public var threshold: Threshold?

  /// The number of bootstrap draws for the interval: 2000 by default.
  public var resamples = 2000

  /// Makes the rule with its defaults.
  public init() {}

  /// The outcome for one series.
  public struct Outcome: Hashable, Sendable {
    /// The change of the medians.
    public let change: Change
    /// The ratio of the pairs; `nil` if a base is 0.
    public let ratio: MedianRatio?
    /// The test's p-value, corrected.
    public let pValue: Double
  }

  /// The p-values of all series, corrected for their number; 1 where there is nothing to test.
  public func pValues(of series: [PairedSeries]) -> [Double] {
    Holm.adjust(series.map { MannWhitney($0.pairs.map(\.base), $0.pairs.map(\.head))?.pValue ?? 1 })
  }

  /// Judges a series.
  ///
  /// - Parameters:
  ///   - pValue: its p-value, corrected.
  ///   - generator: draws for the interval.
  /// - Returns: `nil` if nothing has changed.
  public func judge(
    _ series: PairedSeries, pValue: Double, using generator: inout some RandomNumberGenerator
  ) -> Outcome? {
    let threshold = threshold ?? .standard(unit: series.definition.unit)
    guard pValue <= level, let change = series.change(past: threshold), change.weight == .counts else {
      return nil
    }
    let ratio = MedianRatio(of: series.pairs, resamples: resamples, using: &generator)
    if let ratio, ratio.interval.contains(1) { return nil }
    return Outcome(change: change, ratio: ratio, pValue: pValue)
  }
}
