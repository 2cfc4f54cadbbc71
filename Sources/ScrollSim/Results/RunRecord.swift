/// One trace under one ``Combination``.
public struct RunRecord: Hashable, Sendable {
  /// The combination and the iteration, as in `fling/apple-sample/released/fast/opportunistic/lru/urgency/0`.
  package var id: String
  /// The combination, written as fields of the run.
  package var combination: Combination
  /// Counts repetitions from 0.
  package var iteration: Int
  package var status: Status
  /// The reason, if the run did not complete.
  package var failure: String?
  /// Numbers by metric; `null` if there was nothing to divide by.
  package var metrics: [String: Double?] = [:]
  /// The best that any strategy can reach under the run's costs and modes, by metric: proved in a model, estimated in a replay.
  package var bounds: [String: Double]?
  package var distributions: [String: Distribution] = [:]
  /// The photo whose decoding took most of `peakScratchBytes`; `nil` if unknown.
  package var peakScratchPhoto: String?
  /// Memory lap over lap, if the trace has laps.
  package var growth: GrowthRecord?
  /// Why cells were blank; `nil` if the run did not complete, or the explanation was not requested.
  package var explanation: RunExplanation?
  /// Every cell that was blank when it appeared, with its cause; `nil` where ``explanation`` is.
  package var blankCells: BlankLog?
  /// The decode jobs with their sources, times and uses; `nil` where ``explanation`` is.
  package var decodes: DecodeLog?
  /// The content of each frame; `nil` where ``explanation`` is, and if the library changes.
  package var playback: PlaybackRecord?
  /// The run frame by frame; empty if it did not complete.
  package var timeline = Timeline()
  package var warnings: [String] = []

  /// How a run ended.
  package enum Status: String, Codable, Hashable, Sendable, CaseIterable {
    /// Measured from the first frame to the last.
    case completed
    case crashed
    /// The process took longer than any run should.
    case timedOut
    /// The system, or the device's limit, refused memory.
    case outOfMemory
    /// The run was requested and did not happen.
    case notRun
  }

  /// The `id` without the iteration, which all iterations of the run share.
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

/// The shape of many values: their number, the extremes and four percentiles, in the metric's unit.
package struct Distribution: Codable, Hashable, Sendable {
  package var n: Int
  package var min: Double
  package var p50: Double
  /// Nine tenths are no larger.
  package var p90: Double
  /// Nineteen in twenty are no larger.
  package var p95: Double
  /// Ninety-nine in a hundred are no larger.
  package var p99: Double
  package var max: Double
}

/// Memory lap over lap of a round trip.
package struct GrowthRecord: Codable, Hashable, Sendable {
  package var verdict: Verdict
  /// Ledger bytes gained per lap after warm-up.
  package var bytesPerLap: Double
  /// Laps at the start that are not judged.
  package var warmUpLaps: Int
  /// Live ledger bytes after each lap.
  package var ledgerBytes: [Int]
  package var liveBuffers: [Int]
  package var residentBytes: [Int]

  package enum Verdict: String, Codable, Hashable, Sendable {
    /// The same lap after lap.
    case flat
    /// Still rising, but ever less.
    case saturating
    /// Rising with every lap.
    case growing
    /// Too few laps, or none of the others.
    case inconclusive
  }
}

/// A run frame by frame, with one column per quantity; all columns have one entry per frame.
package struct Timeline: Codable, Hashable, Sendable {
  /// When the frame was due, in milliseconds from the first.
  package var timeMs: [Double] = []
  /// Scroll offset in points.
  package var offset: [Double] = []
  /// Scroll velocity in points per second.
  package var velocity: [Double] = []
  /// Share of the visible area with nothing to show, 0…1.
  package var blankShare: [Double] = []
  /// Share of the visible area with only a degraded image, 0…1.
  package var blurredShare: [Double] = []
  /// Share of the visible area for which a recording does not tell what it showed, 0…1; `nil` if all is
  /// known.
  ///
  /// Where it is 1, ``blankShare`` and ``blurredShare`` are 0, and mean nothing.
  package var unknownShare: [Double]?
  /// Live image bytes in the ledger.
  package var imageBytes: [Double] = []
  /// Resident bytes of the process.
  package var residentBytes: [Double] = []
  /// Arrivals of the last second × mean decode seconds ÷ decoders, which cannot keep up above 1; `nil` if nothing was decoded.
  package var load: [Double]?
}
