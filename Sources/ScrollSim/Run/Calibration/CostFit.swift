/// Fits the formula of ``CostTable`` to measurements.
///
/// It minimises squared errors relative to the formula's value, with weights that are computed again from
/// each fit (Nelder, Wedderburn: Generalized linear models, 1972), so that times agree with the formula on
/// average. Errors relative to the times would make photos that are slow for their size count less. Each fit
/// finds non-negative coefficients by cyclic coordinate descent: with few features and many measurements,
/// simplicity beats speed (Franc, Hlaváč, Navara: Sequential coordinate-wise algorithm for the non-negative
/// least squares problem, CAIP 2005).
struct CostFit {
  private(set) var coefficients: [Double]
  /// The ratio of each time to the formula's value.
  private var ratios: [Double] = []

  /// Fits `features · coefficients ≈ times`; all times must be positive.
  init(features: [[Double]], times: [Double]) {
    coefficients = Array(repeating: 0, count: features.first?.count ?? 0)
    var values = times
    for _ in 0..<Self.fits {
      fit(features, to: times, relativeTo: values)
      // A value far below its time would outweigh all others.
      values = zip(features, times).map { max(value($0), $1 / 100) }
    }
    ratios = zip(features, times).map { $1 / value($0) }
  }

  /// Fits of weighted squares; further ones change the mean ratio by less than a cost table's precision.
  private static let fits = 30

  private mutating func fit(_ features: [[Double]], to times: [Double], relativeTo values: [Double]) {
    let count = coefficients.count
    var gram = Array(repeating: Array(repeating: 0.0, count: count), count: count)
    var target = Array(repeating: 0.0, count: count)
    for (row, (time, value)) in zip(features, zip(times, values)) {
      for i in 0..<count {
        target[i] += row[i] * time / (value * value)
        for j in 0..<count { gram[i][j] += row[i] * row[j] / (value * value) }
      }
    }
    for _ in 0..<5_000 {
      for i in 0..<count where gram[i][i] > 0 {
        let others = (0..<count).reduce(0.0) { $0 + ($1 == i ? 0 : gram[i][$1] * coefficients[$1]) }
        coefficients[i] = max(0, (target[i] - others) / gram[i][i])
      }
    }
  }

  var tableCoefficients: [Double] { coefficients.map { $0.rounded(toPlaces: 5) } }

  func spread(_ count: Int) -> [Double] { Self.spread(ratios, count: count) }

  /// Ratios at equal steps from the least to the greatest, each the mean of those within half a step, rounded to a cost table's
  /// precision.
  ///
  /// Values are drawn from straight lines between them, so that a single outlier, as the last one, would
  /// count as half a step.
  static func spread(_ ratios: [Double], count: Int) -> [Double] {
    let sorted = ratios.sorted()
    let halfStep = Double(sorted.count) / Double(2 * (count - 1))
    return (0..<count).compactMap { step in
      let middle = Double(2 * step) * halfStep
      let first = min(Int(max(0, middle - halfStep)), sorted.count - 1)
      let end = max(first + 1, min(Int((middle + halfStep).rounded(.up)), sorted.count))
      return sorted.isEmpty ? nil : Array(sorted[first..<end]).mean?.rounded(toPlaces: 4)
    }
  }

  func value(_ features: [Double]) -> Double {
    zip(features, coefficients).reduce(0) { $0 + $1.0 * $1.1 }
  }
}
