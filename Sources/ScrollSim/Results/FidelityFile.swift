/// How well model mode predicts replays, as `scrollsim validate` writes it; references, which would flatter it, are excluded.
public struct FidelityFile: StoredFile, Codable, Hashable, Sendable {
  package static let currentSchema = "scrollsim.fidelity/2"
  package static let kind = StoredFileKind(
    "the fidelity.json that 'scrollsim validate' wrote", of: "scrollsim validate")

  package var schema = Self.currentSchema
  /// Where and when the replays were made.
  package var provenance: Provenance
  package var costs: String
  /// Why the costs are not this machine's; `nil` if they are, or were requested.
  package var costsNote: String?
  /// How far an interrupted command came, in a sentence; `nil` if the command finished.
  package var interruption: String?
  /// Each scenario at each load.
  package var situations: [Situation]

  /// One scenario over one library at one load.
  package struct Situation: Codable, Hashable, Sendable {
    package var scenario: String
    package var library: LibraryRecord
    /// The factor applied to decode times.
    package var decodeTime: Double
    /// The load of replays' decoders without caching, or under the strategy nearest to that; `nil` if nothing arrived in motion.
    package var load: Double?
    /// The factor applied to the model's costs, since decoders' speed during the replays differed from that
    /// of the calibration; `nil` if it was not measured.
    package var costRatio: Double?
    /// The most replays behind a value.
    package var iterations: Int
    /// How other work on the machine disturbed replays, in a sentence; `nil` if it disturbed none.
    package var disturbanceNote: String?
    /// Whether too many replays were disturbed to judge anything by them.
    package var isTooBusyToTell: Bool
    /// The combinations that both sides have and one did not measure to its end, by their runs' `id`, if any.
    package var unmeasured: [String]?
    /// One entry for each compared metric.
    package var metrics: [MetricFidelity]
    /// Every pair of combinations that replays tell apart.
    package var pairs: [Pair]
  }

  /// The quality of one metric's prediction.
  package struct MetricFidelity: Codable, Hashable, Sendable {
    /// The metric, or a figure of a distribution as in `timeToReadyMs.p95`.
    package var metric: String
    /// The mean over runs of the prediction's distance from the replay, as a share of it: 0 below the bar's absolute part; `nil`
    /// without runs.
    package var error: Double?
    /// The permitted error; `nil` if the metric is not judged.
    package var bar: Threshold?
    /// Both sides, by combination.
    package var runs: [Run]

    /// Whether the error is within the bar; `nil` without a bar or an error.
    package var holds: Bool? { bar.flatMap { bar in error.map { $0 <= bar.relative } } }
  }

  /// One combination's value on both sides.
  package struct Run: Codable, Hashable, Sendable {
    /// `fling/screens/released/fast/opportunistic/lru/urgency`.
    package var id: String
    /// The median over replays.
    package var replay: Double
    /// The greatest distance of a replay from the replays' median.
    package var replaySpread: Double?
    /// The median over models.
    package var model: Double
  }

  /// Two combinations of which one visibly leaves more undone in replays (``DecidingFigures/loss(blank:notSharp:)``).
  package struct Pair: Codable, Hashable, Sendable {
    /// The better combination, by its run's `id`.
    package var better: String
    package var worse: String
    package var difference: Double
    /// The difference in models; negative if they have the reverse order.
    package var modelDifference: Double

    /// Whether models have them in the same order.
    package var isAlike: Bool { modelDifference > 0 }
  }

  /// The least share of pairs that models must rank as replays do.
  package static let leastAlike = 0.95

  package var judged: [Situation] { situations.filter { !$0.isTooBusyToTell } }

  /// Whether every requirement holds: the order, and every error in every situation; `nil` if anything was not judged.
  package var holds: Bool? {
    let errors = judged.flatMap(\.metrics).compactMap(\.holds)
    let pairs = judged.flatMap(\.pairs)
    guard !errors.isEmpty, interruption == nil, judged.count == situations.count,
      situations.allSatisfy({ $0.unmeasured == nil })
    else { return nil }
    return errors.allSatisfy(\.self)
      && Double(pairs.count(where: \.isAlike)) >= Self.leastAlike * Double(pairs.count)
  }

  /// The program's exit code: 0 if every requirement holds, 2 if one does not, 3 if anything was not judged.
  package var exitCode: Int { (holds.map { $0 ? Verdict.pass : .regression } ?? .notMeasured).exitCode }
}
