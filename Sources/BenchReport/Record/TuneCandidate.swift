/// One combination of a search, and what came of it.
public struct TuneCandidate: Codable, Hashable, Sendable {
  /// The strategy's name.
  public var strategy: String
  /// The strategy's parameters, defaults included.
  public var parameters: [String: Double]
  /// How the grid keeps images of its cells.
  public var cells: String
  /// How images are resized.
  public var resizeMode: String
  /// How images are delivered.
  public var deliveryMode: String
  /// Which image goes first when memory runs short.
  public var eviction: String
  /// How many of the parameters are not the strategy's defaults.
  public var changedParameters: Int
  /// Whether every scenario completed, kept to the budget and let memory not grow.
  public var fits: Bool
  /// Why it does not fit, whatever its memory; `nil` if every scenario completed and no memory grows.
  public var failure: String?
  /// One entry for each scenario; empty where one did not complete.
  public var measurements: [TuneFigures]
  /// All scenarios together: the most memory of any, the mean of everything else; `nil` where one did not complete.
  public var overall: TuneFigures?

  /// Makes a record of a combination.
  public init(
    strategy: String, parameters: [String: Double], cells: String, resizeMode: String, deliveryMode: String,
    eviction: String, changedParameters: Int, fits: Bool, failure: String?, measurements: [TuneFigures],
    overall: TuneFigures?
  ) {
    self.strategy = strategy
    self.parameters = parameters
    self.cells = cells
    self.resizeMode = resizeMode
    self.deliveryMode = deliveryMode
    self.eviction = eviction
    self.changedParameters = changedParameters
    self.fits = fits
    self.failure = failure
    self.measurements = measurements
    self.overall = overall
  }
}

extension Combination {
  /// What tells a candidate from every other of its search.
  init(of candidate: TuneCandidate) {
    strategy = candidate.strategy
    parameters = candidate.parameters
    cells = candidate.cells
    resizeMode = candidate.resizeMode
    deliveryMode = candidate.deliveryMode
    eviction = candidate.eviction
    thumbnailStore = nil
    changes = nil
    visit = nil
  }
}

/// What a search judges by, and two figures to understand it by.
public struct TuneFigures: Codable, Hashable, Sendable {
  /// The most bytes that images took at once.
  public var peakImageBytes: Double
  /// Time-weighted share of the visible area with nothing to show.
  public var blankAreaRatio: Double
  /// From the last motion until all that is visible is final, in milliseconds; `nil` if nothing ever rests.
  public var settleToFullMs: Double?
  /// Share of appearances whose final image was there; `nil` if nothing appeared.
  public var cacheHitRate: Double?
  /// Share of decoded bytes that were never shown; `nil` if nothing was decoded.
  public var wasteRatio: Double?

  /// Makes a record of figures.
  public init(
    peakImageBytes: Double, blankAreaRatio: Double, settleToFullMs: Double?, cacheHitRate: Double?,
    wasteRatio: Double?
  ) {
    self.peakImageBytes = peakImageBytes
    self.blankAreaRatio = blankAreaRatio
    self.settleToFullMs = settleToFullMs
    self.cacheHitRate = cacheHitRate
    self.wasteRatio = wasteRatio
  }

  /// Writes every figure, `null` where there is none: empty is not absent.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(peakImageBytes, forKey: .peakImageBytes)
    try container.encode(blankAreaRatio, forKey: .blankAreaRatio)
    try container.encode(settleToFullMs, forKey: .settleToFullMs)
    try container.encode(cacheHitRate, forKey: .cacheHitRate)
    try container.encode(wasteRatio, forKey: .wasteRatio)
  }
}
