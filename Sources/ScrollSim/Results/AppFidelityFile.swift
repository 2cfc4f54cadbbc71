/// A comparison of an app's own logs with replay and model of the same scroll, as `scrollsim validate --app` writes it.
public struct AppFidelityFile: StoredFile, Codable, Hashable, Sendable {
  package static let currentSchema = "scrollsim.app/1"
  package static let kind = StoredFileKind("a record of an app's fidelity", of: "scrollsim validate --app")

  package var schema = Self.currentSchema
  /// Where and when the replays were made.
  package var provenance: Provenance
  package var scenario: ScenarioRecord
  package var library: LibraryRecord
  /// The mode that the app is compared with.
  package var base: ResultFile.Mode
  package var costs: CostsRecord?
  /// Why the costs differ from the intended ones; `nil` if they do not.
  package var costsNote: String?
  /// How other work on the machine disturbed replays, in a sentence; `nil` if it disturbed none.
  package var disturbanceNote: String?
  /// Whether too many replays were disturbed to judge anything by them.
  package var isTooBusyToTell: Bool
  /// How far an interrupted command came, in a sentence; `nil` if the command finished.
  package var interruption: String?
  /// The permitted distance of the app from the base, by metric: a share of the base, or an amount too small to matter.
  package var bars: [String: Threshold]
  /// One entry for each combination with logs.
  package var runs: [Run]
  /// Every pair of combinations that the base tells apart.
  package var pairs: [Pair]

  /// One combination in the app's logs, in replays and in the model.
  package struct Run: Codable, Hashable, Sendable {
    /// `fling/screens/released/fast/opportunistic/lru/urgency`.
    package var id: String
    package var combination: Combination
    package var logs: [Log]
    /// How far and how long the trace scrolls; `nil` if it was not run.
    package var travel: ScrollSpan?
    /// The number of replays that were measured to the end.
    package var replays: Int
    /// Why the combination is not judged; `nil` if it is.
    package var obstacle: Obstacle?
    package var metrics: [Comparison]
  }

  package struct Obstacle: Codable, Hashable, Sendable {
    /// Whether a measurement is missing; otherwise, the log is of another scroll.
    package var isMissing: Bool
    /// The expectation and the finding, in a sentence.
    package var reason: String
  }

  package struct Log: Codable, Hashable, Sendable {
    package var path: String
    package var figures: PaintedFigures
  }

  /// One metric of one combination in logs, replays and model.
  package struct Comparison: Codable, Hashable, Sendable {
    package var metric: String
    /// The median over logs; `nil` if no log has the metric.
    package var app: Double?
    /// The median over replays.
    package var replay: Double?
    /// The greatest distance of a replay from the replays' median.
    package var replaySpread: Double?
    package var model: Double?
    /// Whether the app lies within the bar; `nil` without a bar or a value to compare with it.
    package var holds: Bool?
  }

  /// Two combinations of which one visibly leaves more undone (``DecidingFigures/loss(blank:notSharp:)``).
  package struct Pair: Codable, Hashable, Sendable {
    /// The better combination, by its run's `id`.
    package var better: String
    package var worse: String
    /// The difference in the base.
    package var difference: Double
    /// The difference in the app; negative if the app has the reverse order.
    package var appDifference: Double

    /// Whether the app has them in the same order.
    package var isAlike: Bool { appDifference > 0 }
  }

  /// The outcome: a missing measurement weighs most, then a shortfall, then a log that cannot be compared.
  ///
  /// Without any figure that both sides have, nothing is measured.
  package var verdict: Verdict {
    if interruption != nil || isTooBusyToTell || runs.contains(where: { $0.obstacle?.isMissing == true }) {
      return .notMeasured
    }
    let judged = runs.flatMap(\.metrics).compactMap(\.holds)
    if judged.contains(false) || !pairs.allSatisfy(\.isAlike) { return .regression }
    if runs.contains(where: { $0.obstacle != nil }) { return .notComparable }
    return judged.isEmpty ? .notMeasured : .pass
  }

  package var exitCode: Int { verdict.exitCode }
}

/// The figures of an app's log of painted frames, by the definitions for runs.
public struct PaintedFigures: Codable, Hashable, Sendable {
  /// The number of painted frames.
  public var frames: Int
  /// Painted frames per second; `nil` if no time passed.
  public var framesPerSecond: Double?
  /// How far the grid scrolled, and for how long.
  public var travel: ScrollSpan
  /// Values by metric, or by figure of a distribution as in `frameWorkMs.p95`; values that the log lacks are absent.
  public var values: [String: Double]
}

/// How far content scrolled, and for how long, which tells an app's scroll from another one.
public struct ScrollSpan: Codable, Hashable, Sendable {
  /// Points travelled in all, back and forth.
  public var distance: Double
  /// Seconds of the frames in which it moved, or had come to rest less than a second before.
  public var seconds: Double

  /// As in `3,120 pt in 8.4 s`.
  package var words: String { "\(Figure.fixed(distance, 0)) pt in \(Figure.fixed(seconds, 1)) s" }
}
