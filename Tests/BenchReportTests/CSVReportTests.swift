import BenchReport
import Testing

@testable import ScrollSim

struct CSVReportTests {
  @Test func `each run is a row with every metric and every figure of every distribution`() throws {
    let table = try parse(CSVReport(Sample.fling).render())
    #expect(table.count == 7)
    #expect(table.allSatisfy { $0.count == table[0].count })
    #expect(Set(table[0]).count == table[0].count)
    for metric in Metric.all where Features.replay.isSuperset(of: metric.needs) {
      #expect(table[0].contains(metric.isDistribution ? "\(metric.name).p95" : metric.name))
    }
    let rows = try rows(of: Sample.fling)
    #expect(rows[2]["strategy"] == "screens" && rows[2]["parameters"] == "leading=2;trailing=1")
    #expect(rows[2]["cacheHitRate"] == "0.874" && rows[2]["peakImageBytes"] == "97500000")
    #expect(rows[2]["decodeMs.n"] == "1")
    #expect(rows[3]["settleToFullMs"] == "")
    #expect(rows[5]["status"] == "outOfMemory" && rows[5]["decodes"] == "")
    #expect(rows[5]["failure"] == "the system refused memory for an image")
  }

  @Test func `numbers keep all their digits`() throws {
    var run = Sample.run("none")
    run.metrics["wasteRatio"] = 0.1 + 0.2
    run.metrics["decodedBytes"] = 1e-7
    let row = try rows(of: Sample.result(runs: [run]))[0]
    #expect(row["wasteRatio"] == "0.30000000000000004" && row["decodedBytes"] == "0.0000001")
  }

  @Test func `quotes, commas and line ends survive, and without runs there is a header alone`() throws {
    let rows = try rows(of: Sample.hostile)
    #expect(rows.count == 3)
    #expect(rows[0]["strategy"] == Sample.hostile.runs[0].combination.strategy)
    // A quotation mark with an accent is one character, but two scalars.
    for name in ["a,\"b\"\r\nc", "a\"\u{301},b"] {
      let named = Sample.result(runs: [Sample.failed(name, .crashed, nil)])
      #expect(try self.rows(of: named)[0]["strategy"] == name)
    }
    #expect(try parse(CSVReport(Sample.result(runs: [])).render()).count == 1)
  }

  private func rows(of result: ResultFile) throws -> [[String: String]] {
    let rows = try parse(CSVReport(result).render())
    return rows.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(rows[0], $0)) }
  }

  /// Reads CSV as RFC 4180 describes it.
  private func parse(_ text: String) throws -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var field = ""
    var isQuoted = false
    var scalars = Array(text.unicodeScalars)[...]
    while let scalar = scalars.popFirst() {
      switch scalar {
      case "\"" where isQuoted && scalars.first == "\"":
        field.append("\"")
        scalars.removeFirst()
      case "\"": isQuoted.toggle()
      case _ where isQuoted: field.unicodeScalars.append(scalar)
      case ",":
        row.append(field)
        field = ""
      case "\r":
        try #require(scalars.popFirst() == "\n")
        rows.append(row + [field])
        row = []
        field = ""
      default: field.unicodeScalars.append(scalar)
      }
    }
    try #require(!isQuoted && row.isEmpty && field.isEmpty)
    return rows
  }
}
