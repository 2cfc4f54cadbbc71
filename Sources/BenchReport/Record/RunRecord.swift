/// One trace under one ``Combination``.
public struct RunRecord: Hashable, Sendable {
  /// The combination and the iteration, as in `fling/apple-sample/released/fast/opportunistic/lru/urgency/0`.
  public var id: String
  /// What was run, written as fields of the run.
  public var combination: Combination
  /// Counts repetitions from 0.
  public var iteration: Int
  /// How the run ended.
  public var status: Status
  /// Why it ended so, where it did not complete.
  public var failure: String?
  /// Numbers by metric; `null` where there was nothing to divide by.
  public var metrics: [String: Double?]
  /// The best that any strategy can reach under the run's costs and modes, by metric: proved in a model, in a replay an estimate
  /// from what decoding costs on its machine; `nil` where it was not looked for.
  public var bounds: [String: Double]?
  /// Distributions by metric.
  public var distributions: [String: Distribution]
  /// The photo whose decoding took most of `peakScratchBytes`; `nil` where it is not known.
  public var peakScratchPhoto: String?
  /// Memory lap over lap, where the trace has laps.
  public var growth: GrowthRecord?
  /// Why cells were blank; `nil` where the run did not complete, or was made before there were explanations.
  public var explanation: RunExplanation?
  /// Every cell that was blank when it appeared, with its reason; `nil` where the run did not complete, or was made before
  /// there were logs of them.
  public var blankCells: BlankLog?
  /// What was decoded, from what, when and for what use; `nil` where the run did not complete, or was made before there were logs.
  public var decodes: DecodeLog?
  /// What each frame showed; `nil` where the run did not complete, or was made before there were playbacks.
  public var playback: PlaybackRecord?
  /// What happened frame by frame; empty where the run did not complete.
  public var timeline: Timeline
  /// What a reader should know about the run.
  public var warnings: [String]

  /// How a run ended.
  public enum Status: String, Codable, Hashable, Sendable, CaseIterable {
    /// Measured from the first frame to the last.
    case completed
    /// The process crashed.
    case crashed
    /// The process took longer than any run should.
    case timedOut
    /// The system, or the device's limit, refused memory.
    case outOfMemory
    /// The run was asked for and did not happen.
    case notRun
  }

  /// Makes a record of one run; what was not measured is left empty.
  public init(
    id: String, combination: Combination, iteration: Int, status: Status, failure: String? = nil,
    metrics: [String: Double?] = [:], distributions: [String: Distribution] = [:],
    growth: GrowthRecord? = nil, timeline: Timeline = Timeline()
  ) {
    self.id = id
    self.combination = combination
    self.iteration = iteration
    self.status = status
    self.failure = failure
    self.metrics = metrics
    self.distributions = distributions
    self.growth = growth
    self.timeline = timeline
    warnings = []
  }

  /// What all iterations of the run have in common: the `id` without the iteration.
  package var family: String { String(id.dropLast("/\(iteration)".count)) }
}

extension RunRecord: Codable {
  private enum CodingKeys: CodingKey {
    case id, iteration, status, failure, metrics, bounds, distributions, peakScratchPhoto, growth
    case explanation, blankCells, decodes, playback
    case timeline, warnings
  }

  /// Reads a run, with its combination's fields among its own.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    id = try fields.decode(String.self, forKey: .id)
    combination = try Combination(from: decoder)
    iteration = try fields.decode(Int.self, forKey: .iteration)
    status = try fields.decode(Status.self, forKey: .status)
    failure = try fields.decodeIfPresent(String.self, forKey: .failure)
    metrics = try fields.decode([String: Double?].self, forKey: .metrics)
    bounds = try fields.decodeIfPresent([String: Double].self, forKey: .bounds)
    distributions = try fields.decode([String: Distribution].self, forKey: .distributions)
    peakScratchPhoto = try fields.decodeIfPresent(String.self, forKey: .peakScratchPhoto)
    growth = try fields.decodeIfPresent(GrowthRecord.self, forKey: .growth)
    explanation = try fields.decodeIfPresent(RunExplanation.self, forKey: .explanation)
    blankCells = try fields.decodeIfPresent(BlankLog.self, forKey: .blankCells)
    decodes = try fields.decodeIfPresent(DecodeLog.self, forKey: .decodes)
    playback = try fields.decodeIfPresent(PlaybackRecord.self, forKey: .playback)
    timeline = try fields.decode(Timeline.self, forKey: .timeline)
    warnings = try fields.decode([String].self, forKey: .warnings)
  }

  /// Writes a run, with its combination's fields among its own.
  public func encode(to encoder: any Encoder) throws {
    try combination.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(id, forKey: .id)
    try fields.encode(iteration, forKey: .iteration)
    try fields.encode(status, forKey: .status)
    try fields.encodeIfPresent(failure, forKey: .failure)
    try fields.encode(metrics, forKey: .metrics)
    try fields.encodeIfPresent(bounds, forKey: .bounds)
    try fields.encode(distributions, forKey: .distributions)
    try fields.encodeIfPresent(peakScratchPhoto, forKey: .peakScratchPhoto)
    try fields.encodeIfPresent(growth, forKey: .growth)
    try fields.encodeIfPresent(explanation, forKey: .explanation)
    try fields.encodeIfPresent(blankCells, forKey: .blankCells)
    try fields.encodeIfPresent(decodes, forKey: .decodes)
    try fields.encodeIfPresent(playback, forKey: .playback)
    try fields.encode(timeline, forKey: .timeline)
    try fields.encode(warnings, forKey: .warnings)
  }
}

