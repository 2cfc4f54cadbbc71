/// How well model mode predicts replays: what `scrollsim validate` leaves.
public struct FidelityFile: Codable, Hashable, Sendable {
  /// The schema this version writes and reads.
  public static let currentSchema = "scrollsim.fidelity/1"

  /// `scrollsim.fidelity/1`.
  public var schema = Self.currentSchema
  /// Where and when the replays were made.
  public var provenance: Provenance
  /// The cost table of the models.
  public var costs: String
  /// Why the costs are not this machine's; `nil` if they are, or were asked for.
  public var costsNote: String?
  /// How far the command came that was interrupted, in a sentence; `nil` if it came to its end.
  public var interruption: String?
  /// Runs behind each value: medians over so many replays and as many models.
  public var iterations: Int
  /// One entry for each metric, over all scenarios.
  public var metrics: [MetricFidelity]

  /// Makes a record.
  public init(provenance: Provenance, costs: String, iterations: Int, metrics: [MetricFidelity]) {
    self.provenance = provenance
    self.costs = costs
    self.iterations = iterations
    self.metrics = metrics
  }

  /// How well one metric is predicted.
  public struct MetricFidelity: Codable, Hashable, Sendable {
    /// The metric, or a figure of a distribution as in `decodeMs.p95`.
    public var metric: String
    /// Spearman's rank correlation over all pairs; `null` if a side does not vary.
    public var rankCorrelation: Double?
    /// The mean over strategies of each scenario's own correlation, where both sides vary.
    public var rankCorrelationWithinScenarios: Double?
    /// The mean over pairs of the prediction's distance in shares of the replay's value; pairs of which a replay has 0
    /// are left out, unless the model has 0 as well.
    public var meanAbsolutePercentageError: Double?
    /// What was asked of the metric.
    public var required: Requirement?
    /// Both sides, by scenario and strategy.
    public var pairs: [Pair]

    /// Whether both requirements hold; `nil` if there are none.
    public var holds: Bool? {
      required.map {
        (rankCorrelation ?? -1) >= $0.rankCorrelation
          && (meanAbsolutePercentageError ?? .infinity) <= $0.meanAbsolutePercentageError
      }
    }
  }

  /// The least correlation and the greatest error that pass.
  public struct Requirement: Codable, Hashable, Sendable {
    /// The least correlation.
    public var rankCorrelation: Double
    /// The greatest error, as a share.
    public var meanAbsolutePercentageError: Double
  }

  /// One combination's value on both sides.
  public struct Pair: Codable, Hashable, Sendable {
    /// `fling/screens/released/fast/opportunistic/lru`.
    public var id: String
    /// The median over replays.
    public var replay: Double
    /// The median over models.
    public var model: Double
  }
}
