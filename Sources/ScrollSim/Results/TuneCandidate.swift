/// One combination of a search, with its outcome.
public struct TuneCandidate: Hashable, Sendable {
  /// The combination, written as fields of the candidate.
  public var combination: Combination
  /// The number of parameters that differ from the strategy's defaults.
  public var changedParameters: Int
  /// Whether every scenario completed and kept to the budget, and memory did not grow.
  public var fits: Bool
  /// Why it does not fit, regardless of the budget; `nil` if every scenario completed and no memory grows.
  public var failure: String?
  /// One entry for each scenario; empty if one did not complete.
  public var measurements: [TuneFigures]
  /// All scenarios together: the most memory of any, the mean of everything else; `nil` if one did not complete.
  public var overall: TuneFigures?
}

extension TuneCandidate: Codable {
  private enum CodingKeys: CodingKey {
    case changedParameters, fits, failure, measurements, overall
  }

  /// Reads a candidate, with its combination's fields among its own.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    combination = try Combination(from: decoder)
    changedParameters = try fields.decode(Int.self, forKey: .changedParameters)
    fits = try fields.decode(Bool.self, forKey: .fits)
    failure = try fields.decodeIfPresent(String.self, forKey: .failure)
    measurements = try fields.decode([TuneFigures].self, forKey: .measurements)
    overall = try fields.decodeIfPresent(TuneFigures.self, forKey: .overall)
  }

  /// Writes a candidate, with its combination's fields among its own.
  public func encode(to encoder: any Encoder) throws {
    try combination.encode(to: encoder)
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(changedParameters, forKey: .changedParameters)
    try fields.encode(fits, forKey: .fits)
    try fields.encodeIfPresent(failure, forKey: .failure)
    try fields.encode(measurements, forKey: .measurements)
    try fields.encodeIfPresent(overall, forKey: .overall)
  }
}

/// The figures that a search judges by, and two that help to understand them.
public struct TuneFigures: Codable, Hashable, Sendable {
  /// The most bytes that images took at once.
  public var peakImageBytes: Double
  /// Time-weighted share of the visible area with nothing to show.
  public var blankAreaRatio: Double
  /// The same while the grid scrolls; `nil` in searches that predate it.
  public var scrollBlankRatio: Double?
  /// Share of the visible area without a final image while the grid scrolls; `nil` likewise.
  public var scrollNotSharpRatio: Double?
  /// The time from the last motion until all visible cells are final, in milliseconds; `nil` if nothing ever rests.
  public var settleToFullMs: Double?
  /// Share of appearances whose final image was ready; `nil` if nothing appeared.
  public var cacheHitRate: Double?
  /// Share of decoded bytes that were never shown; `nil` if nothing was decoded.
  public var wasteRatio: Double?

  /// Writes every figure, `null` if there is none; missing figures of scrolling are absent.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(peakImageBytes, forKey: .peakImageBytes)
    try container.encode(blankAreaRatio, forKey: .blankAreaRatio)
    try container.encodeIfPresent(scrollBlankRatio, forKey: .scrollBlankRatio)
    try container.encodeIfPresent(scrollNotSharpRatio, forKey: .scrollNotSharpRatio)
    try container.encode(settleToFullMs, forKey: .settleToFullMs)
    try container.encode(cacheHitRate, forKey: .cacheHitRate)
    try container.encode(wasteRatio, forKey: .wasteRatio)
  }
}
