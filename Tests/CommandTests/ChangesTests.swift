import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// Scenarios whose library changes, replayed.
@Suite(.timeLimit(.minutes(15)))
struct ChangesTests {
  @Test func `every policy replays the same changes, each run over the library as it was`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try SmallScenario.variant(
      [
        (
          "\"png\": 0.2 }",
          "\"png\": 0.2 }, \"changes\": { \"interval\": 0.2, \"insertions\": 1, \"removals\": 1, \"moves\": 1, "
            + "\"edits\": 1, \"touches\": 60 }"
        ),
        (
          "\"compare\": {",
          "\"compare\": { \"changes\": [\"reload-all\", \"reload-changed\", \"visible-only\"],"
        ),
      ], in: folder)
    let replay = try await SmallScenario.replay("--strategy", "screens", of: scenario)
    let result = try ResultFile.read(path: replay.resultPath)
    #expect(result.verdict == .pass)
    #expect(result.runs.map(\.combination[.changes]) == ["reload-all", "reload-changed", "visible-only"])
    #expect(result.runs.allSatisfy { $0.warnings.allSatisfy { $0.hasPrefix("Other work disturbed") } })
    func metric(_ name: String) throws -> [Double] {
      try result.runs.map { try #require($0.metrics[name] ?? nil) }
    }
    let changes = try metric("libraryChanges")
    // The number of notices depends on how busy the machine is.
    #expect(changes.allSatisfy { $0 > 0 })
    #expect(zip(result.runs, changes).allSatisfy { Double($0.distributions["changeApplyMs"]?.n ?? 0) == $1 })
    let reloads = try metric("reloadedCells")
    #expect(reloads[0] > reloads[2] && reloads[2] > 0)
    #expect(replay.outcome.output.contains("reload-changed"))
    #expect(replay.outcome.output.contains("reloaded "))
  }
}
