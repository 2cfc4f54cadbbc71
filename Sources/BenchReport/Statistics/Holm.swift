/// Keeps many tests at once from finding something by chance.
public enum Holm {
  /// The p-values so raised that, held against one level, they wrongly reject anything at all no more often than that
  /// (Holm, Scandinavian Journal of Statistics 6, 1979).
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
