/// Whether a change between two results counts, or may be chance.
public enum ChangeWeight: String, Hashable, Sendable, Encodable {
  /// The metric is exact, or the iterations of one side all lie beyond those of the other.
  case counts
  /// Iterations of both sides overlap.
  case withinSpread = "within the spread"
  /// There are too few iterations to tell.
  case unknown = "cannot tell"

  /// Iterations a side below which nothing can be told.
  ///
  /// Five of one side beyond five of the other happen by chance in one of 126 cases.
  public static let fewestIterations = 5

  /// Weighs a change by the iterations of both sides.
  ///
  /// - Parameters:
  ///   - isExact: whether the metric has no spread, as those of a model have none.
  ///   - base: the base's values, one an iteration.
  ///   - head: the head's values, one an iteration.
  init(isExact: Bool, base: [Double], head: [Double]) {
    if isExact {
      self = .counts
    } else if min(base.count, head.count) < Self.fewestIterations {
      self = .unknown
    } else if let low = base.min(), let high = base.max(), let least = head.min(), let most = head.max(),
      low > most || high < least
    {
      self = .counts
    } else {
      self = .withinSpread
    }
  }
}
