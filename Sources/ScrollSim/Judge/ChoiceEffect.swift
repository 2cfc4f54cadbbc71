/// The effects of one choice against another, over pairs of runs of one result that differ in nothing else.
///
/// Differences are averaged over the pairs of each iteration, and these averages over the iterations, with a ``PairedInterval``,
/// which says how closely the same strategies over the same trace would agree again, and nothing about other strategies.
package struct ChoiceEffect: Hashable, Sendable, Encodable {
  package struct Effect: Hashable, Sendable, Encodable {
    /// The metric, or the figure of a distribution as in `decodeMs.p95`.
    package let metric: String
    /// The metric's unit, or `%` for a value given as a share of the base, as memory is.
    package let unit: String
    /// The mean difference: choice minus base.
    package let mean: Double
    /// Half the interval of the mean; `nil` in a model, which is exact, and for a single iteration.
    package let halfWidth: Double?
    /// Whether the difference counts: its interval excludes 0, or a model shows any difference.
    package let weight: MetricChange.Weight
  }

  /// The choice, as in `exact`.
  package let choice: String
  /// The choice that it is compared with, as in `fast`.
  package let base: String
  /// The common part of each pair's runs, as in `screens/released`.
  package let pairs: [String]
  package let effects: [Effect]

  /// The metrics that people decide by, and the cost of decoding.
  private static let metrics = [
    "peakImageBytes", "decodeMs.p95", "scrollBlankRatio", "scrollNotSharpRatio", "settleToFullMs",
    "hitchMsPerSecond",
  ]

  init(_ choice: String, against base: String, _ pairs: [ChoicePair], of result: ResultFile) {
    (self.choice, self.base, self.pairs) = (choice, base, pairs.map(\.name))
    effects = Self.metrics.compactMap { metric in
      guard let definition = result.definition(of: metric) else { return nil }
      let isShare = definition.unit == "bytes"
      let differences = ChoicePair.differences(in: metric, of: pairs, asShares: isShare)
      guard let interval = PairedInterval(differences) else { return nil }
      let scale = isShare ? 100.0 : 1
      let isExact = result.mode == .model
      let isKnown = !isExact && differences.count > 1
      let weight: MetricChange.Weight =
        switch (interval.mean, interval.halfWidth) {
        case (0, 0): .unchanged
        case _ where isExact: .counts
        case _ where !isKnown: .unknown
        default: interval.lowest > 0 || interval.highest < 0 ? .counts : .withinSpread
        }
      return Effect(
        metric: metric, unit: isShare ? "%" : definition.unit, mean: interval.mean * scale,
        halfWidth: isKnown ? interval.halfWidth * scale : nil, weight: weight)
    }
  }
}

struct ChoicePair {
  let name: String
  let base: PooledRuns
  let head: PooledRuns

  /// The mean difference over the pairs, for each iteration that all pairs have; pairs without a value are left out.
  static func differences(in metric: String, of pairs: [ChoicePair], asShares: Bool) -> [Double] {
    let tables = pairs.map { $0.differences(in: metric, asShares: asShares) }.filter { !$0.isEmpty }
    guard let first = tables.first else { return [] }
    let common = first.keys.filter { iteration in tables.allSatisfy { $0[iteration] != nil } }.sorted()
    return common.compactMap { iteration in tables.compactMap { $0[iteration] }.mean }
  }

  private func differences(in metric: String, asShares: Bool) -> [Int: Double] {
    func values(_ pool: PooledRuns) -> [Int: Double] {
      pool.completed.reduce(into: [:]) { $0[$1.iteration] = $1.figure(metric) }
    }
    let heads = values(head)
    return values(base).reduce(into: [:]) { differences, entry in
      guard let head = heads[entry.key], !asShares || entry.value > 0 else { return }
      differences[entry.key] = asShares ? head / entry.value - 1 : head - entry.value
    }
  }
}
