/// What replays say of what a search recommends.
public struct ConfirmationRecord: Codable, Hashable, Sendable {
  /// What it comes to.
  public var verdict: Verdict
  /// What was replayed, the recommendation first.
  public var rows: [Row]
  /// What other work did to the replays, a sentence for each scenario in which it disturbed any.
  public var disturbanceNotes: [String]
  /// Under which names the replays are kept beside the search, in the order of its scenarios.
  public var results: [String]

  /// What replays say.
  public enum Verdict: String, Codable, Hashable, Sendable {
    /// What the model puts behind the recommendation is behind it by the clock, too, and nothing is before it.
    case agrees
    /// Nothing is seen to be before the recommendation, but something that the model puts behind it is not seen to be.
    case cannotTell
    /// Something is before the recommendation by the clock, or the recommendation does not keep to the budget.
    case contradicts
    /// Other work disturbed the replays too much.
    case tooBusyToTell
  }

  /// Where something stands beside the recommendation.
  public enum Standing: String, Codable, Hashable, Sendable {
    /// It is seen to lose less.
    case before
    /// It cannot be told from the recommendation.
    case alike
    /// It is seen to lose more, or does not keep to the budget.
    case behind
  }

  /// What came of one combination.
  public struct Row: Codable, Hashable, Sendable {
    /// Its place among the candidates.
    public var candidate: Int
    /// The medians over rounds, of all scenarios together; `nil` where a run did not complete.
    public var figures: TuneFigures?
    /// What a person misses while scrolling, by round.
    public var losses: [Double]
    /// Where it stands in the model; `nil` of the recommendation.
    public var modelled: Standing?
    /// Where it stands by the clock; `nil` of the recommendation.
    public var replayed: Standing?
    /// Why it cannot be taken; `nil` if it can.
    public var failure: String?

    /// Makes a row of which it is not known yet where it stands.
    public init(candidate: Int, figures: TuneFigures?, losses: [Double], failure: String?) {
      self.candidate = candidate
      self.figures = figures
      self.losses = losses
      self.failure = failure
    }
  }

  /// Makes a record.
  public init(verdict: Verdict, rows: [Row], disturbanceNotes: [String], results: [String]) {
    self.verdict = verdict
    self.rows = rows
    self.disturbanceNotes = disturbanceNotes
    self.results = results
  }
}
