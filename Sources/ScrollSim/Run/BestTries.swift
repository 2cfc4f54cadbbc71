/// The runs that replays have produced so far: the least disturbed try of each turn.
struct BestTries {
  private var kept: [ReplayPlan.Turn: [RunRecord]] = [:]
  /// The least time that the canary took in any try, kept or not.
  private var fastestCanaryMs = Double.infinity
  /// The median decode times of all tries, kept or not, by combination, since each strategy decodes different
  /// photos.
  private var decodeMs: [Combination: [Double]] = [:]

  /// Fewer tries or fewer images do not show how fast decoding can be.
  private static let (fewestTries, fewestDecodes) = (3, 20)

  /// Keeps a try's runs so far if there are more of them than are kept for its turn, if more of them have
  /// completed, or if as many have and they are less disturbed.
  ///
  /// - Parameter runs: the visits of the try, of which the last has just ended; those before it were taken when they ended.
  mutating func take(_ runs: [RunRecord], of turn: ReplayPlan.Turn) {
    fastestCanaryMs = runs.compactMap(\.fastestCanaryMs).reduce(fastestCanaryMs, min)
    if let newest = runs.last, let decoding = newest.distributions["decodeMs"],
      decoding.n >= Self.fewestDecodes
    {
      decodeMs[newest.combination, default: []].append(decoding.p50)
    }
    kept = kept.mapValues { $0.map(judged) }
    let runs = runs.map(judged)
    // If there are more visits than were kept, they are of the same try, which went on.
    guard let old = kept[turn], old.count >= runs.count else {
      kept[turn] = runs
      return
    }
    let (less, more) = (old.count { $0.status == .completed }, runs.count { $0.status == .completed })
    if more > less || (more == less && Self.severity(of: runs) < Self.severity(of: old)) { kept[turn] = runs }
  }

  /// The run with its slowdowns over the fastest tries, and a warning if it was disturbed.
  private func judged(_ run: RunRecord) -> RunRecord {
    var run = run
    if let slow = run.figure("canaryMs"), fastestCanaryMs.isFinite {
      run.metrics["canarySlowdown"] = (slow / fastestCanaryMs).rounded(toPlaces: 3)
    }
    if run.status == .completed {
      let tries = decodeMs[run.combination] ?? []
      let mine = run.distributions["decodeMs"].flatMap { $0.n >= Self.fewestDecodes ? $0.p50 : nil }
      // The very fastest of many tries is an accident, the more so the more tries there are.
      let fast = tries.count < Self.fewestTries ? nil : tries.sorted()[(tries.count - 1) / 10]
      let slowdown = fast.flatMap { fast in mine.map { max(1, $0 / fast) } }
      run.metrics["decodeSlowdown"] = .some(slowdown?.rounded(toPlaces: 3))
    }
    run.markDisturbance()
    return run
  }

  func runs(of turn: ReplayPlan.Turn) -> [RunRecord] { kept[turn] ?? [] }

  func severity(of turn: ReplayPlan.Turn) -> Double { Self.severity(of: runs(of: turn)) }

  private static func severity(of runs: [RunRecord]) -> Double {
    runs.map { Disturbance($0).severity }.max() ?? 0
  }

  /// A record of every run in a number of rounds, in the scenario's order.
  func records(of scenario: Scenario, rounds: Int) -> [RunRecord] {
    scenario.series(rounds: rounds).enumerated().flatMap { combination, series in
      series.enumerated().flatMap { round, visits in
        let measured = runs(of: ReplayPlan.Turn(combination: combination, round: round))
        return measured
          + visits.dropFirst(measured.count).map {
            $0.record(scenario: scenario.name, status: .notRun, failure: "the replays ended before its turn")
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
}

/// Runs that ended before their replays were interrupted, by turn.
struct ResumedRuns {
  /// The turns whose visits have all ended; each is handed out once.
  private(set) var turns: [ReplayPlan.Turn: [RunRecord]] = [:]
  /// The number of rounds up to the last that has runs.
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

  mutating func take(_ turn: ReplayPlan.Turn) -> [RunRecord]? { turns.removeValue(forKey: turn) }
}
