import GalleryKit
import Testing

@testable import ScrollSim

@Suite struct `What is kept of replays` {
  let turn = ReplayPlan.Turn(combination: 0, round: 0)

  func run(
    _ visit: Int = 1, others: Double = 0, canaryMs: Double = 10, slowdown: Double = 1,
    status: RunRecord.Status = .completed
  ) -> RunRecord {
    var run = PlannedRun(Combination(.init(name: "none"), choices: [:])).record(
      scenario: "s", status: status, failure: "\(visit)")
    guard status == .completed else { return run }
    run.metrics = [
      "disturbance": 1 + others * 10, "othersShare": others, "canaryMs": canaryMs, "canarySlowdown": slowdown,
    ]
    return run
  }

  @Test func `the least disturbed try is`() {
    var kept = BestTries()
    for others in [0.3, 0.1, 0.2] { kept.take([run(others: others)], of: turn) }
    #expect(records(kept).map { $0.figure("othersShare") } == [0.1])
    #expect(records(kept)[0].warnings.count == 1)
  }

  @Test func `a try that failed takes the place of none that was measured`() {
    var kept = BestTries()
    kept.take([run(status: .crashed)], of: turn)
    kept.take([run(others: 0.3)], of: turn)
    kept.take([run(status: .crashed)], of: turn)
    #expect(records(kept).map(\.status) == [.completed])
  }

  @Test func `a try that goes on is, though its next visit failed`() {
    var kept = BestTries()
    kept.take([run()], of: turn)
    kept.take([run(), run(2, status: .crashed)], of: turn)
    #expect(records(kept).map(\.status) == [.completed, .crashed])
  }

  @Test func `a canary that turns out to have been slow disturbs the runs before it`() {
    var kept = BestTries()
    kept.take([run(canaryMs: 60)], of: turn)
    #expect(kept.severity(of: turn) == 0)
    #expect(records(kept)[0].warnings.isEmpty)
    // 12 ms before or after, and 10 ms the other time.
    kept.take([run(canaryMs: 12, slowdown: 1.2)], of: ReplayPlan.Turn(combination: 1, round: 0))
    #expect(records(kept)[0].figure("canarySlowdown") == 6)
    #expect(kept.severity(of: turn) > 1)
    #expect(
      records(kept)[0].warnings == [
        "Other work disturbed the run: the machine was 6.00 times as slow as at its best."
      ])
  }

  @Test func `a strategy that decodes other photos than the rest is not disturbed by them`() {
    var kept = BestTries()
    for (place, strategy) in ["none", "screens"].enumerated() {
      for round in 0..<4 {
        var run = PlannedRun(Combination(.init(name: strategy), choices: [:])).record(
          scenario: "s", status: .completed)
        run.distributions["decodeMs"] = Distribution(
          of: Array(repeating: 27.0 + 5 * Double(place), count: 200))
        kept.take([run], of: ReplayPlan.Turn(combination: place, round: round))
      }
    }
    for place in 0..<2 {
      #expect(kept.severity(of: ReplayPlan.Turn(combination: place, round: 3)) == 0)
    }
  }

  @Test func `a run whose images took longer than in others over the same photos was disturbed`() {
    func run(decodeMs: Double, images: Int = 30) -> RunRecord {
      var run = self.run()
      run.distributions["decodeMs"] = Distribution(of: Array(repeating: decodeMs, count: images))
      return run
    }
    func turn(_ round: Int) -> ReplayPlan.Turn { ReplayPlan.Turn(combination: 0, round: round) }
    var kept = BestTries()
    kept.take([run(decodeMs: 24)], of: turn(0))
    kept.take([run(decodeMs: 20)], of: turn(1))
    // Two say nothing of each other yet.
    #expect(kept.severity(of: turn(0)) == 0)
    kept.take([run(decodeMs: 21)], of: turn(2))
    #expect(kept.severity(of: turn(0)) > 1)
    #expect(kept.severity(of: turn(1)) == 0 && kept.severity(of: turn(2)) < 1)
    #expect(kept.runs(of: turn(0))[0].figure("decodeSlowdown") == 1.2)
    // A slow run stays slow, and fast ones fast, however many follow and however fast one of them is.
    for round in 4..<24 { kept.take([run(decodeMs: round == 4 ? 15 : 20.5)], of: turn(round)) }
    #expect(kept.severity(of: turn(0)) > 1)
    #expect(kept.severity(of: turn(2)) < 1 && kept.severity(of: turn(23)) < 1)
    // Few images vary by themselves.
    kept.take([run(decodeMs: 40, images: 5)], of: turn(3))
    #expect(kept.severity(of: turn(3)) == 0)
  }

  @Test func `each visit of a try is counted once, however many follow it`() {
    func visits(_ decodeMs: Double...) -> [RunRecord] {
      decodeMs.enumerated().map { visit, decodeMs in
        var run = self.run(visit + 1)
        run.distributions["decodeMs"] = Distribution(of: Array(repeating: decodeMs, count: 30))
        return run
      }
    }
    var kept = BestTries()
    kept.take(visits(24), of: turn)
    kept.take(visits(24, 20), of: turn)
    // Two say nothing of each other yet, though the first has been handed over twice.
    #expect(kept.severity(of: turn) == 0)
    #expect(records(kept).map { $0.metrics["decodeSlowdown"] } == [.some(nil), .some(nil)])
    let next = ReplayPlan.Turn(combination: 0, round: 1)
    kept.take(visits(20), of: next)
    #expect(records(kept).map { $0.figure("decodeSlowdown") } == [1.2, 1])
  }

  @Test func `tiny images that take a little longer disturb nothing`() {
    var kept = BestTries()
    for (round, decodeMs) in [0.5, 0.5, 0.7, 0.8].enumerated() {
      var run = self.run()
      run.distributions["decodeMs"] = Distribution(of: Array(repeating: decodeMs, count: 30))
      kept.take([run], of: ReplayPlan.Turn(combination: 0, round: round))
    }
    #expect(kept.severity(of: ReplayPlan.Turn(combination: 0, round: 2)) < 1)
    #expect(kept.severity(of: ReplayPlan.Turn(combination: 0, round: 3)) > 1)
  }

  private func records(_ kept: BestTries) -> [RunRecord] { kept.runs(of: turn) }
}
