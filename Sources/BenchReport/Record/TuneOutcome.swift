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
  /// What of the front's best few is recommended where the model assumes something else; `nil` where that was not asked for.
  ///
  /// Columns are those of the first scenario.
  public var variations: [VariationRecord]?
  /// What replays say of the recommendation; `nil` where there were none.
  public var confirmation: ConfirmationRecord?

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
