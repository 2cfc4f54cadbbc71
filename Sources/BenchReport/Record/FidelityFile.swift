/// How well model mode predicts replays: what `scrollsim validate` leaves.
///
/// Schema `scrollsim.fidelity/2`. References take no part: they know the future or keep to no budget, and would flatter every
/// figure.
public struct FidelityFile: Codable, Hashable, Sendable {
  /// The schema this version writes and reads.
  public static let currentSchema = "scrollsim.fidelity/2"

  /// ``currentSchema``.
  public var schema = Self.currentSchema
  /// Where and when the replays were made.
  public var provenance: Provenance
  /// The cost table of the models.
  public var costs: String
  /// Why the costs are not this machine's; `nil` if they are, or were asked for.
  public var costsNote: String?
  /// How far the command came that was interrupted, in a sentence; `nil` if it came to its end.
  public var interruption: String?
  /// Each scenario at each load.
  public var situations: [Situation]

  /// Makes a record.
  public init(provenance: Provenance, costs: String, situations: [Situation]) {
    self.provenance = provenance
    self.costs = costs
    self.situations = situations
  }

  /// One scenario over one library at one load.
  public struct Situation: Codable, Hashable, Sendable {
    /// The scenario's name.
    public var scenario: String
    /// The photos.
    public var library: LibraryRecord
    /// How many times as long decoding was made to take.
    public var decodeTime: Double
    /// What replays' decoders had to do without caching, or under the strategy that is next to that: arrivals a second ×
    /// decode seconds ÷ decoders while the grid moves; `nil` if nothing arrived then.
    public var load: Double?
    /// Replays behind each value, at most.
    public var iterations: Int
    /// What other work on the machine did to replays, in a sentence; `nil` if it disturbed none.
    public var disturbanceNote: String?
    /// Whether so many replays were disturbed that nothing is judged by them.
    public var isTooBusyToTell: Bool
    /// One entry for each metric that is compared.
    public var metrics: [MetricFidelity]
    /// Every two combinations that replays tell apart.
    public var pairs: [Pair]
  }

  /// How well one metric is predicted.
  public struct MetricFidelity: Codable, Hashable, Sendable {
    /// The metric, or a figure of a distribution as in `timeToReadyMs.p95`.
    public var metric: String
    /// The mean over runs of the prediction's distance from the replay, as a share of it; `nil` without runs.
    ///
    /// A distance of less than the bar's absolute part counts as none.
    public var error: Double?
    /// How far the prediction may be off; `nil` if the metric is not judged.
    public var bar: Threshold?
    /// Both sides, by combination.
    public var runs: [Run]

    /// Whether the error keeps to the bar; `nil` if there is none, or nothing to judge.
    public var holds: Bool? { bar.flatMap { bar in error.map { $0 <= bar.relative } } }
  }

  /// One combination's value on both sides.
  public struct Run: Codable, Hashable, Sendable {
    /// `fling/screens/released/fast/opportunistic/lru/urgency`.
    public var id: String
    /// The median over replays.
    public var replay: Double
    /// How far from it the farthest replay lies.
    public var replaySpread: Double?
    /// The median over models.
    public var model: Double
  }

  /// Two combinations of which people see in replays that one leaves more undone: 0.7 of what is blank and 0.3 of what is not
  /// sharp.
  public struct Pair: Codable, Hashable, Sendable {
    /// Which is better, by its run's `id`.
    public var better: String
    /// Which is worse.
    public var worse: String
    /// By how much in replays.
    public var difference: Double
    /// By how much in models; negative where they have it the other way round.
    public var modelDifference: Double

    /// Whether models have them in the same order.
    public var isAlike: Bool { modelDifference > 0 }
  }

  /// The share of all pairs that models must have in the order of replays.
  public static let leastAlike = 0.95

  /// All that is judged.
  var judged: [Situation] { situations.filter { !$0.isTooBusyToTell } }

  /// Whether all that is asked holds: order, and every error in every situation; `nil` if nothing can be judged.
  public var holds: Bool? {
    let errors = judged.flatMap(\.metrics).compactMap(\.holds)
    let pairs = judged.flatMap(\.pairs)
    guard !errors.isEmpty, interruption == nil, judged.count == situations.count else { return nil }
    return errors.allSatisfy(\.self)
      && Double(pairs.count(where: \.isAlike)) >= Self.leastAlike * Double(pairs.count)
  }
}