/// The shape of many values: how many, the extremes and four percentiles, in the metric's unit.
public struct Distribution: Codable, Hashable, Sendable {
  /// How many values.
  public var n: Int
  /// The least.
  public var min: Double
  /// The median.
  public var p50: Double
  /// Nine tenths are no larger.
  public var p90: Double
  /// Nineteen in twenty are no larger.
  public var p95: Double
  /// Ninety-nine in a hundred are no larger.
  public var p99: Double
  /// The greatest.
  public var max: Double

  /// Makes a distribution of known figures.
  public init(n: Int, min: Double, p50: Double, p90: Double, p95: Double, p99: Double, max: Double) {
    self.n = n
    self.min = min
    self.p50 = p50
    self.p90 = p90
    self.p95 = p95
    self.p99 = p99
    self.max = max
  }
}

/// Memory lap over lap of a round trip.
public struct GrowthRecord: Codable, Hashable, Sendable {
  /// What the series amounts to.
  public var verdict: Verdict
  /// Ledger bytes gained a lap after warm-up.
  public var bytesPerLap: Double
  /// Laps at the start that are not judged.
  public var warmUpLaps: Int
  /// Live ledger bytes after each lap.
  public var ledgerBytes: [Int]
  /// Live pixel buffers after each lap.
  public var liveBuffers: [Int]
  /// Resident bytes after each lap.
  public var residentBytes: [Int]

  /// What a series of laps amounts to.
  public enum Verdict: String, Codable, Hashable, Sendable {
    /// Lap after lap the same.
    case flat
    /// Still rising, but ever less.
    case saturating
    /// Rising with every lap.
    case growing
    /// Too few laps, or neither of the others.
    case inconclusive
  }

  /// Makes a record of a series.
  public init(
    verdict: Verdict, bytesPerLap: Double, warmUpLaps: Int, ledgerBytes: [Int], liveBuffers: [Int],
    residentBytes: [Int]
  ) {
    self.verdict = verdict
    self.bytesPerLap = bytesPerLap
    self.warmUpLaps = warmUpLaps
    self.ledgerBytes = ledgerBytes
    self.liveBuffers = liveBuffers
    self.residentBytes = residentBytes
  }
}

/// What happened frame by frame, a column a quantity; all columns have one entry a frame.
public struct Timeline: Codable, Hashable, Sendable {
  /// When the frame was due, in milliseconds from the first.
  public var timeMs: [Double] = []
  /// Scroll offset in points.
  public var offset: [Double] = []
  /// Scroll velocity in points a second.
  public var velocity: [Double] = []
  /// Share of the visible area with nothing to show, 0…1.
  public var blankShare: [Double] = []
  /// Share of the visible area with only a degraded image, 0…1.
  public var blurredShare: [Double] = []
  /// Live image bytes in the ledger.
  public var imageBytes: [Double] = []
  /// Resident bytes of the process.
  public var residentBytes: [Double] = []
  /// Arrivals of the last second × mean decode seconds ÷ decoders, so that decoders cannot keep up where it stays above 1;
  /// empty where nothing was decoded, and in results from before it was noted.
  public var load: [Double] = []

  /// Makes an empty timeline.
  public init() {}

  /// Every column with its name in a file, in alphabetical order.
  var columns: [(name: String, values: FileColumn)] {
    [
      ("blankShare", .numbers(blankShare)), ("blurredShare", .numbers(blurredShare)),
      ("imageBytes", .numbers(imageBytes)),
    ] + (load.isEmpty ? [] : [("load", .numbers(load))]) + [
      ("offset", .numbers(offset)), ("residentBytes", .numbers(residentBytes)), ("timeMs", .numbers(timeMs)),
      ("velocity", .numbers(velocity)),
    ]
  }
}

extension Timeline {
  /// Reads a timeline, also one from before the load was noted.
  public init(from decoder: any Decoder) throws {
    let columns = try decoder.container(keyedBy: CodingKeys.self)
    timeMs = try columns.decode([Double].self, forKey: .timeMs)
    offset = try columns.decode([Double].self, forKey: .offset)
    velocity = try columns.decode([Double].self, forKey: .velocity)
    blankShare = try columns.decode([Double].self, forKey: .blankShare)
    blurredShare = try columns.decode([Double].self, forKey: .blurredShare)
    imageBytes = try columns.decode([Double].self, forKey: .imageBytes)
    residentBytes = try columns.decode([Double].self, forKey: .residentBytes)
    load = try columns.decodeIfPresent([Double].self, forKey: .load) ?? []
  }
}
