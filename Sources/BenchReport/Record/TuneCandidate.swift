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

/// What a search comes to.
///
/// Combinations are named by their places among the candidates.
public struct TuneOutcome: Codable, Hashable, Sendable {
  /// The Pareto front of what fits, by rising memory.
  public var front: [Int]
  /// The front's knee; `nil` if it has none.
  public var knee: Int?
  /// What to take; `nil` if nothing fits.
  public var recommendation: Advice?
  /// What more memory buys, a curve for each strategy.
  public var curves: [Curve]

  /// A combination to take, ready to paste.
  public struct Advice: Codable, Hashable, Sendable {
    /// Its place among the candidates.
    public var candidate: Int
    /// For a scenario's list of strategies.
    public var scenarioJSON: String
    /// The line of Swift that makes the strategy in an app.
    public var swift: String

    /// Makes an advice.
    public init(candidate: Int, scenarioJSON: String, swift: String) {
      self.candidate = candidate
      self.scenarioJSON = scenarioJSON
      self.swift = swift
    }
  }

  /// The best that a strategy reaches with so much memory or less.
  public struct Curve: Codable, Hashable, Sendable {
    /// The strategy's name.
    public var strategy: String
    /// By rising memory; one entry wherever either figure improves.
    public var points: [Point]

    /// Makes a curve.
    public init(strategy: String, points: [Point]) {
      self.strategy = strategy
      self.points = points
    }
  }

  /// One level of memory, and the best that is reached by then, each by whichever parameters reach it.
  public struct Point: Codable, Hashable, Sendable {
    /// Peak image memory.
    public var memoryBytes: Double
    /// The least blank area.
    public var blankAreaRatio: Double
    /// The greatest hit rate; `nil` if nothing appeared.
    public var cacheHitRate: Double?

    /// Makes a level.
    public init(memoryBytes: Double, blankAreaRatio: Double, cacheHitRate: Double?) {
      self.memoryBytes = memoryBytes
      self.blankAreaRatio = blankAreaRatio
      self.cacheHitRate = cacheHitRate
    }
  }

  /// Makes an outcome.
  public init(front: [Int], knee: Int?, recommendation: Advice?, curves: [Curve]) {
    self.front = front
    self.knee = knee
    self.recommendation = recommendation
    self.curves = curves
  }
}
