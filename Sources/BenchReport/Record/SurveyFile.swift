/// What wins where: every strategy in every order in many situations: what `<output>/<name>.survey.json` holds.
///
/// Schema `scrollsim.survey/1`. Keys are sorted, so that equal surveys are equal bytes; what differs between machines
/// stands apart under ``provenance``.
public struct SurveyFile: Codable, Hashable, Sendable {
  /// The schema this version writes and reads.
  public static let currentSchema = "scrollsim.survey/1"

  /// ``currentSchema``.
  public var schema = Self.currentSchema
  /// Where, when and by what the survey was made.
  public var provenance: Provenance
  /// What the survey is filed under.
  public var name: String
  /// What the situations vary.
  public var scenarios: [TuneScenario]
  /// Which share of the situations this is; `nil` for all.
  public var shard: TuneShard?
  /// What was modelled in each situation, in the order of its figures.
  public var combinations: [Combination]
  /// By load, then in the order of ``scenarios``.
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
    /// Arrivals a second × decode seconds ÷ decoders, in the mean while the grid moves.
    public var load: Double
    /// How many times as long as in the costs decoding takes.
    public var decodeTime: Double
    /// The least that any strategy in any order leaves not sharp while scrolling.
    public var bound: Double?
    /// What no caching leaves there, first in first out.
    public var plain: Double?
    /// By metric, a figure for each combination; `nil` where a run did not complete.
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
