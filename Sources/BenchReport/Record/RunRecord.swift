/// One trace under one combination of strategy, cells and request options.
public struct RunRecord: Codable, Hashable, Sendable {
  /// `fling/apple-sample/released/fast/opportunistic/lru/0`.
  public var id: String
  /// The strategy's name.
  public var strategy: String
  /// The strategy's parameters, defaults included.
  public var parameters: [String: Double]
  /// How the grid keeps images of its cells: `retained`, `released`, `reused`.
  public var cells: String
  /// `exact`, `fast`, `none`.
  public var resizeMode: String
  /// `opportunistic`, `highQualityFormat`, `fastFormat`.
  public var deliveryMode: String
  /// Which image goes first when memory runs short.
  public var eviction: String
  /// Which thumbnail store there was: `none`, `volatile`, `persistent`; `nil` where the scenario compares none.
  public var thumbnailStore: String?
  /// What the grid did when its library changed: `reload-all`, `reload-changed`, `visible-only`; `nil` where it does not.
  public var changes: String?
  /// Counts visits from 1; `nil` where the scenario has but one.
  public var visit: Int?
  /// Counts repetitions from 0.
  public var iteration: Int
  /// How the run ended.
  public var status: Status
  /// Why it ended so, where it did not complete.
  public var failure: String?
  /// Numbers by metric; `null` where there was nothing to divide by.
  public var metrics: [String: Double?]
  /// Distributions by metric.
  public var distributions: [String: Distribution]
  /// Memory lap over lap, where the trace has laps.
  public var growth: GrowthRecord?
  /// Why cells were blank; `nil` where the run did not complete, or was made before there were explanations.
  public var explanation: RunExplanation?
  /// When images were decoded; `nil` where the run did not complete, or was made before there were logs.
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
    id: String, strategy: String, parameters: [String: Double], cells: String, resizeMode: String,
    deliveryMode: String, eviction: String, thumbnailStore: String? = nil,
    changes: String? = nil, visit: Int? = nil,
    iteration: Int, status: Status, failure: String? = nil,
    metrics: [String: Double?] = [:], distributions: [String: Distribution] = [:],
    growth: GrowthRecord? = nil, explanation: RunExplanation? = nil, decodes: DecodeLog? = nil,
    playback: PlaybackRecord? = nil, timeline: Timeline = Timeline(), warnings: [String] = []
  ) {
    self.id = id
    self.strategy = strategy
    self.parameters = parameters
    self.cells = cells
    self.resizeMode = resizeMode
    self.deliveryMode = deliveryMode
    self.eviction = eviction
    self.thumbnailStore = thumbnailStore
    self.changes = changes
    self.visit = visit
    self.iteration = iteration
    self.status = status
    self.failure = failure
    self.metrics = metrics
    self.distributions = distributions
    self.growth = growth
    self.explanation = explanation
    self.decodes = decodes
    self.playback = playback
    self.timeline = timeline
    self.warnings = warnings
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

  /// Makes an empty timeline.
  public init() {}

  /// Every column with its name in a file, in alphabetical order.
  var columns: [(name: String, values: [Double])] {
    [
      ("blankShare", blankShare), ("blurredShare", blurredShare), ("imageBytes", imageBytes),
      ("offset", offset),
      ("residentBytes", residentBytes), ("timeMs", timeMs), ("velocity", velocity),
    ]
  }
}
