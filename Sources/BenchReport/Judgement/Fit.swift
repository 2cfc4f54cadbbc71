/// Whether a combination's images keep to the memory budget.
package enum Fit: String, Hashable, Sendable {
  /// They do.
  case fits = "yes"
  /// At their peak they take more.
  case over
  /// Memory grows lap over lap, so that in time no budget is enough.
  case grows
}

extension PooledRuns {
  /// Whether images keep to a budget of so many bytes, by the median of their peaks; `nil` if that was not measured.
  package func fit(budget: Int) -> Fit? {
    if growth == .growing { return .grows }
    return median("peakImageBytes").map { $0 <= Double(budget) ? .fits : .over }
  }
}
