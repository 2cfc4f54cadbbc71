/// Holm's correction, which keeps many simultaneous tests from chance findings.
public enum Holm {
  /// The raised p-values, whose comparison with one level makes any false rejection no more probable than that level (Holm,
  /// Scandinavian Journal of Statistics 6, 1979).
  ///
  /// - Complexity: O(*n* log *n*).
  public static func adjust(_ pValues: [Double]) -> [Double] {
    var adjusted = pValues
    var highest = 0.0
    for (place, index) in pValues.indices.sorted(by: { pValues[$0] < pValues[$1] }).enumerated() {
      highest = max(highest, min(1, pValues[index] * Double(pValues.count - place)))
      adjusted[index] = highest
    }
    return adjusted
  }
}
