import GalleryKit
import Testing

@testable import ScrollSim

@Suite struct `What is kept of replays` {
  private func turn(_ round: Int = 0, of combination: Int = 0) -> ReplayPlan.Turn {
    ReplayPlan.Turn(combination: combination, round: round)
  }

  private func run(
    _ visit: Int = 1, of strategy: String = "none", others: Double = 0, canaryMs: Double = 10,
    slowdown: Double = 1, decodeMs: Double? = nil, images: Int = 30, status: RunRecord.Status = .completed
  ) -> RunRecord {
    var run = PlannedRun(Combination(.init(name: strategy), choices: [:])).record(
      scenario: "s", status: status, failure: "\(visit)")
    guard status == .completed else { return run }
    run.metrics = [
      "disturbance": 1 + others * 10, "othersShare": others, "canaryMs": canaryMs, "canarySlowdown": slowdown,
    ]
    run.distributions["decodeMs"] = decodeMs.flatMap {
      Distribution(of: Array(repeating: $0, count: images))
    }
    return run
  }

  /// What is kept of tries of the first turn.
  private func kept(_ tries: [RunRecord]...) -> BestTries {
    var kept = BestTries()
    for runs in tries { kept.take(runs, of: turn()) }
    return kept
  }

  private func records(_ kept: BestTries) -> [RunRecord] { kept.runs(of: turn()) }

  @Test func `the least disturbed try is`() {
    let kept = kept([run(others: 0.3)], [run(others: 0.1)], [run(others: 0.2)])
    #expect(records(kept).map { $0.figure("othersShare") } == [0.1])
    #expect(records(kept)[0].warnings.count == 1)
  }

  @Test func `a try that failed takes the place of none that was measured`() {
    let kept = kept([run(status: .crashed)], [run(others: 0.3)], [run(status: .crashed)])
    #expect(records(kept).map(\.status) == [.completed])
  }

  @Test func `a try that goes on is, though its next visit failed`() {
    let kept = kept([run()], [run(), run(2, status: .crashed)])
    #expect(records(kept).map(\.status) == [.completed, .crashed])
  }

  @Test func `a canary that turns out to have been slow disturbs the runs before it`() {
    var kept = kept([run(canaryMs: 60)])
    #expect(kept.severity(of: turn()) == 0)
    #expect(records(kept)[0].warnings.isEmpty)
    // 12 ms before or after, and 10 ms the other time.
    kept.take([run(canaryMs: 12, slowdown: 1.2)], of: turn(of: 1))
    #expect(records(kept)[0].figure("canarySlowdown") == 6)
    #expect(kept.severity(of: turn()) > 1)
    #expect(
      records(kept)[0].warnings == [
        "Other work disturbed the run: the machine was 6.00 times as slow as at its best."
      ])
  }

  @Test func `a strategy that decodes other photos than the rest is not disturbed by them`() {
    var kept = BestTries()
    for (place, strategy) in ["none", "screens"].enumerated() {
      for round in 0..<4 {
        let decodeMs = 27.0 + 5 * Double(place)
        kept.take([run(of: strategy, decodeMs: decodeMs, images: 200)], of: turn(round, of: place))
      }
    }
    for place in 0..<2 { #expect(kept.severity(of: turn(3, of: place)) == 0) }
  }

  @Test func `a run whose images took longer than in others over the same photos was disturbed`() {
    var kept = kept([run(decodeMs: 24)])
    kept.take([run(decodeMs: 20)], of: turn(1))
    // Two say nothing of each other yet.
    #expect(kept.severity(of: turn()) == 0)
    kept.take([run(decodeMs: 21)], of: turn(2))
    #expect(kept.severity(of: turn()) > 1)
    #expect(kept.severity(of: turn(1)) == 0 && kept.severity(of: turn(2)) < 1)
    #expect(records(kept)[0].figure("decodeSlowdown") == 1.2)
    // A slow run stays slow, and fast ones fast, however many follow and however fast one of them is.
    for round in 4..<24 { kept.take([run(decodeMs: round == 4 ? 15 : 20.5)], of: turn(round)) }
    #expect(kept.severity(of: turn()) > 1)
    #expect(kept.severity(of: turn(2)) < 1 && kept.severity(of: turn(23)) < 1)
    // Few images vary by themselves.
    kept.take([run(decodeMs: 40, images: 5)], of: turn(3))
    #expect(kept.severity(of: turn(3)) == 0)
  }

  @Test func `each visit of a try is counted once, however many follow it`() {
    var kept = kept([run(decodeMs: 24)], [run(decodeMs: 24), run(2, decodeMs: 20)])
    // Two say nothing of each other yet, though the first has been handed over twice.
    #expect(kept.severity(of: turn()) == 0)
    #expect(records(kept).map { $0.metrics["decodeSlowdown"] } == [.some(nil), .some(nil)])
    kept.take([run(decodeMs: 20)], of: turn(1))
    #expect(records(kept).map { $0.figure("decodeSlowdown") } == [1.2, 1])
  }

  @Test func `tiny images that take a little longer disturb nothing`() {
    var kept = BestTries()
    for (round, decodeMs) in [0.5, 0.5, 0.7, 0.8].enumerated() {
      kept.take([run(decodeMs: decodeMs)], of: turn(round))
    }
    #expect(kept.severity(of: turn(2)) < 1 && kept.severity(of: turn(3)) > 1)
  }
}
