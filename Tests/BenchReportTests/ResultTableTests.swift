import Testing

@testable import BenchReport
@testable import ScrollSim

struct ResultTableTests {
  @Test func `iterations are pooled by their median, and the table says so`() throws {
    let runs = [0.1, 0.9, 0.4].enumerated().map { Sample.run("none", iteration: $0, blank: $1, images: 10e6) }
    let table = ResultTable(Sample.result(runs: runs))
    #expect(try texts(in: table, "blank") == ["40.0 % ± 50.0"])
    #expect(try texts(in: table, "image memory") == ["10 MB ± 0"])
    #expect(
      table.notes == [
        "Each value is the median of up to 3 iterations; ± is the largest deviation from it."
      ])
    let model = ResultTable(Sample.result(mode: .model, runs: runs))
    #expect(try texts(in: model, "blank") == ["40.0 %"], "a model's iterations have no spread")
  }

  @Test func `what people decide by is shown where nothing else is asked for`() {
    let replay = Sample.result(
      runs: [Sample.run("none", settleMs: 10), Sample.run("settle", settleMs: 20, images: 151e6)])
    #expect(
      titles(of: ResultTable(replay))
        == ["strategy", "fits", "blank", "not sharp", "image memory", "time to sharp"])
    var model = Sample.result(mode: .model, runs: replay.runs)
    model.metricDefinitions = Metric.definitions(of: .bounds)
    #expect(titles(of: ResultTable(model)) == titles(of: ResultTable(replay)))
    let wide = titles(of: ResultTable(model, columns: .wide))
    #expect(wide.contains("peak resident") && wide.contains("avoidable blank"))
  }

  @Test
  func `columns that tell no strategies apart are left out, except for the figures that the answer quotes`() {
    let alike = [Sample.run("none"), Sample.run("settle")]
    #expect(titles(of: table(alike)) == ["strategy", "blank", "not sharp", "image memory"])
    #expect(titles(of: table(alike, .wide)).contains("fits"))
    #expect(titles(of: table([Sample.run("none")])).contains("fits"), "of one strategy nothing is alike")
  }

  @Test func `rows begin with the recommended one, then go by what is missed; references come last`() {
    let result = Sample.result(
      runs: [
        Sample.run("keep-all", blank: 0), Sample.failed("settle", .crashed, nil),
        Sample.run("none", blank: 0.3), Sample.run("screens", blank: 0.002, images: 90e6),
        Sample.run("apple-sample", blank: 0.004, images: 40e6),
      ])
    let table = ResultTable(result, recommendation: Recommendation(result)).table
    #expect(
      table.rows.map { $0.cells[0].text } == ["apple-sample", "screens", "none", "settle", "keep-all (ref.)"])
    #expect(table.rows.map(\.standing) == [.recommended, .plain, .plain, .plain, .reference])
  }

  @Test func `a replay's avoidable blank is estimated, and nothing is judged by it`() throws {
    var replay = Sample.result(
      runs: [
        Sample.run("none", blank: 0.10), Sample.run("none", iteration: 1, blank: 0.12),
        Sample.run("settle", blank: 0.01),
      ])
    replay.changeRuns { $0.bounds = ["scrollBlankRatio": 0.03, "cacheHitRate": 0.5] }
    let table = ResultTable(replay, columns: .wide)
    #expect(try texts(in: table, "avoidable est.") == ["0.0 %", "8.0 %"], "never below nothing")
    #expect(
      table.notes.contains {
        $0.hasPrefix("Avoidable blank is an estimate from this machine's costs")
          && $0.contains("1 of 3 runs left less blank area than the estimate calls possible")
      })
    #expect(try best(of: table, "avoidable est.") == [])
    // No metric, so that neither limits nor baselines know it.
    #expect(Metric.named("estimatedAvoidableBlank") == nil)
    #expect(replay.metricDefinitions["avoidableBlankRatio"] == nil)
    replay.mode = .model
    #expect(!titles(of: ResultTable(replay, columns: .wide)).contains("avoidable est."))
  }

  @Test func `columns are named by their titles and by metrics, in any order`() throws {
    let names = ["decodeMs.p50", "hit-rate", "Not Sharp", "cancelledQueued", "reloadedCells"]
    let table = table([Sample.run("none", hit: 0.25)], .named(names))
    #expect(
      titles(of: table)
        == ["strategy", "decodeMs.p50", "hit rate", "not sharp", "cancelledQueued", "reloaded"])
    #expect(table.table.rows[0].cells.dropFirst().map(\.full) == ["20 ms", "25.0 %", "10.0 %", "1", "–"])
    #expect(names.allSatisfy { Document.Columns.isKnown($0) })
    #expect(
      ["", "sharp", "decodeMs", "decodeMs.p42", "decodes.p50"].allSatisfy { !Document.Columns.isKnown($0) })
  }

  @Test func `what goes over the budget, or grows, is marked`() throws {
    let table = ResultTable(
      Sample.result(
        budget: 50_000_000,
        runs: [
          Sample.run("none", images: 50e6), Sample.run("screens", images: 50_000_001),
          Sample.run("settle", images: 1, growth: Sample.growth(.growing, bytesPerLap: 1)),
          Sample.run("keep-all", images: 60e6),
        ]))
    #expect(try texts(in: table, "fits") == ["grows", "yes", "over", "over"])
    #expect(try cells(in: table, "fits").map(\.tone) == [.bad, .plain, .bad, .plain])
  }

  @Test func `an iteration that failed is reported, and the others count`() throws {
    let runs = [Sample.run("none", hit: 0.4), Sample.failed("none", .crashed, "signal 11", iteration: 1)]
    let table = table(runs, .wide)
    #expect(try texts(in: table, "hit rate") == ["40.0 %"])
    #expect(
      table.notes == [
        "1 of 2 iterations of none did not complete; fling/none/released/fast/opportunistic/lru/urgency/1 "
          + "crashed: signal 11."
      ])
  }

  @Test func `only what differs between runs names rows`() {
    /// The titles of the columns that name rows, and the names of each row.
    func names(_ runs: [RunRecord]) -> [[String]] {
      let table = table(runs).table
      let count = table.columns.prefix { $0.title != "fits" && $0.kind == .word }.count
      return [table.columns.prefix(count).map(\.title)]
        + table.rows.map { $0.cells.prefix(count).map(\.text) }
    }
    #expect(names([Sample.run("none"), Sample.run("settle")]) == [["strategy"], ["none"], ["settle"]])
    let different = [
      Sample.run("screens", parameters: ["leading": 2, "trailing": 1]),
      Sample.run("screens", parameters: ["leading": 2.5, "trailing": 1], cells: "retained"),
    ]
    #expect(
      names(different) == [
        ["strategy", "cells"], ["screens(leading=2)", "released"], ["screens(leading=2.5)", "retained"],
      ])
  }

  @Test func `values that print alike are the best together, unless all do, or there is only one`() throws {
    let images = table([
      Sample.run("none", images: 50_100_000), Sample.run("settle", images: 49_900_000),
      Sample.run("screens", images: 70e6),
    ])
    #expect(try best(of: images, "image memory") == [0, 1])
    #expect(!table([Sample.run("none"), Sample.run("settle")]).table.marksBest)
    #expect(!table([Sample.run("none")]).table.marksBest, "it has nothing to be better than")
  }

  @Test func `a bound is never the best, nor is a missing value`() throws {
    let runs = [
      Sample.run("keep-all", hit: 1), Sample.run("none", hit: nil), Sample.run("settle", hit: 0.2),
      Sample.run("screens", hit: 0.1),
    ]
    let table = table(runs, .wide)
    #expect(table.table.rows.map { $0.cells[0].text } == ["none", "settle", "screens", "keep-all (ref.)"])
    #expect(try best(of: table, "hit rate") == [1])
  }

  @Test func `laps bring the verdict on growth and the bytes per lap`() throws {
    let table = table([
      Sample.run("screens", growth: Sample.growth(.flat, bytesPerLap: 0)),
      Sample.run("screens", cells: "retained", growth: Sample.growth(.growing, bytesPerLap: 1_368_900)),
    ])
    #expect(try texts(in: table, "growth")[1] == "growing")
    #expect(try texts(in: table, "per lap")[1] == "1.4 MB")
    #expect(try best(of: table, "growth") == [0])
  }

  @Test func `growth outside of the images and warnings are reported`() {
    var run = Sample.run("screens", growth: Sample.growth(.growing, bytesPerLap: 0))
    run.warnings = ["The mark could not be reset.", "Another."]
    #expect(
      table([run]).notes == [
        "A run that grows by 0 B a lap grows outside its images, in the rest of the process.",
        "The result has 2 warnings, the first from fling/screens/released/fast/opportunistic/lru/urgency/0: "
          + "The mark could not be reset.",
      ])
    run.warnings.removeLast()
    #expect(
      table([run]).notes.last
        == "The result has a warning, from fling/screens/released/fast/opportunistic/lru/urgency/0: "
        + "The mark could not be reset.")
  }

  @Test func `a little more than the budget in all is not said to be the budget`() {
    var run = Sample.run("screens", images: 100e6)
    run.peakScratchPhoto = "a.jpg"
    run.metrics["peakScratchBytes"] = 50_300_000
    #expect(
      table([run]).notes == [
        "Decoders' working memory comes on top of image memory: up to 50 MB, for photo a.jpg; screens takes "
          + "up to 150.3 MB in all, more than the budget of 150 MB."
      ])
  }

  @Test(
    arguments: [
      (RunRecord.Status.crashed, "crashed: why"), (.timedOut, "timed out: why"),
      (.outOfMemory, "out of memory: why"), (.notRun, "not run: why"),
    ])
  func `a run that did not complete says how and why`(status: RunRecord.Status, text: String) {
    let row = table([Sample.failed("none", status, "why")]).table.rows[0]
    #expect(row.cells.map(\.text) == ["none", text])
    #expect(row.cells.last?.tone == .bad)
  }

  private func table(_ runs: [RunRecord], _ columns: Document.Columns = .deciding) -> ResultTable {
    ResultTable(Sample.result(runs: runs), columns: columns)
  }

  private func titles(of table: ResultTable) -> [String] { table.table.columns.map(\.title) }

  private func cells(in table: ResultTable, _ column: String) throws -> [Document.Cell] {
    let place = try #require(titles(of: table).firstIndex(of: column))
    return table.table.rows.map { $0.cells[place] }
  }

  private func texts(in table: ResultTable, _ column: String) throws -> [String] {
    try cells(in: table, column).map(\.full)
  }

  private func best(of table: ResultTable, _ column: String) throws -> [Int] {
    let cells = try cells(in: table, column)
    return cells.indices.filter { cells[$0].tone == .best }
  }
}
