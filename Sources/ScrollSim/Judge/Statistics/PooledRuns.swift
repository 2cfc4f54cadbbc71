/// All iterations of one combination, each figure pooled by its median.
package struct PooledRuns: Sendable {
  package let combination: Combination
  /// The runs in the order of the result.
  package let runs: [RunRecord]
  package let completed: [RunRecord]

  init(combination: Combination, runs: [RunRecord]) {
    (self.combination, self.runs) = (combination, runs)
    completed = runs.filter { $0.status == .completed }
  }

  /// Gathers runs by combination, in order of first occurrence.
  package static func gather(_ runs: [RunRecord]) -> [PooledRuns] {
    let members = Dictionary(grouping: runs, by: \.combination)
    return runs.map(\.combination).uniqued.map { PooledRuns(combination: $0, runs: members[$0] ?? []) }
  }

  /// The same, each with another result's runs of its combination; `nil` if that has none.
  static func gather(
    _ runs: [RunRecord], beside others: [RunRecord]
  ) -> [(own: PooledRuns, other: PooledRuns?)] {
    let pools = Dictionary(uniqueKeysWithValues: gather(others).map { ($0.combination, $0) })
    return gather(runs).map { ($0, pools[$0.combination]) }
  }

  /// The first run that was not measured to the end.
  package var failed: RunRecord? { runs.first { $0.status != .completed } }

  /// The median over completed runs of a metric, of a distribution's figure as in `decodeMs.p95`, or of `growth.bytesPerLap`;
  /// `nil` if no run has a value.
  package func median(_ metric: String) -> Double? { completed.compactMap { $0.figure(metric) }.median }

  /// The greatest distance of a completed run from the median; `nil` for fewer than two.
  package func spread(_ metric: String) -> Double? { completed.compactMap { $0.figure(metric) }.spread }

  /// The worst verdict on growth of completed runs; `nil` if the trace has no laps.
  package var growth: GrowthRecord.Verdict? {
    completed.compactMap { $0.growth?.verdict }.max { $0.badness < $1.badness }
  }
}
