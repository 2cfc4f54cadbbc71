/// The difference in one metric of one run between a base and a head, and whether it counts, for all comparisons.
package struct MetricChange: Hashable, Sendable, Encodable {
  package enum Effect: String, Hashable, Sendable, Encodable {
    case better
    case worse
    case same
    /// It differs, and neither way is better.
    case changed
    /// One side has no value.
    case unknown
  }

  /// Whether it counts, and if not, why.
  package enum Weight: String, Hashable, Sendable, Encodable {
    /// It exceeds chance and the tolerance.
    case counts
    case unchanged
    /// Iterations of both sides overlap.
    case withinSpread = "within the spread"
    /// It does not pass the threshold.
    case belowThreshold = "below the threshold"
    case tolerated
    /// There are too few iterations to tell, or the sides did not measure the same.
    case unknown = "cannot tell"
  }

  /// The evidence on both sides, which selects the rule by which a change counts.
  enum Evidence {
    /// Values without a spread, as a model's: a difference beyond the tolerance counts.
    case exact(tolerance: Tolerance? = nil)
    /// One value a side: a difference beyond the threshold counts.
    case single(Threshold)
    /// A change counts if all values of one side lie beyond all of the other, and each side has ``fewestIterations``.
    case iterations(base: [Double], head: [Double])
    /// The sides did not measure the same.
    case incomparable
  }

  /// Five of one side beyond five of the other happen by chance in one of 126 cases.
  package static let fewestIterations = 5

  /// The run, or the combination's distinguishing name.
  package let run: String
  /// The metric, or a figure of a distribution as in `decodeMs.p95`.
  package let metric: String
  /// The unit of ``MetricDefinition``.
  package let unit: String
  /// The median over the iterations of the base.
  package let base: Double?
  /// The median over the iterations of the head.
  package let head: Double?
  /// Head minus base; `nil` if a side has no value.
  package let absolute: Double?
  /// The difference in percent of the base; `nil` if a side has no value or the base is zero.
  package let percent: Double?
  package let effect: Effect
  package let weight: Weight

  init(
    run: String = "", metric: String, definition: MetricDefinition, base: Double?, head: Double?,
    evidence: Evidence = .exact()
  ) {
    (self.run, self.metric, unit) = (run, metric, definition.unit)
    (self.base, self.head) = (base, head)
    weight = evidence.weight(base, head)
    guard let base, let head else {
      (absolute, percent) = (nil, nil)
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

extension MetricChange.Evidence {
  fileprivate func weight(_ base: Double?, _ head: Double?) -> MetricChange.Weight {
    guard base != head else { return .unchanged }
    switch self {
    case .exact(let tolerance):
      guard let tolerance, let base, let head else { return .counts }
      return abs(head - base) <= tolerance.most(from: base) ? .tolerated : .counts
    case .single(let threshold):
      guard let base, let head else { return .counts }
      return threshold.isPassed(from: base, to: head) ? .counts : .belowThreshold
    case .iterations(let base, let head):
      guard min(base.count, head.count) >= MetricChange.fewestIterations, let low = base.min(),
        let high = base.max(), let least = head.min(), let most = head.max()
      else { return .unknown }
      return low > most || high < least ? .counts : .withinSpread
    case .incomparable: return .unknown
    }
  }
}
