/// Every strategy in every order in many situations, in `<output>/<name>.survey.json`.
///
/// Schema `scrollsim.survey/1`. Keys are sorted, so that equal surveys are equal bytes; values that depend on the machine are
/// apart under ``provenance``.
public struct SurveyFile: Codable, Hashable, Sendable {
  /// The schema this version writes and reads.
  public static let currentSchema = "scrollsim.survey/1"

  /// ``currentSchema``.
  public var schema = Self.currentSchema
  /// The machine, the time and the program of the survey.
  public var provenance: Provenance
  /// The name that the survey is filed under.
  public var name: String
  /// The scenarios that the situations vary.
  public var scenarios: [TuneScenario]
  /// This file's share of the situations; `nil` for all.
  public var shard: TuneShard?
  /// The combinations modelled in each situation, in the order of its figures.
  public var combinations: [Combination]
  /// The situations by load, then in the order of ``scenarios``.
  public var situations: [Situation]

  /// Makes a record of a survey.
  public init(
    provenance: Provenance, name: String, scenarios: [TuneScenario], shard: TuneShard? = nil,
    combinations: [Combination], situations: [Situation]
  ) {
    self.provenance = provenance
    self.name = name
    self.scenarios = scenarios
    self.shard = shard
    self.combinations = combinations
    self.situations = situations
  }

  /// A scenario under one physics, in one grid, at one load.
  public struct Situation: Codable, Hashable, Sendable {
    /// The scenario's name.
    public var scenario: String
    /// The physics that moves the grid.
    public var physics: String
    /// Cells in a row.
    public var columns: Int
    /// The mean load while the grid moves: arrivals per second × decode seconds ÷ decoders.
    public var load: Double
    /// The factor applied to the decode times of the costs.
    public var decodeTime: Double
    /// The least share that any strategy in any order leaves not sharp while scrolling.
    public var bound: Double?
    /// The share that no caching, first in, first out, leaves not sharp.
    public var plain: Double?
    /// One figure for each combination, by metric; `nil` if a run did not complete.
    public var figures: [String: [Double?]]

    /// Makes a record of a level of a sweep.
    public init(_ level: SweepFile.Level, of scenario: String, physics: String, columns: Int, plain: Int) {
      self.scenario = scenario
      self.physics = physics
      self.columns = columns
      load = level.load
      decodeTime = level.decodeTime
      bound = level.bound
      figures = Self.metrics.mapValues { value in level.rows.map { $0.figures.flatMap(value) } }
      self.plain = figures["scrollNotSharpRatio"]?[plain]
    }

    private static let metrics: [String: @Sendable (TuneFigures) -> Double?] = [
      "scrollNotSharpRatio": { $0.scrollNotSharpRatio },
      "scrollBlankRatio": { $0.scrollBlankRatio },
      "peakImageBytes": { $0.peakImageBytes },
      "wasteRatio": { $0.wasteRatio },
    ]
  }
}
