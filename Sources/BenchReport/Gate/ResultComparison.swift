/// Two results side by side: what they have in common, run by run, and what else differs between them.
///
/// Runs are matched by what they replay: strategy, parameters, cells and request options. Iterations are pooled by
/// their median.
public struct ResultComparison: Sendable {
  /// One combination that both results have.
  public struct Match: Hashable, Sendable, Encodable {
    /// The combination, by what tells it from the others, as in `screens(leading=3)/retained`.
    public let name: String
    /// Each metric that either side has, in reading order; empty if a side has no completed run.
    public let changes: [MetricChange]
    /// The base's verdict on growth; `nil` if its trace has no laps.
    public let baseGrowth: GrowthRecord.Verdict?
    /// The head's verdict on growth; `nil` if its trace has no laps.
    public let headGrowth: GrowthRecord.Verdict?
    /// How and why a run of the base did not complete.
    public let baseFailure: String?
    /// How and why a run of the head did not complete.
    public let headFailure: String?
  }

  /// The name of the base's scenario and its mode, as in `fling · replay`.
  public let title: String
  /// The combinations that both results have, in the head's order.
  public let matches: [Match]
  /// Combinations that only the base has.
  public let onlyInBase: [String]
  /// Combinations that only the head has.
  public let onlyInHead: [String]
  /// What else differs: scenario, library, mode, machine, program, a sentence each.
  public let differences: [String]
  /// Whether the results measured the same: the same scenario file over the same library in the same mode, and at least
  /// one combination in common.
  public let isComparable: Bool

  /// Compares two results.
  public init(base: ResultFile, head: ResultFile) {
    let basePools = PooledRuns.gather(base.runs)
    let headPools = PooledRuns.gather(head.runs)
    let names = RowNames((basePools + headPools).map(\.combination))
    let pairs = headPools.compactMap { pool in
      basePools.first { $0.combination == pool.combination }.map { (base: $0, head: pool) }
    }
    let common = Set(pairs.map(\.head.combination))
    func others(_ pools: [PooledRuns]) -> [String] {
      pools.map(\.combination).filter { !common.contains($0) }.map(names.line)
    }
    title = "\(base.scenario.name) · \(base.mode.rawValue)"
    matches = pairs.map { pair in
      Match(
        name: names.line(for: pair.head.combination),
        changes: Self.changes(from: pair.base, to: pair.head, explainedBy: head),
        baseGrowth: pair.base.growth, headGrowth: pair.head.growth,
        baseFailure: pair.base.failed?.ending, headFailure: pair.head.failed?.ending)
    }
    onlyInBase = others(basePools)
    onlyInHead = others(headPools)
    differences = ResultDifference.all(from: base, to: head).map(\.sentence)
    isComparable =
      !matches.isEmpty && base.scenario.sha256 == head.scenario.sha256
      && base.library.sha256 == head.library.sha256 && base.mode == head.mode
      && base.costs?.sha256 == head.costs?.sha256
  }

  private static func changes(
    from base: PooledRuns, to head: PooledRuns, explainedBy result: ResultFile
  ) -> [MetricChange] {
    guard !base.completed.isEmpty, !head.completed.isEmpty else { return [] }
    let runs = base.completed + head.completed
    let scalars = Set(runs.flatMap(\.metrics.keys))
    let distributions = Set(runs.flatMap(\.distributions.keys))
    let present = scalars.union(distributions)
    let known = MetricCatalogue.readingOrder
    let metrics = known.filter(present.contains) + present.subtracting(known).sorted()
    let undefined = MetricDefinition(unit: "", class: .statistical, better: .neither, about: "")
    return metrics.flatMap { metric in
      (distributions.contains(metric) ? ["\(metric).p50", "\(metric).p95"] : [metric]).map { figure in
        MetricChange(
          metric: figure, definition: result.definition(of: metric) ?? undefined,
          base: base.median(figure), head: head.median(figure))
      }
    }
  }
}
