/// A scenario's strategies at several loads, in `<output>/<scenario>.sweep.json`.
///
/// Schema `scrollsim.sweep/1`. Keys are sorted, so that equal sweeps are equal bytes; values that depend on the machine are apart
/// under ``provenance``.
public struct SweepFile: Codable, Hashable, Sendable {
  /// The schema this version writes and reads.
  public static let currentSchema = "scrollsim.sweep/1"

  /// ``currentSchema``.
  public var schema = Self.currentSchema
  /// The machine, the time and the program of the sweep.
  public var provenance: Provenance
  /// The modelled scenario.
  public var scenario: ScenarioRecord
  /// The scenario's photos.
  public var library: LibraryRecord
  /// The costs that the levels scale.
  public var costs: CostsRecord
  /// Why the costs differ from the scenario's; `nil` if they do not.
  public var costsNote: String?
  /// The load of the scenario at its own costs.
  public var ownLoad: Double?
  /// The levels by rising load.
  public var levels: [Level]

  /// One load.
  public struct Level: Codable, Hashable, Sendable {
    /// The mean load while the grid moves: arrivals per second × decode seconds ÷ decoders.
    public var load: Double
    /// The factor applied to the decode times of the costs.
    public var decodeTime: Double
    /// The least share that any strategy in any order leaves not sharp while scrolling, for the costs' first draw.
    public var bound: Double?
    /// The modelled combinations, in the scenario's order.
    public var rows: [Row]
    /// The recommended combination; `nil` if nothing fits.
    public var recommended: Combination?
    /// The combinations that cannot be told apart from it.
    public var equals: [Combination]
  }

  /// One combination at one load.
  public struct Row: Codable, Hashable, Sendable {
    /// The modelled combination.
    public var combination: Combination
    /// The figures; `nil` if a run did not complete.
    public var figures: TuneFigures?
    /// The gain over no caching, first in, first out, as a share of the possible gain.
    public var shareOfPossible: Double?
  }

  /// Makes a record of a sweep.
  ///
  /// - Parameter first: a run at the scenario's own costs, without caching.
  public init(_ first: ResultFile, levels: [Level]) {
    ownLoad = first.runs.first?.figure("load")
    provenance = first.provenance
    scenario = first.scenario
    library = first.library
    costs = first.costs ?? CostsRecord(name: "", sha256: "")
    costsNote = first.costsNote
    self.levels = levels
  }
}
