/// A limit of a scenario that a run broke.
public struct BrokenLimit: Hashable, Sendable, CustomStringConvertible {
  /// The run's `id`.
  public let runID: String
  /// The metric, or `growth`.
  public let metric: String
  /// The limit as the scenario wrote it.
  public let limit: ScenarioRecord.Limit
  /// What the run measured, as people read it.
  public let found: String
  /// The limit, as people read it.
  public let expected: String

  /// The run, what it measured and what the limit asks, in a sentence.
  public var description: String { "\(runID): \(metric) is \(found), but the scenario asks for \(expected)." }
}

/// A run that does not count as measured.
public struct Unmeasured: Hashable, Sendable, CustomStringConvertible {
  /// The run's `id`.
  public let runID: String
  /// What is missing, in words.
  public let reason: String

  /// The run and what is missing, in a sentence.
  public var description: String { "\(runID): \(reason)." }
}
