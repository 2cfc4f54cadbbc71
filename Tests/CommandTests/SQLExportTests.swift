import BenchReport
import Foundation
import GRDB
import TestSupport
import Testing

/// A result as statements, in SQLite itself.
@Suite(.timeLimit(.minutes(10)))
struct SQLExportTests {
  private func load(_ result: ResultFile) async throws -> DatabaseQueue {
    let folder = try TemporaryFolder()
    try result.write(to: folder.file("result.json"))
    let outcome = try await Program.run(["export", folder.file("result.json"), "--format", "sql"])
    #expect(outcome.code == 0, "\(outcome.error)")
    let database = try DatabaseQueue()
    try await database.writeWithoutTransaction { try $0.execute(sql: outcome.output) }
    return database
  }

  @Test func `queries give what the result says`() async throws {
    let result = try await SmallScenario.replayed.result()
    let database = try await load(result)
    try await database.read { database in
      func number(_ sql: String, _ run: RunRecord) throws -> Double? {
        try Double.fetchOne(database, sql: sql, arguments: [run.id])
      }
      #expect(try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM runs") == result.runs.count)
      #expect(
        try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM definitions") == result.metricDefinitions.count)
      for run in result.runs {
        let blank = try number("SELECT AVG(blank_share) FROM frames WHERE run = ?", run)
        let ratio = try number("SELECT value FROM metrics WHERE metric = 'blankAreaRatio' AND run = ?", run)
        let (mean, kept) = (try #require(blank), try #require(ratio))
        #expect(abs(mean - kept) < 0.001)
        #expect(ratio == run.metrics["blankAreaRatio"] ?? nil)
        let decodes = try number("SELECT COUNT(*) FROM decodes WHERE end_ms >= begin_ms AND run = ?", run)
        let log = try #require(run.decodes)
        #expect(decodes == Double(log.beginMs.count))
        let worst = try number("SELECT MAX(blank_ms) FROM blank_cells WHERE run = ?", run)
        #expect(worst == run.explanation?.worst.first?.blankMs)
        let changes = try number("SELECT COUNT(*) FROM cell_changes WHERE run = ?", run)
        let shown = try #require(run.playback?.decoded())
        #expect(changes == Double(shown.count))
      }
    }
  }

  @Test func `a text is a value, whatever it holds`() async throws {
    let name = "it's'); DROP TABLE runs; --\n.quit"
    var result = try await SmallScenario.replayed.result()
    result.scenario.name = name
    result.runs[0].failure = name
    let database = try await load(result)
    try await database.read { database in
      let scenarios = try String.fetchAll(database, sql: "SELECT DISTINCT scenario FROM runs")
      #expect(scenarios == [name])
      let failure = try String.fetchOne(database, sql: "SELECT failure FROM runs WHERE failure NOTNULL")
      #expect(failure == name)
    }
  }
}
