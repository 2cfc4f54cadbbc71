import BenchReport
import Foundation
import Testing

/// What other tools read of a result.
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

  @Test func `benchmark names have no spaces, and values are numbers`() throws {
    let result = Sample.result(name: "two words\nand a line", runs: Sample.fling.runs)
    for line in try ExchangeFormat.benchfmt.render(result).split(separator: "\n")
    where line.hasPrefix("Benchmark") {
      let fields = line.split(separator: "\t")
      #expect(!fields[0].contains { $0.isWhitespace })
      for field in fields.dropFirst(2) {
        let parts = field.split(separator: " ")
        #expect(parts.count == 2 && Double(parts[0])?.isFinite == true)
      }
    }
  }

  @Test func `a run that was not measured is in no list of numbers`() throws {
    for format in [ExchangeFormat.benchfmt, .bmf, .openmetrics, .customSmallerIsBetter] {
      #expect(try !format.render(Sample.fling).contains("directional"))
    }
  }

  @Test func `the action gets each metric in the list of its direction, with the range over iterations`()
    throws
  {
    let runs = [0.25, 0.5, 0.75].enumerated().map { Sample.run("screens", iteration: $0, hit: $1) }
    let result = Sample.result(runs: runs)
    let bigger = try entries(.customBiggerIsBetter, result)
    let smaller = try entries(.customSmallerIsBetter, result)
    let hit = try #require(bigger.first { ($0["name"] as? String)?.hasSuffix(" cacheHitRate") == true })
    #expect(
      hit["value"] as? Double == 0.5 && hit["range"] as? String == "± 0.25"
        && hit["unit"] as? String == "rate")
    #expect(smaller.contains { ($0["name"] as? String)?.hasSuffix(" blankAreaRatio") == true })
    let names = Set((bigger + smaller).compactMap { $0["name"] as? String })
    #expect(names.count == bigger.count + smaller.count)
    #expect(!names.contains { $0.hasSuffix(" appearances") })
  }

  @Test func `Bencher gets medians with the least and the greatest`() throws {
    let runs = [0.25, 0.5, 0.75].enumerated().map { Sample.run("none", iteration: $0, hit: $1) }
    let text = try ExchangeFormat.bmf.render(Sample.result(runs: runs))
    let object =
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: [String: [String: Double]]]
    let measures = try #require(object?["fling/none/released/fast/opportunistic/lru/urgency"])
    #expect(measures["cacheHitRate"] == ["value": 0.5, "lower_value": 0.25, "upper_value": 0.75])
  }

  @Test func `OpenMetrics has base units at the end of names, and ends with its mark`() throws {
    var result = Sample.result(name: "a\"b\\c\nd", runs: [Sample.run("none", settleMs: 250, resident: 5e6)])
    result.runs[0].distributions["decodeMs"] = Distribution(of: [20])
    let text = try ExchangeFormat.openmetrics.render(result)
    #expect(text.hasSuffix("\n# EOF\n"))
    let label = #"scenario="a\"b\\c\nd""#
    #expect(text.contains("\nscrollsim_settle_to_full_seconds{\(label),"))
    let lines = text.split(separator: "\n")
    #expect(lines.contains { $0.hasPrefix("scrollsim_settle_to_full_seconds{") && $0.hasSuffix("} 0.25") })
    #expect(lines.contains { $0.hasPrefix("scrollsim_peak_resident_bytes{") && $0.hasSuffix("} 5000000") })
    #expect(
      lines.contains { $0.hasPrefix("scrollsim_decode_seconds{") && $0.hasSuffix("quantile=\"0.95\"} 0.02") })
    #expect(lines.contains("# UNIT scrollsim_decode_seconds seconds"))
    let families = lines.filter { $0.hasPrefix("# TYPE") }
    #expect(Set(families).count == families.count)
  }

  @Test func `JUnit errs where a run was not measured and fails where a limit is broken`() throws {
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

  @Test func `trace events have frames, decodes by worker and counters, in microseconds`() throws {
    var run = Sample.run("screens")
    var log = DecodeLog()
    (log.beginMs, log.endMs, log.kind, log.worker) = ([1, 2], [11, 32], [0, 1], [0, 1])
    (log.waitFrame, log.waitMs) = ([1], [50])
    (log.assets, log.asset, log.source) = (["IMG_1"], [0, 0], [0, 3])
    run.decodes = log
    let text = try ExchangeFormat.traceEvents.render(Sample.result(runs: [run]))
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    let events = try #require(object?["traceEvents"] as? [[String: Any]])
    let slices = events.filter { $0["ph"] as? String == "X" }
    let prefetch = try #require(slices.first { $0["name"] as? String == "prefetch" })
    #expect(prefetch["ts"] as? Double == 2000 && prefetch["dur"] as? Double == 30000)
    let origin = prefetch["args"] as? [String: String]
    #expect(origin == ["asset": "IMG_1", "source": "network"])
    let frames = slices.filter { ($0["name"] as? String)?.hasPrefix("frame ") == true }
    #expect(frames.count == run.timeline.timeMs.count)
    // The run waited 50 ms before frame 1.
    #expect(frames[1]["ts"] as? Double == (run.timeline.timeMs[1] + 50) * 1000)
    #expect(events.contains { $0["ph"] as? String == "C" && $0["name"] as? String == "image bytes" })
    #expect(events.contains { ($0["args"] as? [String: Any])?["name"] as? String == "decode worker 2" })
  }

  private func entries(_ format: ExchangeFormat, _ result: ResultFile) throws -> [[String: Any]] {
    let text = try format.render(result)
    return try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]])
  }
}
