/// How an app's own logs compare with replay and model of the same scroll: what `scrollsim validate --app` leaves.
///
/// Schema `scrollsim.app/1`.
public struct AppFidelityFile: Codable, Hashable, Sendable {
  /// The schema this version writes and reads.
  public static let currentSchema = "scrollsim.app/1"

  /// ``currentSchema``.
  public var schema = Self.currentSchema
  /// Where and when the replays were made.
  public var provenance: Provenance
  /// What was replayed.
  public var scenario: ScenarioRecord
  /// Over which photos.
  public var library: LibraryRecord
  /// What the app is held to.
  public var base: ResultFile.Mode
  /// The cost table of the model.
  public var costs: CostsRecord?
  /// Why the costs are not those that were meant; `nil` if they are.
  public var costsNote: String?
  /// What other work on the machine did to replays, in a sentence; `nil` if it disturbed none.
  public var disturbanceNote: String?
  /// Whether so many replays were disturbed that nothing is judged by them.
  public var isTooBusyToTell: Bool
  /// How far the command came that was interrupted, in a sentence; `nil` if it came to its end.
  public var interruption: String?
  /// How far the app may lie from what it is held to: a share of it, or less than would matter.
  public var bars: [String: Threshold]
  /// One entry for each combination that there are logs of.
  public var runs: [Run]
  /// Every two combinations that the base tells apart.
  public var pairs: [Pair]

  /// One combination: what the app's logs say, and what replays and the model say.
  public struct Run: Codable, Hashable, Sendable {
    /// `fling/screens/released/fast/opportunistic/lru/urgency`.
    public var id: String
    /// What was run.
    public var combination: Combination
    /// The app's logs of it.
    public var logs: [Log]
    /// How far and how long the trace scrolls; `nil` if it was not run.
    public var travel: Travel?
    /// How many replays were measured to their end.
    public var replays: Int
    /// Why nothing is judged, with whether that is for want of a measurement; `nil` if it is judged.
    public var obstacle: Obstacle?
    /// All that is compared.
    public var metrics: [Comparison]
  }

  /// Why a combination is not judged.
  public struct Obstacle: Codable, Hashable, Sendable {
    /// Whether something was not measured; otherwise it is the log of another scroll.
    public var isMissing: Bool
    /// What was expected and what was found, in a sentence.
    public var reason: String
  }

  /// A log of the app's.
  public struct Log: Codable, Hashable, Sendable {
    /// The file.
    public var path: String
    /// What it comes to.
    public var figures: PaintedFigures
  }

  /// One metric of one combination on all sides.
  public struct Comparison: Codable, Hashable, Sendable {
    /// The metric.
    public var metric: String
    /// The median over logs; `nil` where none says it.
    public var app: Double?
    /// The median over replays.
    public var replay: Double?
    /// How far from it the farthest replay lies.
    public var replaySpread: Double?
    /// What the model says.
    public var model: Double?
    /// Whether the app lies within the bar; `nil` where there is none, or nothing to hold against it.
    public var holds: Bool?
  }

  /// Two combinations of which people see that one leaves more undone: 0.7 of what is blank and 0.3 of what is not sharp.
  public struct Pair: Codable, Hashable, Sendable {
    /// Which is better, by its run's `id`.
    public var better: String
    /// Which is worse.
    public var worse: String
    /// By how much, in what it is held to.
    public var difference: Double
    /// By how much in the app; negative where the app has it the other way round.
    public var appDifference: Double

    /// Whether the app has them in the same order.
    public var isAlike: Bool { appDifference > 0 }
  }

  /// What it amounts to.
  public enum Verdict: Hashable, Sendable {
    /// Everything that is asked holds.
    case holds
    /// Something lies outside its bar, or two combinations are the other way round.
    case fallsShort
    /// Something was not measured, or not in peace.
    case notMeasured
    /// A log is of another scroll.
    case notComparable
  }

  /// What it amounts to: what was not measured weighs most, then what falls short, then what cannot be compared.
  public var verdict: Verdict {
    if interruption != nil || isTooBusyToTell || runs.contains(where: { $0.obstacle?.isMissing == true }) {
      return .notMeasured
    }
    if pairs.contains(where: { !$0.isAlike })
      || runs.contains(where: { $0.metrics.contains { $0.holds == false } })
    {
      return .fallsShort
    }
    return runs.contains { $0.obstacle != nil } ? .notComparable : .holds
  }

  /// The code that the program ends with.
  public var exitCode: Int {
    switch verdict {
    case .holds: 0
    case .fallsShort: 2
    case .notMeasured: 3
    case .notComparable: 5
    }
  }
}
