import BenchReport
import Testing

@testable import ScrollSim

struct JudgementTests {
  @Test func `a result in which everything was measured and every limit holds passes`() {
    let result = Sample.result(
      limits: ["peakResidentBytes": .number(100e6), "cacheHitRate": .number(0.5), "growth": .word("flat")],
      runs: [
        Sample.run("screens", hit: 0.5, resident: 100e6, growth: Sample.growth(.flat, bytesPerLap: 0))
      ])
    #expect(result.judged == .pass && result.brokenLimits.isEmpty && result.unmeasured.isEmpty)
    let bound = Sample.result(
      limits: ["peakResidentBytes": .number(400e6), "growth": .word("flat")],
      runs: [Sample.run("keep-all", resident: 900e6)])
    #expect(bound.judged == .pass, "a bound breaks no limit")
  }

  @Test func `a limit is the most that passes of what should be low, the least of what should be high`() {
    let low = Sample.result(
      limits: ["peakResidentBytes": .number(400e6)],
      runs: [Sample.run("none", resident: 400e6), Sample.run("screens", resident: 400_400_000)])
    #expect(low.judged == .limitBroken)
    #expect(
      low.brokenLimits.map(\.text) == [
        "fling/screens/released/fast/opportunistic/lru/urgency/0: peakResidentBytes is 400.4 MB, "
          + "but the scenario asks for at most 400 MB."
      ])
    let high = Sample.result(
      limits: ["cacheHitRate": .number(0.8)],
      runs: [Sample.run("none", hit: 0.79), Sample.run("settle", hit: 0.9)])
    #expect(
      high.brokenLimits.map(\.text) == [
        "fling/none/released/fast/opportunistic/lru/urgency/0: cacheHitRate is 79 %, "
          + "but the scenario asks for at least 80 %."
      ])
  }

  @Test(arguments: [
    ("flat", GrowthRecord.Verdict.flat, ResultFile.Verdict.pass), ("flat", .saturating, .limitBroken),
    ("flat", .growing, .limitBroken), ("flat", .inconclusive, .notMeasured),
    ("saturating", .flat, .pass), ("saturating", .saturating, .pass),
    ("saturating", .growing, .limitBroken),
  ])
  func `growth is limited by a word`(
    word: String, verdict: GrowthRecord.Verdict, expected: ResultFile.Verdict
  ) {
    let result = Sample.result(
      limits: ["growth": .word(word)],
      runs: [Sample.run("screens", growth: Sample.growth(verdict, bytesPerLap: 5))])
    #expect(result.judged == expected)
    let isSaid = result.brokenLimits.allSatisfy { $0.text.contains("images gain +5 B a lap") }
    #expect(isSaid, "\(result.brokenLimits)")
  }

  @Test func `a limit on what has no value, or without runs, was not measured`() {
    for (limits, runs) in [
      (["growth": .word("flat")], [Sample.run("screens")]), (["zest": .number(1)], [Sample.run("none")]),
      (["cacheHitRate": .number(0.8)], [Sample.run("none", hit: nil)]), ([:], []),
    ] as [([String: NumberOrWord], [RunRecord])] {
      #expect(Sample.result(limits: limits, runs: runs).judged == .notMeasured, "\(limits)")
    }
    // A model reports that a limit on what only replays measure cannot be judged.
    var run = Sample.run("none")
    run.metrics["hitchMsPerSecond"] = nil
    let result = Sample.result(mode: .model, limits: ["hitchMsPerSecond": .number(5)], runs: [run])
    #expect(result.judged == .notMeasured)
    #expect(
      result.unmeasured.map(\.text) == [
        "\(run.id): there is no value to compare with the limit on hitchMsPerSecond "
          + "(only runs in replay mode have one)."
      ])
  }

  @Test func `a run that did not complete was not measured`() {
    let result = Sample.result(
      limits: ["cacheHitRate": .number(0.8)],
      runs: [Sample.run("none", hit: 0.1), Sample.failed("settle", .timedOut, "no end after 60 s")])
    #expect(result.judged == .notMeasured)
    #expect(
      result.unmeasured.map(\.text) == [
        "fling/settle/released/fast/opportunistic/lru/urgency/0: timed out: no end after 60 s."
      ])
    #expect(result.brokenLimits.count == 1)
  }

  @Test func `an absent metric was not measured, a null was, and an unknown one is not missed`() {
    var run = Sample.run("none", hit: nil)
    #expect(Sample.result(runs: [run]).judged == .pass)
    run.metrics["cacheHitRate"] = nil
    var result = Sample.result(runs: [run])
    #expect(result.judged == .notMeasured)
    #expect(result.unmeasured.first?.text == "\(run.id): the metric cacheHitRate is missing.")
    run.metrics["decodes"] = nil
    #expect(
      Sample.result(runs: [run]).unmeasured.first?.text
        == "\(run.id): the metrics cacheHitRate and decodes are missing.")
    result.metricDefinitions["cacheHitRate"] = nil
    #expect(result.judged == .pass)
    // A distribution may be absent only if there was nothing to measure.
    run = Sample.run("none")
    run.distributions["decodeMs"] = nil
    #expect(Sample.result(runs: [run]).judged == .notMeasured)
    run.metrics["decodes"] = 0.0
    #expect(Sample.result(runs: [run]).judged == .pass)
  }
}
