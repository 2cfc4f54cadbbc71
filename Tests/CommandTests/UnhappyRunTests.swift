import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// Runs that cannot be measured become rows, limits that break are named, and busy machines are noticed.
@Suite(.timeLimit(.minutes(15)))
struct UnhappyRunTests {
  @Test func `a run that crashes is a row, and the others go on`() async throws {
    let result = try await SmallScenario.replay(
      "--strategy none --strategy settle --fault crash", code: 3,
      showing: ["│ settle   │ crashed: ", "Nothing can be recommended"]
    ).result()
    #expect(result.verdict == .notMeasured)
    #expect(result.runs.map(\.status) == [.crashed, .crashed])
    #expect(result.runs.allSatisfy { $0.failure?.contains("signal") == true && $0.metrics.isEmpty })
  }

  @Test func `a run that hangs is ended at the time limit, and the others go on`() async throws {
    let result = try await SmallScenario.replay(
      "--strategy none --strategy settle --fault hang --time-limit 3", code: 3
    ).result()
    #expect(result.runs.map(\.status) == [.timedOut, .timedOut])
    #expect(result.runs.allSatisfy { $0.failure?.contains("3 s") == true })
  }

  @Test func `a run past the device's memory limit is out of memory`() async throws {
    let replay = try await SmallScenario.replay(
      "--strategy none", replacing: [(#""memoryBudget":"#, #""memoryLimit": "1 MB", "memoryBudget":"#)],
      code: 3, showing: ["out of memory"])
    let run = try #require(try replay.result().runs.first)
    #expect(run.status == .outOfMemory)
    #expect(run.failure?.contains("device.memoryLimit") == true)
  }

  @Test func `a broken limit exits with 2 and is named with what was found`() async throws {
    let replay = try await SmallScenario.replay(
      "--strategy none --strategy keep-all", replacing: [("\"100 MB\"", "\"1 kB\"")], code: 2,
      showing: ["Limits broken:"])
    let result = try replay.result()
    #expect(result.verdict == .limitBroken)
    #expect(result.brokenLimits.map(\.metric) == ["peakImageBytes"], "a bound breaks no limit")
    #expect(
      replay.outcome.output.contains(/none\/.*: peakImageBytes is .* but the scenario asks for at most/))
  }

  @Test func `limits that cannot be judged are not taken as held`() async throws {
    try await SmallScenario.replay(
      "--strategy none", replacing: [(#""limits": {"#, #""limits": { "prefetchAccuracy": 0.5,"#)], code: 3,
      showing: ["no value to compare with the limit on prefetchAccuracy"])
  }

  // MARK: Busy machines

  @Test func `a busy machine is reported everywhere, and nothing is recommended`() async throws {
    let replay = try await SmallScenario.replay(
      "--strategy none --strategy screens --fault busy", code: 0,
      showing: [
        "this machine was too busy to tell", "2 of 2 runs were disturbed by other work on this machine",
      ])
    #expect(!replay.outcome.output.contains("Recommended: "))
    let result = try replay.result()
    #expect(result.disturbanceNote?.hasPrefix("2 of 2 runs were disturbed") == true)
    #expect(result.runs.allSatisfy { $0.warnings.contains { $0.hasPrefix("Other work disturbed the run") } })
    #expect(try replay.folder.text("small.replay.html").contains("this machine was too busy to tell"))
  }

  @Test func `if the machine has to be quiet, a busy one exits with 3`() async throws {
    let replay = try await SmallScenario.replay("--strategy none --fault busy --require-quiet", code: 3)
    #expect(try replay.result().verdict == .pass)
  }

  @Test func `repeats of disturbed runs leave one record of each`() async throws {
    let replay = try await SmallScenario.replay("--strategy none --strategy screens --fault busy --repeats 1")
    #expect(try replay.result().runs.map(\.iteration) == [0, 0])
  }

  @Test func `without iterations replays go on until the answer is stable, in the scenario's order`()
    async throws
  {
    // Runs that crash give the same answer every time, on any machine.
    let replay = try await SmallScenario.replay(
      "--strategy none --strategy settle --fault crash --at-most 10m")
    let runs = try replay.result().runs
    #expect(runs.map(\.combination.strategy) == ["none", "none", "none", "settle", "settle", "settle"])
    #expect(runs.map(\.iteration) == [0, 1, 2, 0, 1, 2])
  }

  @Test func `what other programs do is measured`() async throws {
    let run = try #require(try await SmallScenario.replayed.result().runs.first)
    #expect(try #require(run.figure("disturbance")) >= 0.9)
    #expect(try #require(run.figure("canaryMs")) > 0)
    #expect(try #require(run.figure("canarySlowdown")) >= 1)
    #if os(Linux)
      for share in ["othersShare", "stealShare"] {
        #expect((0...1).contains(try #require(run.figure(share))), "\(share)")
      }
    #endif
  }

  @Test(arguments: ["0s", "10", "ten minutes", "-1m", "1e9h", ""])
  func `an invalid time is refused`(time: String) async throws {
    let option = time.hasPrefix("-") ? "--at-most=\(time)" : "--at-most '\(time)'"
    try await Program.run("run SMALL \(option)", code: 64, saying: "90s, 10m or 1h")
  }
}
