/// The outcome of a search.
///
/// Combinations are named by their indices among the candidates.
public struct TuneOutcome: Codable, Hashable, Sendable {
  /// The Pareto front of the fitting candidates, by rising memory.
  public var front: [Int]
  /// The front's knee; `nil` if it has none.
  public var knee: Int?
  /// The recommended combination; `nil` if nothing fits.
  public var recommendation: Advice?
  /// The benefit of more memory, a curve for each strategy.
  public var curves: [Curve]
  /// The recommendations among the front's best few under other assumptions of the model; `nil` if they were not requested.
  ///
  /// Columns are those of the first scenario.
  public var variations: [VariationRecord]?
  /// The verdict of replays on the recommendation; `nil` without replays.
  public var confirmation: ConfirmationRecord?

  /// A recommended combination, ready to paste.
  public struct Advice: Codable, Hashable, Sendable {
    /// Its index among the candidates.
    public var candidate: Int
    /// The entry for a scenario's list of strategies.
    public var scenarioJSON: String
    /// The line of Swift that makes the strategy in an app.
    public var swift: String
  }

  /// The best that a strategy reaches within an amount of memory.
  public struct Curve: Codable, Hashable, Sendable {
    /// The strategy's name.
    public var strategy: String
    /// The points by rising memory, one wherever either figure improves.
    public var points: [Point]

    /// Makes a curve.
    public init(strategy: String, points: [Point]) {
      self.strategy = strategy
      self.points = points
    }
  }

  /// One level of memory and the best figures within it, each by the parameters that reach it.
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
}
