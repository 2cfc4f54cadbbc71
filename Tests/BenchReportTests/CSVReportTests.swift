import BenchReport
import Testing

@testable import ScrollSim

struct CSVReportTests {
  @Test func `each run is a row with every metric and every figure of every distribution`() throws {
    let rows = try parse(CSVReport(Sample.fling).render())
    let header = try #require(rows.first)
    #expect(rows.count == 7)
    #expect(rows.allSatisfy { $0.count == header.count })
    #expect(Set(header).count == header.count)
    for metric in Metric.all where Features.replay.isSuperset(of: metric.needs) {
      #expect(header.contains(metric.isDistribution ? "\(metric.name).p95" : metric.name))
    }
    let screens = Dictionary(uniqueKeysWithValues: zip(header, rows[3]))
    #expect(screens["strategy"] == "screens")
    #expect(screens["parameters"] == "leading=2;trailing=1")
    #expect(screens["cacheHitRate"] == "0.874")
    #expect(screens["peakImageBytes"] == "97500000")
    #expect(screens["decodeMs.n"] == "1")
    let settle = Dictionary(uniqueKeysWithValues: zip(header, rows[4]))
    #expect(settle["settleToFullMs"] == "")
    let directional = Dictionary(uniqueKeysWithValues: zip(header, rows[6]))
    #expect(directional["status"] == "outOfMemory")
    #expect(directional["failure"] == "the system refused memory for an image")
    #expect(directional["decodes"] == "")
  }

  @Test func `numbers keep all their digits`() throws {
    var run = Sample.run("none")
    run.metrics["wasteRatio"] = 0.1 + 0.2
    run.metrics["decodedBytes"] = 1e-7
    let rows = try parse(CSVReport(Sample.result(runs: [run])).render())
    let row = Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1]))
    #expect(row["wasteRatio"] == "0.30000000000000004")
    #expect(row["decodedBytes"] == "0.0000001")
  }

  @Test func `quotes, commas and line ends survive`() throws {
    let rows = try parse(CSVReport(Sample.hostile).render())
    let row = Dictionary(uniqueKeysWithValues: zip(rows[0], rows[1]))
    #expect(rows.count == 4)
    #expect(row["strategy"] == Sample.hostile.runs[0].combination.strategy)
    // A quotation mark with an accent is one character, but two scalars.
    for name in ["a,\"b\"\r\nc", "a\"\u{301},b"] {
      let named = Sample.result(runs: [Sample.failed(name, .crashed, nil)])
      #expect(try parse(CSVReport(named).render())[1][3] == name)
    }
  }

  @Test func `a result without runs is a header`() throws {
    #expect(try parse(CSVReport(Sample.result(runs: [])).render()).count == 1)
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
