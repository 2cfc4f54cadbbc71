import BenchReport
import TestSupport
import Testing

@testable import ScrollSim

/// Results on disk.
struct ResultFileTests {
  private let folder = TemporaryFolder()

  @Test func `a written result is read back`() throws {
    let path = folder.file("deep/fling.replay.json")
    var result = Sample.fling
    result.scenario.limits = ["growth": .word("flat"), "cacheHitRate": .number(0.8)]
    result.runs[2] = Sample.explained
    try result.write(to: path)
    #expect(try ResultFile.read(path: path) == result)
    #expect(try folder.text("deep/fling.replay.json") == result.json() + "\n")
    try Sample.result(runs: [Sample.run("none", hit: nil)]).write(to: path)
    let metrics = try #require(try ResultFile.read(path: path).runs.first?.metrics)
    #expect(metrics["cacheHitRate"] == .some(.none) && metrics["zest"] == nil, "null and absent")
    // Equal results are equal bytes, with plain slashes.
    let text = try Sample.fling.json()
    #expect(try Sample.fling.json() == text)
    #expect(text.contains("\"fling/none/released/fast/opportunistic/lru/urgency/0\""))
    #expect(!text.contains("\\/"))
  }

  @Test(arguments: [Double.nan, .infinity])
  func `a number that is not finite is never written`(number: Double) {
    var result = Sample.fling
    result.runs[1].metrics["cacheHitRate"] = number
    let error = #expect(throws: ResultFileError.self) { try result.write(to: folder.file("a.json")) }
    #expect(error?.keyPath == "runs[1].metrics.cacheHitRate" && !folder.has("a.json"))
    result = Sample.fling
    result.runs[1].timeline.blankShare[2] = number
    let frame = #expect(throws: ResultFileError.self) { try result.json() }
    #expect(frame?.keyPath == "runs[1].timeline.blankShare[2]")
  }

  @Test func `a timeline has a line for each column, and comes back as it was`() throws {
    var result = Sample.fling
    let values = [0, 1, 0.1, 1e-7, 1e21, -0.25, 123_456_789.125]
    result.runs[0].timeline = Timeline(
      timeMs: values, offset: values, velocity: values, blankShare: values, blurredShare: values,
      imageBytes: values, residentBytes: values)
    var log = DecodeLog()
    (log.beginMs, log.endMs, log.kind, log.worker) = ([0, 1.5], [20.25, 30], [0, 2], [0, 1])
    log.assets = ["a/\"b\""]
    (log.asset, log.source, log.byteCount, log.seenFrame) = ([0, 0], [0, 1], [400, 0], [3, -1])
    result.runs[2].decodes = log
    // Texts that look like a timeline, or like the mark in its place, stay texts.
    result.runs[0].warnings = ["\n      \"timeline\" : {\n      }", "\"timeline\" : \"columns\"", "columns"]
    let text = try result.json()
    #expect(text.contains("\n        \"velocity\" : [0,1,0.1,1e-07,1e+21,-0.25,123456789.125]\n"))
    #expect(text.contains("\n        \"endMs\" : [20.25,30],\n"))
    #expect(log.asset(ofRow: 1) == "a/\"b\"" && log.source(ofRow: 1) == .embeddedThumbnail)
    try result.write(to: folder.file("a.json"))
    #expect(try ResultFile.read(path: folder.file("a.json")) == result)
    // The load of each frame is a column, if anything was decoded.
    #expect(!text.contains("\"load\" : ["))
    result.runs[0].timeline.load = result.runs[0].timeline.timeMs.map { $0 / 1000 }
    try result.write(to: folder.file("new.json"))
    #expect(try ResultFile.read(path: folder.file("new.json")) == result)
    result.runs[0].timeline.load?.removeLast()
    let count = try #require(result.runs[0].timeline.load?.count)
    #expect(result.problem?.contains("load \(count)") == true)
  }

