internal import Support

/// Decides whether a metric of replays has changed: a threshold and a test of the pairs must both say so.
///
/// The metric has changed if its median changes by more than a relative and an absolute threshold, and
/// Student's test of the paired differences, after Holm's correction, rejects that their mean is 0. The
/// differences are those of logarithms, so that their mean is a factor; where a value is not above 0, those
/// of the values. If nothing has changed, chance decides which of a pair is the greater, so that the
/// differences scatter alike to both sides; outliers make the test less likely to reject.
struct StatisticalRule {
  /// The rate at which equal sides may seem different.
  let level = 0.05

  struct Outcome {
    let change: MetricChange
    /// The factor from base to head, its geometric mean over the pairs and the 95 % interval of that; `nil` if a value is not above 0.
    let factor: (mean: Double, interval: ClosedRange<Double>)?
    /// Corrected.
    let pValue: Double
  }

  /// The p-values of all series, corrected for their number; 1 where there is nothing to test.
  func pValues(of series: [PairedSeries]) -> [Double] {
    Holm.adjust(series.map { $0.differences.interval?.pValue ?? 1 })
  }

  /// Judges a series by its corrected p-value; `nil` if nothing has changed.
  func judge(_ series: PairedSeries, pValue: Double) -> Outcome? {
    let differences = series.differences
    guard pValue <= level, let change = series.change, change.weight == .counts,
      let interval = differences.interval, (interval.mean > 0) == (change.head ?? 0 > change.base ?? 0)
    else { return nil }
    return Outcome(
      change: change,
      factor: differences.areLogarithms
        ? (exp(interval.mean), exp(interval.lowest)...exp(interval.highest)) : nil,
      pValue: pValue)
  }
}

extension PairedSeries {
  /// Head minus base of each pair, in logarithms where all values are above 0.
  fileprivate var differences: (interval: PairedInterval?, areLogarithms: Bool) {
    let areLogarithms = pairs.allSatisfy { $0.base > 0 && $0.head > 0 }
    return (
      PairedInterval(pairs.map { areLogarithms ? log($0.head / $0.base) : $0.head - $0.base }), areLogarithms
    )
  }
}

/// Holm's correction, which keeps many simultaneous tests from chance findings.
enum Holm {
  /// The raised p-values, whose comparison with one level makes any false rejection no more probable than that level (Holm,
  /// Scandinavian Journal of Statistics 6, 1979).
  static func adjust(_ pValues: [Double]) -> [Double] {
    var adjusted = pValues
    var highest = 0.0
    for (place, index) in pValues.indices.sorted(by: { pValues[$0] < pValues[$1] }).enumerated() {
      highest = max(highest, min(1, pValues[index] * Double(pValues.count - place)))
      adjusted[index] = highest
    }
    return adjusted
  }
}
