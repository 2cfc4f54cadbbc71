import BenchReport
import Testing

@testable import ScrollSim

struct GateTests {
  @Test func `what equals its baseline passes, and says what was judged`() {
    let result = GateSample.model()
    let check = GateSample.gate(GateSample.baseline(of: result)).check(result, again: result)
    #expect(check.verdict == .pass && check.findings.isEmpty)
    for metric in ["peakImageBytes", "blankAreaRatio", "decodes", "growth", "duplicateDecodes"] {
      #expect(check.judged[metric] == 1, "\(metric)")
    }
    #expect(check.against?.reason == "the first")
  }

  @Test func `one decode more is a regression that names everything`() throws {
    let finding = try #require(GateSample.findings { $0.metrics["decodes"] = 501 }.first)
    #expect(finding.verdict == .regression && finding.rule == .exact)
    #expect(finding.run == GateSample.runID && finding.metric == "decodes")
    #expect(finding.base == 500 && finding.head == 501)
    #expect(finding.text == "decodes is 501, the baseline has 500 (+1, +0.2 %).")
    #expect(finding.advice.contains("--update --reason"))
  }

  @Test func `from zero, any worsening is a regression, with no percentage`() {
    let finding = GateSample.findings(
      base: { $0.metrics["scrollBlankRatio"] = 0 }, head: { $0.metrics["scrollBlankRatio"] = 0.01 }
    ).first
    #expect(finding?.verdict == .regression)
    #expect(finding?.text == "scrollBlankRatio is 1 %, the baseline has 0 % (+1.0 pp).")
  }

  @Test(
    arguments: [
      ("decodes", 499, .improvement), ("cacheHitRate", 0.6, .improvement), ("cancelledQueued", 7, .notice),
    ] as [(String, Double, Verdict)])
  func `what is better, whichever way that is, is an improvement, and what is neither a notice`(
    metric: String, value: Double, verdict: Verdict
  ) {
    #expect(GateSample.findings { $0.metrics[metric] = value }.map(\.verdict) == [verdict])
  }

  @Test func `a tolerance lets a metric get worse by that much and no more`() {
    let tolerances = ["decodes": Tolerance(relative: 0.02), "all": Tolerance(absolute: 3)]
    for (decodes, verdict) in [(510.0, Verdict.notice), (511, .regression)] {
      let findings = GateSample.findings(tolerances: tolerances) { $0.metrics["decodes"] = decodes }
      #expect(findings.map(\.verdict) == [verdict])
    }
    let slower = GateSample.findings(
      tolerances: tolerances, base: { $0.metrics["coldStartMs"] = 100 },
      head: { $0.metrics["coldStartMs"] = 103 })
    #expect(slower.map(\.verdict) == [.notice] && slower[0].text.contains("The baseline tolerates it."))
    // The tolerance `all` holds for every metric without its own.
    let all = ["all": Tolerance(relative: 0.01), "cacheHitRate": Tolerance(absolute: 0)]
    for (metric, value, verdict) in [
      ("decodes", 505, .notice), ("decodes", 506, .regression), ("cacheHitRate", 0.499, .regression),
    ] as [(String, Double, Verdict)] {
      #expect(GateSample.findings(tolerances: all) { $0.metrics[metric] = value }.map(\.verdict) == [verdict])
    }
  }

  @Test func `metrics that are missing, empty, no number or too small are not measured`() {
    let faults: [(inout RunRecord) -> Void] = [
      { $0.metrics["blankAreaRatio"] = nil }, { $0.metrics["blankAreaRatio"] = .some(nil) },
      { $0.metrics["blankAreaRatio"] = .nan }, { $0.metrics["decodes"] = 0 }, { $0.metrics["decodes"] = 24 },
      { $0.distributions["decodeMs"] = nil }, { $0.distributions["decodeMs"]?.n = 0 },
      { $0.status = .crashed }, { $0.growth = nil },
    ]
    for (place, fault) in faults.enumerated() {
      let finding = GateSample.findings(head: fault).first
      #expect(finding?.verdict == .notMeasured && finding?.rule == .measured, "fault \(place)")
      #expect(finding?.run == GateSample.runID)
    }
    // A share of something that no longer happens is only a notice.
    let informing = GateSample.findings(
      base: { $0.metrics["prefetchAccuracy"] = 0.5 }, head: { $0.metrics["prefetchAccuracy"] = .some(nil) })
    #expect(informing.map(\.verdict) == [.notice])
  }

