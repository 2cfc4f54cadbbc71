import BenchReport
import Foundation
import ScrollSim
import TestSupport
import Testing

/// Scenarios with visits and thumbnail stores, replayed.
@Suite(.timeLimit(.minutes(15)))
struct VisitTests {
  @Test func `the second visit finds what the first one kept, and no other visit does`() async throws {
    let folder = try TemporaryFolder()
    let scenario = try SmallScenario.variant(
      [
        (
          "\"compare\": {",
          "\"visits\": 2, \"compare\": { \"thumbnailStores\": [\"none\", \"volatile\", \"persistent\"],"
        )
      ], in: folder)
    let replay = try await SmallScenario.replay("--strategy", "screens", of: scenario)
    let result = try ResultFile.read(path: replay.resultPath)
    #expect(result.verdict == .pass)
    #expect(
      result.runs.map(\.combination[.thumbnailStore]) == [
        "none", "none", "volatile", "volatile", "persistent", "persistent",
      ])
    #expect(result.runs.map(\.combination.visit) == [1, 2, 1, 2, 1, 2])
    let hits = result.runs.map { ($0.metrics["storeHitRate"] ?? nil) }
    #expect(hits[0] == nil && hits[1] == nil)
    for first in [2, 3, 4] { #expect(try #require(hits[first]) < 1) }
    // Not all: a busy machine decodes less on the first visit than the second one asks for.
    #expect(try #require(hits[5]) > 0.5)
    #expect(try #require(result.runs[4].metrics["storeWrittenBytes"] ?? nil) > 0)
    #expect(!result.runs.contains { $0.warnings.contains { $0.hasPrefix("Thumbnail store") } })
    #expect(replay.outcome.output.contains("second visit"))
  }
}
