/// Two results side by side, by combinations whose iterations are pooled: what changed, whether it counts, and what else differs.
public struct ResultComparison: Sendable, Encodable {
  /// One combination that both results have.
  package struct Match: Hashable, Sendable, Encodable {
    /// The combination's distinguishing name, as in `screens(leading=3)/retained`.
    package let name: String
    /// Each metric that either side has, in reading order; empty if a side has no completed run.
    package let changes: [MetricChange]
    /// The base's verdict on growth; `nil` if its trace has no laps.
    package let baseGrowth: GrowthRecord.Verdict?
    package let headGrowth: GrowthRecord.Verdict?
    /// How and why a run of the base did not complete.
    package let baseFailure: String?
    package let headFailure: String?
  }

  /// The name of the base's scenario and its mode, as in `fling · replay`.
  package let title: String
  /// The combinations that both results have, in the head's order.
  package let matches: [Match]
  package let onlyInBase: [String]
  package let onlyInHead: [String]
  /// Other differences: scenario, library, mode, machine, program, a sentence each.
  package let differences: [String]
  /// The differences due to which the results did not measure the same.
  package let unlike: [String]
  /// Whether the results measured the same: scenario file, library, mode and device, with at least one combination in common.
  package let isComparable: Bool

  package let base: ResultFile
  package let head: ResultFile

  private enum CodingKeys: CodingKey {
    case title, matches, onlyInBase, onlyInHead, differences, isComparable
  }

  package init(base: ResultFile, head: ResultFile) {
    let names = RowNames((base.runs + head.runs).map(\.combination))
    let pairs = PooledRuns.gather(head.runs, beside: base.runs).compactMap { own, other in
      other.map { (base: $0, head: own) }
    }
    let common = Set(pairs.map(\.head.combination))
    func others(_ runs: [RunRecord]) -> [String] {
      runs.map(\.combination).uniqued.filter { !common.contains($0) }.map(names.line)
    }
    // A machine that is about as fast as the device is by turns just fast enough and just too slow.
    let haveOneDevice =
      base.scenario.keptDevice == head.scenario.keptDevice
      || base.scenario.devicePace?.device == head.scenario.devicePace?.device
    let isComparable =
      !pairs.isEmpty && base.scenario.sha256 == head.scenario.sha256
      && base.library.sha256 == head.library.sha256 && base.mode == head.mode
      && base.costs?.sha256 == head.costs?.sha256 && haveOneDevice
    (self.base, self.head, self.isComparable) = (base, head, isComparable)
    title = "\(base.scenario.name) · \(base.mode.rawValue)"
    matches = pairs.map { pair in
      let name = names.line(for: pair.head.combination)
      let isMeasured = !pair.base.completed.isEmpty && !pair.head.completed.isEmpty
      let figures = isMeasured ? head.figures(of: pair.base.completed + pair.head.completed) : []
      return Match(
        name: name,
        changes: figures.map { figure, definition in
          func values(_ pool: PooledRuns) -> [Double] { pool.completed.compactMap { $0.figure(figure) } }
          let isExact = head.mode == .model || definition.class == .invariant
          return MetricChange(
            run: name, metric: figure, definition: definition, base: pair.base.median(figure),
            head: pair.head.median(figure),
            evidence: !isComparable
              ? .incomparable
              : isExact ? .exact() : .iterations(base: values(pair.base), head: values(pair.head)))
        },
        baseGrowth: pair.base.growth, headGrowth: pair.head.growth,
        baseFailure: pair.base.failed?.ending, headFailure: pair.head.failed?.ending)
    }
    onlyInBase = others(base.runs)
    onlyInHead = others(head.runs)
    let differences = ResultDifference.all(from: base, to: head)
    self.differences = differences.map(\.sentence)
    unlike = differences.filter { [.scenario, .library, .mode, .costs].contains($0.word) }.map(\.sentence)
  }

  /// Every metric of every combination that both results have.
  package var changes: [MetricChange] { matches.flatMap(\.changes) }

  /// The direction of the changes that count: `worse` if any is; `nil` without any.
  package var direction: MetricChange.Effect? {
    let effects = Set(changes.filter { $0.weight == .counts }.map(\.effect))
    return effects.contains(.worse) ? .worse : effects.contains(.better) ? .better : nil
  }
}
