/// The scatter of one build's replays and the smallest change that the gate sees, as `scrollsim calibrate --noise` writes them.
///
/// Schema `scrollsim.noise/1`.
public struct NoiseFile: Codable, Hashable, Sendable {
  /// The schema this version writes and reads.
  public static let currentSchema = "scrollsim.noise/1"

  /// ``currentSchema``.
  public var schema = Self.currentSchema
  /// Where and when the replays were made.
  public var provenance: Provenance
  /// The scenario's name.
  public var scenario: String
  /// The number of replays of each combination.
  public var repeats: Int
  /// One entry for each combination and each of its metrics with values.
  public var metrics: [Metric]

  /// Makes a record.
  public init(provenance: Provenance, scenario: String, repeats: Int, metrics: [Metric]) {
    self.provenance = provenance
    self.scenario = scenario
    self.repeats = repeats
    self.metrics = metrics
  }

  /// The scatter of one metric.
  public struct Metric: Codable, Hashable, Sendable {
    /// The replayed run's `id`, without the iteration.
    public var run: String
    /// The metric, or a figure of a distribution as in `decodeMs.p95`.
    public var metric: String
    /// The metric's unit.
    public var unit: String
    /// The number of replays with a value.
    public var count: Int
    /// The median value.
    public var median: Double
    /// The least value.
    public var least: Double
    /// The greatest value.
    public var greatest: Double
    /// The range as a share of the median; `nil` if the median is 0.
    public var spread: Double?
    /// The smallest change, as a share of the median, that ten pairs show in nineteen of twenty cases; `nil` if a doubling does
    /// not show.
    public var smallestChange: Double?

    /// Makes a record.
    public init(
      run: String, metric: String, unit: String, count: Int, median: Double, least: Double, greatest: Double,
      spread: Double?, smallestChange: Double?
    ) {
      self.run = run
      self.metric = metric
      self.unit = unit
      self.count = count
      self.median = median
      self.least = least
      self.greatest = greatest
      self.spread = spread
      self.smallestChange = smallestChange
    }
  }
}
