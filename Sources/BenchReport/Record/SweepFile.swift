/// What strategies leave unseen at several loads: what `<output>/<scenario>.sweep.json` holds.
///
/// Schema `scrollsim.sweep/1`. Keys are sorted, so that equal sweeps are equal bytes; what differs between machines stands
/// apart under ``provenance``.
public struct SweepFile: Codable, Hashable, Sendable {
  /// The schema this version writes and reads.
  public static let currentSchema = "scrollsim.sweep/1"

  /// ``currentSchema``.
  public var schema = Self.currentSchema
  /// Where, when and by what the sweep was made.
  public var provenance: Provenance
  /// What is modelled.
  public var scenario: ScenarioRecord
  /// Over which photos.
  public var library: LibraryRecord
  /// The costs that are made larger and smaller.
  public var costs: CostsRecord
  /// Why the costs are not those that the scenario names; `nil` if they are.
  public var costsNote: String?
  /// By rising load.
  public var levels: [Level]

  /// One load.
  public struct Level: Codable, Hashable, Sendable {
    /// Arrivals a second × decode seconds ÷ decoders, in the mean while the grid moves.
    public var load: Double
    /// How many times as long as in the costs decoding takes.
    public var decodeTime: Double
    /// The least that any strategy in any order leaves not sharp while scrolling, of the costs' first draw.
    public var bound: Double?
    /// What was modelled, in the scenario's order.
    public var rows: [Row]
    /// What is recommended; `nil` if nothing fits.
    public var recommended: Combination?
    /// What cannot be told from it.
    public var equals: [Combination]
  }

  /// One combination at one load.
  public struct Row: Codable, Hashable, Sendable {
    /// What was modelled.
    public var combination: Combination
    /// What came out; `nil` if a run did not complete.
    public var figures: TuneFigures?
    /// The share gained of what can be gained over no caching, first in first out.
    public var shareOfPossible: Double?
  }

  /// Makes a record of a sweep.
  public init(_ first: ResultFile, levels: [Level]) {
    provenance = first.provenance
    scenario = first.scenario
    library = first.library
    costs = first.costs ?? CostsRecord(name: "", sha256: "")
    costsNote = first.costsNote
    self.levels = levels
  }
}
