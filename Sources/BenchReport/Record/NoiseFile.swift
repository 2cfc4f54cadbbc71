/// How much one build's replays scatter, and how small a change the gate can see: what `scrollsim calibrate --noise` leaves.
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
  /// How often each combination was replayed.
  public var repeats: Int
  /// One entry for each metric of each combination that has values.
  public var metrics: [Metric]

  /// Makes a record.
  public init(provenance: Provenance, scenario: String, repeats: Int, metrics: [Metric]) {
    self.provenance = provenance
    self.scenario = scenario
    self.repeats = repeats
    self.metrics = metrics
  }

  /// How one metric scatters.
  public struct Metric: Codable, Hashable, Sendable {
    /// What was replayed: the run's `id` without the iteration.
    public var run: String
    /// The metric, or a figure of a distribution as in `decodeMs.p95`.
    public var metric: String
    /// The metric's unit.
    public var unit: String
    /// How many replays have a value.
    public var count: Int
    /// The middle value.
    public var median: Double
    /// The least value.
    public var least: Double
    /// The greatest value.
    public var greatest: Double
    /// From the least to the greatest, as a share of the median; `nil` if that is 0.
    public var spread: Double?
    /// The smallest change, as a share of the median, that ten pairs show in nineteen of twenty cases; `nil` if twice as
    /// much does not.
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
