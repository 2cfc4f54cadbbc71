internal import BenchReport

/// What replays have given so far: of each turn the least disturbed try.
struct KeptRuns {
  private var kept: [ReplayPlan.Turn: [RunRecord]] = [:]
  /// The least time that the canary took in any try, kept or not.
  private var fastestCanaryMs = Double.infinity

  /// Takes what a try has given so far, if that is more than is kept of its turn, or as much and less disturbed.
  mutating func take(_ runs: [RunRecord], of turn: ReplayPlan.Turn) {
    let before = fastestCanaryMs
    fastestCanaryMs = runs.compactMap(\.fastestCanaryMs).reduce(before, min)
    if fastestCanaryMs < before { kept = kept.mapValues { $0.map { $0.judged(by: fastestCanaryMs) } } }
    let runs = runs.map { $0.judged(by: fastestCanaryMs) }
    guard let old = kept[turn] else {
      kept[turn] = runs
      return
    }
    let (less, more) = (old.count { $0.status == .completed }, runs.count { $0.status == .completed })
    if more > less || (more == less && Self.severity(of: runs) < Self.severity(of: old)) { kept[turn] = runs }
  }

  /// What is kept of a turn, one record for each visit that has ended.
  func runs(of turn: ReplayPlan.Turn) -> [RunRecord] { kept[turn] ?? [] }

  /// How far the most disturbed run of a turn was disturbed.
  func severity(of turn: ReplayPlan.Turn) -> Double { Self.severity(of: runs(of: turn)) }

  private static func severity(of runs: [RunRecord]) -> Double {
    runs.map { Disturbance($0).severity }.max() ?? 0
  }

  /// A record of every run of so many rounds, in the scenario's order.
  func records(of scenario: Scenario, rounds: Int) -> [RunRecord] {
    scenario.series(rounds: rounds).enumerated().flatMap { combination, series in
      series.enumerated().flatMap { round, visits in
        let measured = runs(of: ReplayPlan.Turn(combination: combination, round: round))
        return measured
          + visits.dropFirst(measured.count).map {
            $0.record(scenario: scenario.name, status: .notRun, failure: "not run yet")
          }
      }
    }
  }
}

extension RunRecord {
  /// The faster of the run's two readings of the canary.
  fileprivate var fastestCanaryMs: Double? {
    figure("canaryMs").flatMap { slow in figure("canarySlowdown").map { slow / $0 } }
  }

  /// The run with its slowdown over the fastest canary, and a warning if it was disturbed.
  fileprivate func judged(by fastestCanaryMs: Double) -> RunRecord {
    var run = self
    if let slow = figure("canaryMs"), fastestCanaryMs.isFinite {
      run.metrics["canarySlowdown"] = (slow / fastestCanaryMs).rounded(toPlaces: 3)
    }
    run.markDisturbance()
    return run
  }
}
