import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// A machine that other programs keep busy is noticed, said, and acted upon.
@Suite(.timeLimit(.minutes(15)))
struct DisturbanceTests {
  @Test func `a busy machine is told everywhere, and nothing is recommended`() async throws {
    let replay = try await SmallScenario.replay(
      "--strategy", "none", "--strategy", "screens", "--fault", "busy")
    #expect(replay.outcome.code == 0, "everything was measured")
    #expect(replay.outcome.output.contains("this machine was too busy to tell"))
    #expect(replay.outcome.output.contains("2 of 2 runs were disturbed by other work on this machine"))
    #expect(!replay.outcome.output.contains("Recommended: "))
    let result = try replay.result()
    #expect(result.disturbanceNote?.hasPrefix("2 of 2 runs were disturbed") == true)
    #expect(result.runs.allSatisfy { $0.warnings.contains { $0.hasPrefix("Other work disturbed the run") } })
    let page = try String(contentsOfFile: replay.folder.file("small.replay.html"), encoding: .utf8)
    #expect(page.contains("this machine was too busy to tell"))
  }

  @Test func `where the machine has to be quiet, a busy one ends with 3`() async throws {
    let replay = try await SmallScenario.replay(
      "--strategy", "none", "--fault", "busy", "--require-quiet")
    #expect(replay.outcome.code == 3)
    #expect(try replay.result().verdict == .pass)
  }

  @Test func `repeats of disturbed runs leave one record of each`() async throws {
    let replay = try await SmallScenario.replay(
      "--strategy", "none", "--strategy", "screens", "--fault", "busy", "--repeats", "1")
    #expect(try replay.result().runs.map(\.iteration) == [0, 0])
  }

  @Test func `without iterations replays go on until the answer is stable, in the scenario's order`()
    async throws
  {
    // Runs that crash give the same answer every time, on any machine.
    let replay = try await SmallScenario.replay(
      "--strategy", "none", "--strategy", "settle", "--fault", "crash", "--at-most", "10m")
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
    let outcome = try await Program.run(["run", SmallScenario.path] + option)
    #expect(outcome.code == 64)
    #expect(outcome.error.contains("90s, 10m or 1h"))
  }
}
