import BenchReport
import TestSupport
import Testing

@testable import ScrollSim

/// The gate over replays, where memory is bounded and time is statistical.
struct ReplayGateTests {
  @Test(
    arguments: [
      (100e6, 104e6, nil), (100e6, 106e6, Verdict.regression), (100e6, 94e6, .improvement),
      (50e6, 53e6, nil), (0, 5e6, .regression), (0, 3e6, nil),
    ] as [(Double, Double, Verdict?)])
  func `memory counts past a relative and an absolute threshold, from zero past the absolute one alone`(
    base: Double, head: Double, verdict: Verdict?
  ) {
    let baseline = GateSample.baseline(of: GateSample.replay { $0.metrics["peakResidentBytes"] = base })
    let check = GateSample.gate(baseline).check(GateSample.replay { $0.metrics["peakResidentBytes"] = head })
    #expect(check.findings.map(\.verdict) == [verdict].compactMap(\.self))
    #expect(check.findings.allSatisfy { $0.rule == .bounded && !$0.isAdvisory })
  }

  @Test func `times against a baseline are only remarked on`() {
    let baseline = GateSample.baseline(of: GateSample.replay())
    let check = GateSample.gate(baseline).check(
      GateSample.replay {
        $0.distributions["decodeMs"] = Distribution(of: [90])
        $0.metrics["coldStartMs"] = 9000
      })
    #expect(check.verdict == .pass)
    #expect(check.findings.contains { $0.metric == "decodeMs.p50" && $0.verdict == .notice })
    #expect(check.findings.contains { $0.metric == "coldStartMs" && $0.verdict == .regression })
    #expect(check.findings.allSatisfy { $0.isAdvisory })
  }

  @Test func `a baseline pools the last five by their median`() {
    let baseline = GateSample.baseline(
      ofNights: [900e6, 100e6, 101e6, 102e6, 500e6, 103e6, 99e6].map { peak in
        GateSample.replay { $0.metrics["peakResidentBytes"] = peak }
      })
    #expect(baseline?.samples.count == 5 && baseline?.history.count == 7)
    let values = baseline?.pooled.runs["fling/screens/released/fast/opportunistic/lru/urgency"]?.values
    #expect(values?["peakResidentBytes"] == 102e6)
    let check = GateSample.gate(baseline).check(GateSample.replay { $0.metrics["peakResidentBytes"] = 102e6 })
    #expect(check.verdict == .pass)
  }

  @Test func `a night that seemed to grow by chance excuses no growth later`() {
    func replay(_ growth: GrowthRecord.Verdict) -> ResultFile {
      Sample.result(runs: [Sample.run("screens", growth: Sample.growth(growth, bytesPerLap: 0))])
    }
    let baseline = GateSample.baseline(ofNights: [replay(.flat), replay(.growing), replay(.flat)])
    func verdicts(on head: GrowthRecord.Verdict) -> [Verdict] {
      GateSample.gate(baseline).check(replay(head)).findings.filter { $0.rule == .growth }.map(\.verdict)
    }
    #expect(baseline?.samples.count == 3 && verdicts(on: .growing) == [.regression])
    #expect(verdicts(on: .flat).isEmpty)
  }

  @Test func `another machine's results are not compared, and start new samples`() {
    let baseline = GateSample.baseline(of: GateSample.replay())
    var gate = GateSample.gate(baseline)
    gate.machine.cores = 64
    #expect(gate.check(GateSample.replay()).verdict == .notComparable)
    let new = BaselineFile(updating: baseline, with: GateSample.replay(), on: gate.machine, reason: "new")
    #expect(new.samples.count == 1)
    // A fingerprint leaves out what differs between two of a kind.
    func machine(_ cpu: String, _ architecture: String = "x86_64", cores: Int = 4) -> MachineFingerprint {
      MachineFingerprint(os: "linux", architecture: architecture, cpu: cpu, cores: cores)
    }
    let one = machine("Intel(R) Xeon(R) CPU @ 2.20GHz")
    #expect(one == machine("Intel Xeon  CPU @ 2.30GHz") && one.slug == "linux-x86_64-intel-xeon-cpu-4")
    #expect(machine("../é/x", "arm64", cores: 1).slug == "linux-arm64-x-1")
  }