  @Test func `what only a scenario or a baseline has is not measured, what it lacks fails if it gates`() {
    let result = GateSample.model()
    for expected in [[GateSample.runID, "fling/none/0"], []] {
      let gate = GateSample.gate(GateSample.baseline(of: result), expected: expected)
      #expect(gate.check(result).verdict == .notMeasured)
    }
    func verdict(_ change: (inout BaselineFile.Run?) -> Void) -> Verdict {
      var baseline = GateSample.baseline(of: result)
      change(&baseline.samples[0].runs[GateSample.runID])
      return GateSample.gate(baseline).check(result).verdict
    }
    #expect(verdict { $0?.values["zest"] = 3 } == .notMeasured)
    #expect(verdict { $0?.values["decodes"] = nil } == .notComparable)
    #expect(verdict { $0?.growth = nil } == .notComparable)
    #expect(verdict { $0?.values["redecodes"] = nil } == .pass, "new where it informs")
  }

  @Test func `without a baseline nothing can be compared, but invariants are still judged`() {
    #expect(GateSample.gate(nil).check(GateSample.model()).verdict == .notComparable)
    let check = GateSample.gate(nil).check(GateSample.model { $0.metrics["duplicateDecodes"] = 1 })
    #expect(check.verdict == .regression && check.findings.first?.rule == .invariant)
  }

  @Test func `models that differ break an invariant that names where, and a broken limit is a regression`() {
    let result = GateSample.model()
    let twice = GateSample.gate(GateSample.baseline(of: result)).check(
      result, again: GateSample.model { $0.metrics["decodes"] = 501 })
    #expect(twice.findings.map(\.rule) == [.invariant] && twice.findings.first?.metric == "decodes")
    var limited = GateSample.model { $0.metrics["peakImageBytes"] = 2e6 }
    limited.scenario.limits = ["peakImageBytes": .number(1e6)]
    let check = GateSample.gate(GateSample.baseline(of: limited)).check(limited)
    #expect(check.findings.map(\.rule) == [.limit] && check.findings.first?.base == 1e6)
    #expect(check.verdict == .regression)
  }

  @Test func `memory that begins to grow is a regression, memory that stops is an improvement`() throws {
    let flat = Sample.growth(.flat, bytesPerLap: 0)
    let growing = Sample.growth(.growing, bytesPerLap: 43_200)
    let worse = try #require(GateSample.findings { $0.growth = growing }.first)
    #expect(worse.rule == .growth && worse.verdict == .regression)
    #expect(worse.text.contains("Memory grows with every lap, the baseline's stays the same"))
    let better = GateSample.findings(base: { $0.growth = growing }, head: { $0.growth = flat })
    #expect(better.map(\.verdict) == [.improvement])
    let faster = GateSample.findings(
      base: { $0.growth = growing }, head: { $0.growth = Sample.growth(.growing, bytesPerLap: 50_000) })
    #expect(faster.map(\.verdict) == [.regression])
  }

  @Test func `other changes are told apart from those of the program`() {
    let result = GateSample.model()
    for (words, change) in [
      ("scenario file has changed", { $0.scenario.sha256 = "other" }),
      ("library holds other photos", { $0.library.sha256 = "other" }),
      ("cost table is", { $0.costs?.sha256 = "other" }),
    ] as [(String, (inout ResultFile) -> Void)] {
      var head = GateSample.model { $0.metrics["decodes"] = 900 }
      change(&head)
      let check = GateSample.gate(GateSample.baseline(of: result)).check(head)
      #expect(check.verdict == .notComparable && check.findings.map(\.verdict) == [.notComparable, .notice])
      #expect(check.findings.first?.text.contains(words) == true)
      #expect(check.findings.last?.base == 500 && check.findings.last?.head == 900)
    }
  }

