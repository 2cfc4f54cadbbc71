import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// Runs that cannot be measured become rows, limits that break are named, and busy machines are noticed.
@Suite(.timeLimit(.minutes(15)))
struct UnhappyRunTests {
  @Test func `a run that crashes is a row, and the others go on`() async throws {
    let replay = try await SmallScenario.replay("--strategy none --strategy settle --fault crash", code: 3)
    let result = try replay.result()
    #expect(result.verdict == .notMeasured)
    #expect(result.runs.map(\.status) == [.crashed, .crashed])
    #expect(result.runs.allSatisfy { $0.failure?.contains("signal") == true && $0.metrics.isEmpty })
    #expect(replay.outcome.output.contains("│ settle   │ crashed: "))
    #expect(replay.outcome.output.contains("Nothing can be recommended"))
  }

  @Test func `a run that hangs is ended at the time limit, and the others go on`() async throws {
    let replay = try await SmallScenario.replay(
      "--strategy none --strategy settle --fault hang --time-limit 3", code: 3)
    let result = try replay.result()
    #expect(result.runs.map(\.status) == [.timedOut, .timedOut])
    #expect(result.runs.allSatisfy { $0.failure?.contains("3 s") == true })
  }

  @Test func `a run past the device's memory limit is out of memory`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try SmallScenario.variant(
      [("\"memoryBudget\": \"20 MB\"", "\"memoryBudget\": \"20 MB\", \"memoryLimit\": \"1 MB\"")], in: folder)
    let replay = try await SmallScenario.replay("--strategy none", of: scenario, code: 3)
    let run = try #require(try replay.result().runs.first)
    #expect(run.status == .outOfMemory)
    #expect(run.failure?.contains("device.memoryLimit") == true)
    #expect(replay.outcome.output.contains("out of memory"))
  }

  @Test func `a broken limit ends with 2 and is named with what was found`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try SmallScenario.variant([("\"100 MB\"", "\"1 kB\"")], in: folder)
    let replay = try await SmallScenario.replay("--strategy none --strategy keep-all", of: scenario, code: 2)
    let result = try replay.result()
    #expect(result.verdict == .limitBroken)
    #expect(result.brokenLimits.map(\.metric) == ["peakImageBytes"], "a bound breaks no limit")
    #expect(replay.outcome.output.contains("Limits broken:"))
    #expect(
      replay.outcome.output.contains(/none\/.*: peakImageBytes is .* but the scenario asks for at most/))
  }

  @Test func `limits that cannot be judged are not taken as held`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try SmallScenario.variant(
      [("\"limits\": {", "\"limits\": { \"prefetchAccuracy\": 0.5,")], in: folder)
    let replay = try await SmallScenario.replay("--strategy none", of: scenario, code: 3)
    #expect(replay.outcome.output.contains("no value to hold against the limit on prefetchAccuracy"))
  }

  // MARK: Busy machines

  @Test func `a busy machine is told everywhere, and nothing is recommended`() async throws {
    let replay = try await SmallScenario.replay("--strategy none --strategy screens --fault busy", code: 0)
    #expect(replay.outcome.output.contains("this machine was too busy to tell"))
    #expect(replay.outcome.output.contains("2 of 2 runs were disturbed by other work on this machine"))
    #expect(!replay.outcome.output.contains("Recommended: "))
    let result = try replay.result()
    #expect(result.disturbanceNote?.hasPrefix("2 of 2 runs were disturbed") == true)
    #expect(result.runs.allSatisfy { $0.warnings.contains { $0.hasPrefix("Other work disturbed the run") } })
    let page = try replay.folder.text("small.replay.html")
    #expect(page.contains("this machine was too busy to tell"))
  }

  @Test func `where the machine has to be quiet, a busy one ends with 3`() async throws {
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
  func `a time that is none is refused`(time: String) async throws {
    let option = time.hasPrefix("-") ? ["--at-most=\(time)"] : ["--at-most", time]
    try await Program.run(["run", SmallScenario.path] + option, code: 64, saying: "90s, 10m or 1h")
  }
}