  @Test func `memory that grows in one of several iterations is reported with the slope of that one`() throws
  {
    func replay(_ growths: GrowthRecord...) -> ResultFile {
      Sample.result(runs: growths.enumerated().map { Sample.run("screens", iteration: $0, growth: $1) })
    }
    let flat = Sample.growth(.flat, bytesPerLap: 0)
    let check = GateSample.gate(GateSample.baseline(of: replay(flat, flat))).check(
      replay(flat, Sample.growth(.growing, bytesPerLap: 43_200)))
    let text = try #require(check.findings.first { $0.rule == .growth }?.text)
    #expect(
      text.hasSuffix("the baseline's stays the same lap after lap: images gain +43 kB a lap."), "\(text)")
  }

  // MARK: Base and head in turn

  @Test func `a head that decodes a third slower is told apart from one that does not`() {
    let slower = pairs(slowdown: 1.3)
    let found = slower.findings.first { $0.metric == "decodeMs.p50" }
    #expect(found?.rule == .statistical && found?.verdict == .regression)
    #expect(slower.findings.allSatisfy { $0.isAdvisory } && slower.verdict == .pass)
    #expect(pairs(slowdown: 1).findings.isEmpty)
    #expect(pairs(slowdown: 0.7).findings.first?.verdict == .improvement)
    var strict = PairedGate()
    strict.isAdvisory = false
    #expect(pairs(slowdown: 1.3, gate: strict).verdict == .regression)
    #expect(pairs(slowdown: 1.05, spread: 0.001).findings.isEmpty, "below the threshold, however certain")
  }

  @Test func `too few pairs, another scenario and a base that crashed are told apart from what is equal`() {
    for (check, verdict, words) in [
      (pairs(slowdown: 2, count: 9), .notMeasured, "at least 10 pairs"),
      (pairs(slowdown: 2) { $0.scenario.sha256 = "other" }, .notComparable, "did not replay the same"),
      (pairs(slowdown: 1) { $0.runs[0].status = .crashed }, .notMeasured, "on both sides in 0 of 10 pairs"),
    ] as [(ScenarioCheck, Verdict, String)] {
      #expect(check.verdict == verdict && check.findings.first?.text.contains(words) == true)
    }
  }

  @Test func `a head that breaks an invariant once in ten fails`() {
    let pairs = (0..<10).map { number in
      (
        base: GateSample.replay(),
        head: GateSample.replay { $0.metrics["leftoverImageBytes"] = number == 4 ? 4096 : 0 }
      )
    }
    let check = judge(pairs)
    #expect(check.verdict == .regression && check.findings.map(\.rule) == [.invariant])
  }

  @Test func `a machine that slows down meanwhile hides no slower head, and is not taken for one`() throws {
    // From pair to pair the machine slows down, in the end to twice the time.
    func check(slowdown: Double) -> ScenarioCheck {
      var shuffler = Shuffler(seed: 8)
      let pairs = (0..<10).map { pair in
        let drift = 1 + Double(pair) / 9
        let times = [1, slowdown].map { 30 * $0 * drift * (1 + 0.02 * (shuffler.unit() - 0.5)) }
        return (base: replay(decoding: times[0]), head: replay(decoding: times[1]))
      }
      return judge(pairs)
    }
    let found = check(slowdown: 1.15).findings.filter { $0.metric == "decodeMs.p50" }
    #expect(found.map(\.verdict) == [.regression])
    let text = try #require(found.first?.text)
    #expect(
      text.contains(": 1.1") && text.contains(", p below 0.001 after correction, over 10 pairs"), "\(text)")
    #expect(check(slowdown: 1).findings.isEmpty)
  }

  @Test func `an interval is the same whatever other metrics there are`() throws {
    func sentence(beside others: [String]) throws -> Substring {
      var shuffler = Shuffler(seed: 4)
      let pairs = (0..<10).map { _ in
        let results = [1, 1.3].map { (slowdown: Double) in
          let noise = 1 + 0.1 * (shuffler.unit() - 0.5)
          return GateSample.replay {
            $0.distributions["decodeMs"] = Distribution(of: [30 * slowdown * noise])
            for other in others { $0.metrics[other] = 100 * slowdown * noise }
          }
        }
        return (base: results[0], head: results[1])
      }
      let findings = judge(pairs).findings
      let finding = try #require(findings.first { $0.metric == "decodeMs.p95" })
      return finding.text.prefix { $0 != "p" }
    }
    #expect(try sentence(beside: []) == sentence(beside: ["cellWaitMs", "cpuMsPerFrame", "coldStartMs"]))
    #expect(try sentence(beside: []) == sentence(beside: ["", ".", "ofAnotherVersion"]), "unknown metrics")
  }

  private func replay(decoding milliseconds: Double) -> ResultFile {
    GateSample.replay { $0.distributions["decodeMs"] = Distribution(of: [milliseconds]) }
  }

  private func judge(
    _ pairs: [(base: ResultFile, head: ResultFile)], by gate: PairedGate = PairedGate()
  ) -> ScenarioCheck {
    gate.check(pairs, expectedRuns: [GateSample.runID], base: "base", machine: GateSample.machine)
  }

  private func pairs(
    slowdown: Double, spread: Double = 0.05, count: Int = 10, gate: PairedGate = PairedGate(),
    base change: (inout ResultFile) -> Void = { _ in }
  ) -> ScenarioCheck {
    var shuffler = Shuffler(seed: 5)
    func decoding(_ factor: Double) -> ResultFile {
      replay(decoding: 30 * factor * (1 + spread * (shuffler.unit() - 0.5)))
    }
    let pairs = (0..<count).map { _ in
      var base = decoding(1)
      change(&base)
      return (base: base, head: decoding(slowdown))
    }
    return judge(pairs, by: gate)
  }
}