  @Test func `a check weighs what was not measured most, then regressions, then the rest`() {
    let base = GateSample.model()
    func check(_ change: (inout RunRecord) -> Void, baseline: Bool = true) -> ScenarioCheck {
      GateSample.gate(baseline ? GateSample.baseline(of: base) : nil).check(GateSample.model(change))
    }
    let pass = check { _ in }
    let better = check { $0.metrics["decodes"] = 400 }
    let worse = check { $0.metrics["decodes"] = 600 }
    let absent = check { $0.metrics["decodes"] = nil }
    let alone = check({ _ in }, baseline: false)
    for (checks, isAdvisory, isStrict, code) in [
      ([pass], false, false, 0), ([pass, better], false, false, 0), ([pass, better], false, true, 4),
      ([alone, better], false, true, 5), ([alone, worse], false, false, 2),
      ([alone, worse, absent], false, false, 3), ([worse], true, false, 0), ([absent], true, false, 3),
      // A regression does not hide anything else that fails.
      ([worse, alone], true, false, 5), ([worse, better], true, true, 0), ([], false, false, 3),
    ] as [([ScenarioCheck], Bool, Bool, Int)] {
      let file = CheckFile(
        scenarios: checks, provenance: base.provenance, isAdvisory: isAdvisory, failsOnImprovement: isStrict)
      #expect(file.exitCode == code, "\(checks.map(\.verdict)), advisory: \(isAdvisory), strict: \(isStrict)")
    }
  }
}

/// The metrics that decide a check, and those that only inform.
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

  @Test func `what hurts gates, and a metric's name stands for all its figures`() {
    let queue = GatingMetrics(["queueMs"])
    #expect(queue.contains("queueMs.p95") && !queue.contains("queueMsx"))
    #expect(GatingMetrics.words.contains("queueMs") && !GatingMetrics.words.contains("frameCount"))
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
        $0.metrics.merge(["peakImageBytes": 150e6, "scrollBlankRatio": 0.01, "prematureStops": 3]) { $1 }
      },
      head: {
        $0.metrics.merge(["peakImageBytes": 107e6, "scrollBlankRatio": 0, "prematureStops": 6]) { $1 }
        $0.distributions["decodeMs"] = Distribution(of: [90])
      })
    #expect(check.verdict == .improvement)
    let notice = check.findings.filter { $0.verdict == .notice }
    #expect(notice.map(\.metric) == ["prematureStops"], "a decode time is an input of a model")
  }

  @Test func `the scenario says what gates, unless the command line does`() {
    let worse: (inout RunRecord) -> Void = { $0.metrics["redecodes"] = 900 }
    #expect(check(head: worse).verdict == .pass)
    #expect(check(scenario: ["redecodes"], head: worse).verdict == .regression)
    #expect(check(scenario: ["all"], head: worse).verdict == .regression)
    #expect(check(GatingMetrics(["decodes"]), scenario: ["all"], head: worse).verdict == .pass)
    #expect(check(GatingMetrics(["default"]), head: { $0.metrics["decodes"] = 501 }).verdict == .regression)
    #expect(check(GatingMetrics(["redecodes"]), head: { $0.metrics["decodes"] = 501 }).verdict == .pass)
    let growing: (inout RunRecord) -> Void = { $0.growth = Sample.growth(.growing, bytesPerLap: 5) }
    #expect(check(head: growing).verdict == .regression)
    #expect(check(GatingMetrics(["growth"]), head: growing).verdict == .regression)
    #expect(check(GatingMetrics(["decodes"]), head: growing).verdict == .pass)
  }

  @Test(arguments: ["avoidableBlankRatio", "hitchMsPerSecond", "decodeMs"])
  func `a check in which nothing that gates was measured does not pass`(metric: String) {
    let check = check(GatingMetrics([metric]), head: { $0.metrics["decodes"] = 501 })
    #expect(check.verdict == .notMeasured)
    #expect(check.findings[0].text == "No metric that gates was measured in model mode: nothing was judged.")
  }

  @Test func `an invariant gates by itself, since it is judged without a baseline`() {
    let invariant = GatingMetrics(["duplicateDecodes"])
    #expect(check(invariant, head: { $0.metrics["decodes"] = 501 }).verdict == .pass)
    #expect(check(invariant, head: { $0.metrics["duplicateDecodes"] = 1 }).verdict == .regression)
    #expect(check(invariant, head: { $0.metrics["duplicateDecodes"] = nil }).verdict == .notMeasured)
  }
}
