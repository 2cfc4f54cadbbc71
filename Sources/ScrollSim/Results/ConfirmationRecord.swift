/// The verdict of replays on a search's recommendation.
package struct ConfirmationRecord: Codable, Hashable, Sendable {
  package var verdict: Verdict
  /// The replayed combinations, the recommendation first.
  package var rows: [Row]
  /// How other work disturbed replays, a sentence for each disturbed scenario.
  package var disturbanceNotes: [String]
  /// The names under which replays are kept beside the search, in the order of its scenarios.
  package var results: [String]

  package enum Verdict: String, Codable, Hashable, Sendable {
    /// Everything that the model ranks behind the recommendation is behind it in replays, too, and nothing is before it.
    case agrees
    /// Nothing is seen ahead of the recommendation, but something that the model ranks behind it is not seen behind it.
    case cannotTell
    /// Something is ahead of the recommendation in replays, or the recommendation is unusable (over budget, for example).
    case contradicts
    /// Other work disturbed the replays too much.
    case tooBusyToTell
  }

  /// A combination's rank relative to the recommendation.
  package enum Standing: String, Codable, Hashable, Sendable {
    /// It is seen to lose less.
    case before
    /// It cannot be told apart from the recommendation.
    case alike
    /// It is seen to lose more, or is unusable (over budget, for example).
    case behind
  }

  package struct Row: Codable, Hashable, Sendable {
    /// Its index among the candidates.
    package var candidate: Int
    /// The medians over rounds, of all scenarios together; `nil` if a run did not complete.
    package var figures: DecidingFigures?
    /// The loss that a person sees while scrolling, by round.
    package var losses: [Double]
    /// Its rank in the model; `nil` for the recommendation.
    package var modelled: Standing?
    /// Its rank in replays; `nil` for the recommendation.
    package var replayed: Standing?
    /// Why it is unusable; `nil` if it is usable.
    package var failure: String?
  }
}
