/// How one metric differs between two results.
public struct MetricChange: Hashable, Sendable, Encodable {
  /// What a change means.
  public enum Effect: String, Hashable, Sendable, Encodable {
    /// It went the way that is better.
    case better
    /// It went the other way.
    case worse
    /// Both values are equal.
    case same
    /// It differs, and neither way is better.
    case changed
    /// One side has no value.
    case unknown
  }

  /// The metric, or a figure of a distribution as in `decodeMs.p95`.
  public let metric: String
  /// The unit of ``MetricDefinition``.
  public let unit: String
  /// The median over the iterations of the base.
  public let base: Double?
  /// The median over the iterations of the head.
  public let head: Double?
  /// By how much the head is more; `nil` if a side has no value.
  public let absolute: Double?
  /// By how many percent of the base the head is more; `nil` if a side has no value or the base is zero.
  public let percent: Double?
  /// What the change means.
  public let effect: Effect

  /// Compares two values of a metric.
  public init(metric: String, definition: MetricDefinition, base: Double?, head: Double?) {
    self.metric = metric
    unit = definition.unit
    self.base = base
    self.head = head
    guard let base, let head else {
      absolute = nil
      percent = nil
      effect = base == head ? .same : .unknown
      return
    }
    absolute = head - base
    percent = base == 0 ? nil : (head - base) / abs(base) * 100
    effect =
      switch definition.better {
      case _ where base == head: .same
      case .neither: .changed
      case .higher: head > base ? .better : .worse
      case .lower: head < base ? .better : .worse
      }
  }
}
