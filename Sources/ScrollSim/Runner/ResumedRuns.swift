internal import BenchReport

/// Runs that ended before their replays were interrupted, by turn.
struct ResumedRuns {
  /// The turns of which all visits ended; each is handed out once.
  private(set) var turns: [ReplayPlan.Turn: [RunRecord]] = [:]
  /// Rounds of which there are runs.
  let rounds: Int

  /// Finds the scenario's turns among runs; others are left out.
  init(_ runs: [RunRecord], of scenario: Scenario) {
    rounds = (runs.map(\.iteration).max() ?? -1) + 1
    guard rounds > 0 else { return }
    let byID = Dictionary(runs.map { ($0.id, $0) }) { first, _ in first }
    for (combination, series) in scenario.series(rounds: rounds).enumerated() {
      for (round, visits) in series.enumerated() {
        let known = visits.compactMap { byID[$0.id(scenario: scenario.name)] }
        guard known.count == visits.count else { continue }
        turns[ReplayPlan.Turn(combination: combination, round: round)] = known
      }
    }
  }

  /// The runs of a turn, the first time that it is asked for.
  mutating func take(_ turn: ReplayPlan.Turn) -> [RunRecord]? { turns.removeValue(forKey: turn) }
}
