import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// Runs that cannot be measured become rows, and limits that break are named.
@Suite(.timeLimit(.minutes(15)))
struct UnhappyRunTests {
  @Test func `a run that crashes is a row, and the others go on`() async throws {
    let replay = try await SmallScenario.replay(
      "--strategy", "none", "--strategy", "settle", "--fault", "crash")
    #expect(replay.outcome.code == 3)
    let result = try replay.result()
    #expect(result.verdict == .notMeasured)
    #expect(result.runs.map(\.status) == [.crashed, .crashed])
    #expect(result.runs.allSatisfy { $0.failure?.contains("signal") == true && $0.metrics.isEmpty })
    #expect(replay.outcome.output.contains("│ settle   │ crashed: "))
    #expect(replay.outcome.output.contains("Nothing can be recommended"))
  }

  @Test func `a run that hangs is ended at the time limit, and the others go on`() async throws {
    let replay = try await SmallScenario.replay(
      "--strategy", "none", "--strategy", "settle", "--fault", "hang", "--time-limit", "3")
    #expect(replay.outcome.code == 3)
    let result = try replay.result()
    #expect(result.runs.map(\.status) == [.timedOut, .timedOut])
    #expect(result.runs.allSatisfy { $0.failure?.contains("3 s") == true })
  }

  @Test func `a run past the device's memory limit is out of memory`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try SmallScenario.variant(
      [("\"memoryBudget\": \"20 MB\"", "\"memoryBudget\": \"20 MB\", \"memoryLimit\": \"1 MB\"")], in: folder)
    let replay = try await SmallScenario.replay("--strategy", "none", of: scenario)
    #expect(replay.outcome.code == 3)
    let run = try #require(try replay.result().runs.first)
    #expect(run.status == .outOfMemory)
    #expect(run.failure?.contains("device.memoryLimit") == true)
    #expect(replay.outcome.output.contains("out of memory"))
  }

  @Test func `a broken limit ends with 2 and is named with what was found`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try SmallScenario.variant([("\"100 MB\"", "\"1 kB\"")], in: folder)
    let replay = try await SmallScenario.replay(
      "--strategy", "none", "--strategy", "keep-all", of: scenario)
    #expect(replay.outcome.code == 2)
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
    let replay = try await SmallScenario.replay("--strategy", "none", of: scenario)
    #expect(replay.outcome.code == 3)
    #expect(replay.outcome.output.contains("no value to hold against the limit on prefetchAccuracy"))
  }
}
