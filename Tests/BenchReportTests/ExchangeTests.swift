import BenchReport
import Foundation
import Testing

@testable import ScrollSim

@Suite struct ExchangeTests {
  @Test func `benchmark lines name the combination, and repeat for each iteration`() throws {
    let result = Sample.result(
      runs: (0..<3).map { Sample.run("screens", parameters: ["leading": 2], iteration: $0, hit: 0.5) })
    let lines = try ExchangeFormat.benchfmt.render(result).split(separator: "\n")
    let benchmarks = lines.filter { $0.hasPrefix("Benchmark") }
    #expect(benchmarks.count == 3)
    let name =
      "BenchmarkFling/strategy=screens/leading=2/cells=released/resize=fast/delivery=opportunistic/eviction=lru/order=urgency"
    #expect(benchmarks.allSatisfy { $0.hasPrefix("\(name)\t1\t") && $0.contains("\t0.5 cacheHitRate") })
    #expect(lines.contains("Unit cacheHitRate better=higher"))
    #expect(lines.contains("Unit duplicateDecodes better=lower assume=exact"))
    var model = result
    model.mode = .model
    #expect(
      try ExchangeFormat.benchfmt.render(model).contains("Unit cacheHitRate better=higher assume=exact\n"))
    #expect(lines.contains("Unit decodeMs.p95 better=lower"))
  }

  @Test func `benchmark names have no spaces, and values are numbers, of runs that were measured`() throws {
    let result = Sample.result(name: "two words\nand a line", runs: Sample.fling.runs)
    for line in try ExchangeFormat.benchfmt.render(result).split(separator: "\n")
    where line.hasPrefix("Benchmark") {
      let fields = line.split(separator: "\t")
      #expect(!fields[0].contains { $0.isWhitespace } && !line.contains("directional"))
      for field in fields.dropFirst(2) {
        let parts = field.split(separator: " ")
        #expect(parts.count == 2 && Double(parts[0])?.isFinite == true)
      }
    }
  }

  @Test func `JUnit errs if a run was not measured and fails if a limit is broken`() throws {
    let result = Sample.result(
      name: "<script>", limits: ["blankAreaRatio": .number(0.1)],
      runs: [
        Sample.run("screens", blank: 0.05), Sample.run("none", blank: 0.4),
        Sample.failed("settle", .crashed, "signal 11 & more"),
      ])
    let text = try ExchangeFormat.junit.render(result)
    #expect(text.contains("tests=\"3\" failures=\"1\" errors=\"1\""))
    #expect(text.contains("<failure message=\"fling/none/"))
    #expect(text.contains("signal 11 &amp; more"))
    #expect(!text.contains("<script>"))
  }

  private static func events(of run: RunRecord) throws -> [[String: Any]] {
    let text = try ExchangeFormat.traceEvents.render(Sample.result(runs: [run]))
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    return try #require(object?["traceEvents"] as? [[String: Any]])
  }

  @Test func `trace events have frames, decodes by worker and counters, in microseconds`() throws {
    var run = Sample.run("screens")
    var log = DecodeLog()
    (log.beginMs, log.endMs, log.kind, log.worker) = ([1, 2], [11, 32], [0, 1], [0, 1])
    (log.waitFrame, log.waitMs) = ([1], [50])
    (log.assets, log.files, log.asset, log.source) = (["9f3a"], ["IMG_1.JPG"], [0, 0], [0, 3])
    (log.byteCount, log.seenFrame) = ([500, 900], [-1, 3])
    run.decodes = log
    run.blankCells = BlankLog([
      BlankCell(
        item: 7, asset: "9f3a", appearedMs: run.timeline.timeMs[1], blankMs: 30, cause: .queuedBehind,
        sinceMs: 20, queueMs: 10, decodeMs: 30, behindVisible: 2, behindCached: 1),
      BlankCell(item: 8, asset: "88b0", appearedMs: run.timeline.timeMs[1], blankMs: 30, cause: .neverWanted),
    ])
    let events = try Self.events(of: run)
    let slices = events.filter { $0["ph"] as? String == "X" }
    let prefetch = try #require(slices.first { $0["name"] as? String == "prefetch" })
    #expect(prefetch["ts"] as? Double == 2000 && prefetch["dur"] as? Double == 30000)
    let origin = try #require(prefetch["args"] as? [String: Any])
    #expect(origin["photo"] as? String == "IMG_1.JPG" && origin["source"] as? String == "network")
    #expect(origin["image bytes"] as? Double == 900)
    let frames = slices.filter { ($0["name"] as? String)?.hasPrefix("frame ") == true }
    #expect(frames.count == run.timeline.timeMs.count)
    // The run waited 50 ms before frame 1.
    #expect(frames[1]["ts"] as? Double == (run.timeline.timeMs[1] + 50) * 1000)
    #expect(events.contains { $0["ph"] as? String == "C" && $0["name"] as? String == "image bytes" })
    #expect(events.contains { ($0["args"] as? [String: Any])?["name"] as? String == "decode worker 2" })
    // The cell appeared with frame 1, and its image had been wanted for 20 ms.
    let cell = try #require(slices.first { $0["name"] as? String == "cell 7: queued" })
    let wanted = (run.timeline.timeMs[1] + 50 - 20) * 1000
    #expect(cell["ts"] as? Double == wanted && cell["dur"] as? Double == 50_000)
    let arguments = try #require(cell["args"] as? [String: Any])
    #expect(arguments["why"] as? String == "queued: wanted, but no decoder was free")
    #expect(slices.contains { $0["name"] as? String == "queue" && $0["dur"] as? Double == 10_000 })
    // Both are blank at once, in separate lanes; an image that never came has no flow.
    let other = try #require(slices.first { $0["name"] as? String == "cell 8: never wanted" })
    #expect(other["tid"] as? Int != cell["tid"] as? Int)
    #expect(slices.contains { $0["name"] as? String == "down" })
  }

  @Test func `a flow leads from a blank cell to the decode of its image and the frame that showed it`() throws
  {
    var run = Sample.run("screens")
    var log = DecodeLog()
    (log.beginMs, log.endMs, log.kind, log.worker) = ([5, 40], [10, 60], [0, 0], [0, 1])
    (log.assets, log.asset, log.source) = (["IMG_1"], [0, 0], [0, 0])
    (log.byteCount, log.seenFrame) = ([500, 500], [-1, 5])
    run.decodes = log
    run.blankCells = BlankLog([
      BlankCell(item: 7, asset: "IMG_1", appearedMs: 33.333, blankMs: 40, cause: .evictedEarly, loss: .budget)
    ])
    let events = try Self.events(of: run)
    let flow = events.filter { ["s", "t", "f"].contains($0["ph"] as? String) }
    #expect(flow.map { $0["ph"] as? String } == ["s", "t", "f"])
    #expect(
      flow.map { $0["ts"] as? Double } == [33_333, 50_000, run.timeline.timeMs[5] * 1000], "the later decode")
    #expect(Set(flow.map { $0["id"] as? Int }).count == 1)
  }

  @Test(arguments: [1e300, -1, 0.5, 1e9])
  func `a decode of an impossible worker or kind leaves trace events whole`(number: Double) throws {
    var run = Sample.run("screens")
    var log = DecodeLog()
    (log.beginMs, log.endMs, log.kind, log.worker) = ([1, 2], [11, 32], [number, 1], [0, number])
    (log.assets, log.asset, log.source) = (["IMG_1"], [0, 0], [0, 0])
    (log.byteCount, log.seenFrame) = ([500, 900], [-1, number])
    run.decodes = log
    run.blankCells = BlankLog([
      BlankCell(item: 7, asset: "IMG_1", appearedMs: 12, blankMs: 10, cause: .decoding)
    ])
    let text = try ExchangeFormat.traceEvents.render(Sample.result(runs: [run]))
    #expect(text.contains("decode worker 1") && !text.contains("decode worker 2"))
    #expect(text.contains("\"image\"") && !text.contains("\"prefetch\""))
  }

  @Test func `frames, decodes and blank cells are rows of CSV`() throws {
    var run = Sample.run("screens")
    run.blankCells = BlankLog([
      BlankCell(
        item: 7, asset: "a,b", appearedMs: 33.333, blankMs: 40, cause: .evictedEarly, loss: .budget,
        sinceMs: 5)
    ])
    let result = Sample.result(runs: [run])
    let cells = try ExchangeFormat.csvBlankCells.render(result).split(separator: "\r\n")
    #expect(
      cells == [
        "run,item,file,asset,appeared_ms,blank_ms,cause,loss,since_ms,queue_ms,decode_ms,behind_visible,behind_cached",
        "\(run.id),7,,\"a,b\",33.333,40,evictedEarly,budget,5,,,,",
      ])
    let frames = try ExchangeFormat.csvFrames.render(result).split(separator: "\r\n")
    #expect(frames.count == 1 + run.timeline.timeMs.count)
    #expect(frames[0].hasSuffix(",resident_bytes,load"))
    #expect(frames[1].hasSuffix(","), "this run is from before the load was noted")
    run.timeline.load = run.timeline.timeMs.map { _ in 0.25 }
    let loaded = Sample.result(runs: [run])
    #expect(try ExchangeFormat.csvFrames.render(loaded).split(separator: "\r\n")[1].hasSuffix(",0.25"))
    #expect(try ExchangeFormat.csvDecodes.render(result).hasPrefix("run,begin_ms,end_ms,"))
  }

  @Test func `what a recording does not tell is empty, and has no line on its page`() throws {
    var run = Sample.run("Photos")
    for isSharpnessKnown in [true, false] {
      if !isSharpnessKnown { run.metrics["notSharpAreaRatio"] = .some(nil) }
      let result = Sample.result(mode: .watch, runs: [run])
      let rows = try ExchangeFormat.csvFrames.render(result).split(separator: "\r\n")
      #expect(rows[1].hasSuffix(isSharpnessKnown ? ",0.25,0,,," : ",0.25,,,,"), "\(rows[1])")
      let events = try ExchangeFormat.traceEvents.render(result)
      #expect(events.contains("blank share") && !events.contains(" bytes"))
      #expect(events.contains("blurred share") == isSharpnessKnown)
      #expect(Document([result]).html().contains("blank or not sharp") == isSharpnessKnown)
    }
    run.timeline.unknownShare = run.timeline.timeMs.map { _ in 0 }
    run.timeline.unknownShare?[0] = 1
    let result = Sample.result(mode: .watch, runs: [run])
    let rows = try ExchangeFormat.csvFrames.render(result).split(separator: "\r\n")
    #expect(rows[1].hasSuffix(",,,,,") && rows[2].hasSuffix(",0.25,,,,"), "\(rows.prefix(3))")
    let shares = try ExchangeFormat.traceEvents.render(result).split(separator: "\n").filter {
      $0.contains("blank share")
    }
    #expect(shares.count == run.timeline.timeMs.count - 1)
    #expect(Document([result]).html().contains("across unknown frames"))
  }
}