  @Test func `a file that is not there is named, and a folder that cannot be made`() {
    let error = #expect(throws: ResultFileError.self) { try ResultFile.read(path: folder.file("none.json")) }
    #expect(
      error?.description
        == "\(folder.file("none.json")): expected a result file, but there is none; "
        + "`scrollsim run` says where it writes its results")
    let unmade = #expect(throws: ResultFileError.self) { try Sample.fling.write(to: "/dev/null/a.json") }
    #expect(unmade?.path == "/dev/null/a.json")
  }

  private static let unreadable = rows(
    """
    scrollsim.result/1 | scrollsim.result/2 | schema | expected "scrollsim.result/1", found "scrollsim.result/2"
    scrollsim.result/1 | scrollsim.advice/1 | schema | expected "scrollsim.result/1", found "scrollsim.advice/1"; name a file that 'scrollsim run' wrote
    "cells" : "released" | "cells" : 5 | runs[0].cells | expected a text, found a number; run the scenario again
    "cpu" : "Test CPU", |  | provenance.cpu | expected
    "cores" : 2 | "cores" : null | provenance.cores | expected
    """)

  @Test(arguments: unreadable)
  func `what cannot be read is named by its key path, with what was expected there`(row: [String]) throws {
    let error = refusal(of: try Sample.fling.json().replacing(row[0], with: row[1]))
    #expect(error?.keyPath == row[2] && error?.reason.hasPrefix(row[3]) == true)
  }

  @Test func `blank cells come back as they were, in the order in which they appeared`() throws {
    let cells = [
      BlankCell(
        item: 9, asset: "b", appearedMs: 20, blankMs: 5, cause: .queuedBehind, sinceMs: 1, queueMs: 2,
        decodeMs: 3, behindVisible: 0, behindCached: 4),
      BlankCell(item: 8, asset: "a\"", appearedMs: 10, blankMs: 0, cause: .evictedEarly, loss: .dropped),
    ]
    var result = Sample.fling
    result.runs[1].blankCells = BlankLog(cells)
    try result.write(to: folder.file("blank.json"))
    let read = try ResultFile.read(path: folder.file("blank.json"))
    #expect(read == result && read.runs[1].knownBlankCells == cells.reversed())
    #expect(read.runs[0].knownBlankCells.isEmpty)
    result.runs[1].blankCells?.cause[0] = 99
    #expect(result.runs[1].knownBlankCells.count == 1, "a cause of a later version")
    result.runs[1].blankCells?.loss.removeLast()
    #expect(result.problem?.hasPrefix("expected the blankCells of run ") == true)
  }

  @Test func `columns of a timeline must be equally long, and metrics defined`() throws {
    var result = Sample.fling
    result.runs[0].timeline.velocity.removeLast()
    let error = refusal(of: try result.json())
    #expect(error?.reason.contains("fling/none/released/fast/opportunistic/lru/urgency/0") == true)
    result = Sample.fling
    result.metricDefinitions["decodes"] = nil
    let one = refusal(of: try result.json())
    #expect(one?.reason.hasPrefix("expected metricDefinitions to say what decodes of run fling/") == true)
    result.metricDefinitions = [:]
    #expect(refusal(of: try result.json()) != nil)
  }

  @Test(arguments: [
    "", "{", "[]", "null", "5", "\u{0}", "{\"schema\":\"scrollsim.result/1\"}", "{\"schema\":1}",
    String(repeating: "[", count: 100_000), "{\"schema\":\"scrollsim.result/1\",\"runs\":[{}]}",
  ])
  func `what is not a result is refused with a reason`(text: String) {
    let error = refusal(of: text)
    #expect(error?.path?.hasSuffix("bad.json") == true && error?.reason.isEmpty == false)
  }

  @Test func `a file cut anywhere is refused`() throws {
    let bytes = Array(try Sample.result(runs: [Sample.failed("none", .crashed, "signal 11")]).json().utf8)
    for length in stride(from: 0, to: bytes.count - 1, by: 97) {
      #expect(refusal(of: String(decoding: bytes.prefix(length), as: UTF8.self)) != nil)
    }
  }

  private func refusal(of text: String) -> ResultFileError? {
    #expect(throws: ResultFileError.self) {
      _ = try ResultFile.read(path: folder.write(text, as: "bad.json"))
    }
  }
}
