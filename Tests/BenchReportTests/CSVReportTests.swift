import BenchReport
import Testing

@testable import ScrollSim

struct CSVReportTests {
  @Test func `each run is a row with every metric and every figure of every distribution`() {
    let table = fields(of: Sample.fling)
    #expect(table.count == 7)
    #expect(table.allSatisfy { $0.count == table[0].count })
    #expect(Set(table[0]).count == table[0].count)
    for metric in Metric.all where Features.replay.isSuperset(of: metric.needs) {
      #expect(table[0].contains(metric.isDistribution ? "\(metric.name).p95" : metric.name))
    }
    let rows = rows(of: Sample.fling)
    #expect(rows[2]["strategy"] == "screens" && rows[2]["parameters"] == "leading=2;trailing=1")
    #expect(rows[2]["cacheHitRate"] == "0.874" && rows[2]["peakImageBytes"] == "97500000")
    #expect(rows[2]["decodeMs.n"] == "1")
    #expect(rows[3]["settleToFullMs"] == "")
    #expect(rows[5]["status"] == "outOfMemory" && rows[5]["decodes"] == "")
    #expect(rows[5]["failure"] == "the system refused memory for an image")
  }

  @Test func `numbers keep all their digits`() {
    var run = Sample.run("none")
    run.metrics["wasteRatio"] = 0.1 + 0.2
    run.metrics["decodedBytes"] = 1e-7
    let row = rows(of: Sample.result(runs: [run]))[0]
    #expect(row["wasteRatio"] == "0.30000000000000004" && row["decodedBytes"] == "0.0000001")
  }

  @Test func `quotes, commas and line ends survive, a formula is a text, and no runs are a header alone`() {
    let hostile = CSVReport(Sample.hostile).render()
    #expect(hostile.count { $0 == "\r\n" } == 4)
    let word = Sample.hostile.runs[0].combination.strategy.replacing("\"", with: "\"\"")
    #expect(hostile.contains(",\"\(word)\","))
    // A quotation mark with an accent is one character, but two scalars.
    for (name, field) in [
      ("a,\"b\"\r\nc", "\"a,\"\"b\"\"\r\nc\""), ("a\"\u{301},b", "\"a\"\"\u{301},b\""), ("=1+1", "'=1+1"),
      ("-1,5", "\"'-1,5\""),
    ] {
      let named = Sample.result(runs: [Sample.failed(name, .crashed, nil)])
      #expect(CSVReport(named).render().contains(",\(field),"))
    }
    #expect(fields(of: Sample.result(runs: [])).count == 1)
  }

  /// The fields of each line, where no text is quoted.
  private func fields(of result: ResultFile) -> [[String]] {
    CSVReport(result).render().split(separator: "\r\n").map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private func rows(of result: ResultFile) -> [[String: String]] {
    let lines = fields(of: result)
    return lines.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(lines[0], $0)) }
  }
}
