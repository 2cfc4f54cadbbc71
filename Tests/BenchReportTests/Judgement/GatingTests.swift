import BenchReport
import Testing

@testable import ScrollSim

/// What decides a check, and what only informs.
struct GatingTests {
  private func check(
    _ gating: GatingMetrics? = nil, scenario: [String]? = nil, base: (inout RunRecord) -> Void = { _ in },
    head: (inout RunRecord) -> Void
  ) -> ScenarioCheck {
    var gate = GateSample.gate(GateSample.baseline(of: GateSample.model(base)))
    gate.gating = gating
    var result = GateSample.model(head)
    result.scenario.gate = scenario
    return gate.check(result)
  }

  @Test func `what hurts gates`() {
    let gates = Set(GatingMetrics.words.filter { GatingMetrics.standard.contains($0) })
    #expect(
      gates == [
        "growth", "peakImageBytes", "peakResidentBytes", "budgetExcessBytes", "blankAreaRatio",
        "scrollBlankRatio", "notSharpAreaRatio", "scrollNotSharpRatio", "coldStartMs", "settleToFullMs",
        "cacheHitRate", "hitchMsPerSecond", "decodes",
      ])
  }

  @Test func `better in what gates passes, whatever else gets worse`() {
    let check = check(
      base: {
        $0.metrics["peakImageBytes"] = 150e6
        $0.metrics["scrollBlankRatio"] = 0.01
        $0.metrics["prematureStops"] = 3
      },
      head: {
        $0.metrics["peakImageBytes"] = 107e6
        $0.metrics["scrollBlankRatio"] = 0
        $0.metrics["prematureStops"] = 6
        $0.distributions["decodeMs"] = Distribution(of: [90])
      })
    #expect(check.verdict == .improvement)
    let notice = check.findings.filter { $0.verdict == .notice }
    #expect(notice.map(\.metric) == ["prematureStops"], "a decode time is an input of a model")
  }

  @Test func `the scenario says what gates, and the command line says it instead`() {
    let worse: (inout RunRecord) -> Void = { $0.metrics["redecodes"] = 900 }
    #expect(check(head: worse).verdict == .pass)
    #expect(check(scenario: ["redecodes"], head: worse).verdict == .regression)
    #expect(check(scenario: ["all"], head: worse).verdict == .regression)
    #expect(check(GatingMetrics(["decodes"]), scenario: ["all"], head: worse).verdict == .pass)
    #expect(check(GatingMetrics(["default"]), head: { $0.metrics["decodes"] = 501 }).verdict == .regression)
    #expect(check(GatingMetrics(["redecodes"]), head: { $0.metrics["decodes"] = 501 }).verdict == .pass)
  }

  @Test func `growth gates unless other metrics are chosen`() {
    let growing: (inout RunRecord) -> Void = { $0.growth = Sample.growth(.growing, bytesPerLap: 5) }
    #expect(check(head: growing).verdict == .regression)
    #expect(check(GatingMetrics(["growth"]), head: growing).verdict == .regression)
    #expect(check(GatingMetrics(["decodes"]), head: growing).verdict == .pass)
  }

  @Test func `a metric's name stands for all its figures`() {
    #expect(GatingMetrics(["queueMs"]).contains("queueMs.p95"))
    #expect(!GatingMetrics(["queueMs"]).contains("queueMsx"))
    #expect(GatingMetrics.words.contains("queueMs") && !GatingMetrics.words.contains("frameCount"))
  }

  @Test func `a tolerance of all holds for every metric without its own`() {
    var baseline = GateSample.baseline(of: GateSample.model())
    baseline.tolerances = ["all": Tolerance(relative: 0.01), "cacheHitRate": Tolerance(absolute: 0)]
    func verdict(_ change: (inout RunRecord) -> Void) -> CheckFile.Verdict {
      GateSample.gate(baseline).check(GateSample.model(change)).verdict
    }
    #expect(verdict { $0.metrics["decodes"] = 505 } == .pass)
    #expect(verdict { $0.metrics["decodes"] = 506 } == .regression)
    #expect(verdict { $0.metrics["cacheHitRate"] = 0.499 } == .regression)
  }
}
