import BenchReport
import Foundation
import TestSupport
import Testing

@testable import ScrollSim

/// Decode times of the same images, which distinguish two builds that differ by 1 %.
struct DecodeTimeRatioTests {
  /// A machine whose speed drifts from run to run, and which is slowed down by a neighbour now and then.
  private struct Machine {
    var shuffler: Shuffler
    /// The deviation of a run's speed from other runs', as a share; measured on quiet machines.
    var drift = 0.01
    /// The share of runs that meet a neighbour, which makes decoding up to a fifth longer.
    var neighbours = 0.05
    /// The deviation of one decode from another of the same image.
    var spread = 0.03

    /// Runs in which everything holds, without their decodes.
    private static let runs = [
      "none", "screens", "settle", "directional", "apple-sample", "preheat", "rows",
    ].map { strategy in
      var run = Sample.run(strategy)
      for metric in Metric.all where metric.definition.class == .invariant { run.metrics[metric.name] = 0 }
      run.metrics["decodes"] = 500
      return run
    }

    mutating func result(slowdown: Double, photos: Int = 60) -> ResultFile {
      Sample.result(
        runs: Self.runs.map { run in
          var run = run
          run.decodes = log(slowdown: slowdown, photos: photos)
          return run
        })
    }

    private mutating func log(slowdown: Double, photos: Int) -> DecodeLog {
      let isSlowed = shuffler.unit() < neighbours
      let speed = exp(drift * shuffler.normal()) * (isSlowed ? 1.05 + 0.15 * shuffler.unit() : 1)
      var log = DecodeLog()
      log.assets = (0..<photos).map { "photo \($0)" }
      log.asset = (0..<photos).map(Double.init)
      log.source = Array(repeating: 0, count: photos)
      log.byteCount = Array(repeating: 400, count: photos)
      log.processorMs = (0..<photos).map { photo in
        // Large and small photos lie far apart.
        (5 + Double(photo % 10) * 4) * slowdown * speed * exp(spread * shuffler.normal())
      }
      return log
    }

    mutating func pairs(slowdown: Double, count: Int = 10) -> [(base: ResultFile, head: ResultFile)] {
      (0..<count).map { _ in (result(slowdown: 1), result(slowdown: slowdown)) }
    }
  }

  private func check(_ pairs: [(base: ResultFile, head: ResultFile)]) -> ScenarioCheck {
    PairedGate().check(
      pairs, expectedRuns: pairs[0].head.runs.map(\.id), base: "base", machine: GateSample.machine)
  }

  private func reasonToEnd(_ pairs: [(base: ResultFile, head: ResultFile)]) -> String? {
    PairedGate().reasonToEnd(after: pairs, on: GateSample.machine)
  }

  @Test func `1 % is found in nine of ten, and seldom where there is none`() {
    var machine = Machine(shuffler: Shuffler(seed: 3))
    let trials = LongTests.areWanted ? 400 : 20
    func found(_ slowdown: Double) -> Int {
      (0..<trials).count { _ in
        let pairs = machine.pairs(slowdown: slowdown, count: PairedGate.mostPairs)
        let ratios = (PairedGate.fewestPairs...pairs.count).lazy
          .compactMap { DecodeTimeRatio(of: Array(pairs.prefix($0))) }
        let last = ratios.first(where: \.isPrecise) ?? DecodeTimeRatio(of: pairs)
        return last.map { $0.isDifference && $0.ratio > 1 } ?? false
      }
    }
    #expect(found(1.01) * 10 >= 9 * trials)
    #expect(found(1) * 20 <= trials)
  }

  @Test func `what was found is reported, and counts only if the check is strict`() throws {
    var machine = Machine(shuffler: Shuffler(seed: 5), neighbours: 0)
    let slower = check(machine.pairs(slowdown: 1.02))
    let finding = try #require(slower.findings.first { $0.metric == "decodeMs" && $0.run == nil })
    #expect(finding.verdict == .regression && finding.rule == .statistical && finding.isAdvisory)
    #expect(finding.text.contains("times the base's processor time to decode the same image"))
    #expect(slower.verdict == .pass, "advisory")
    let faster = check(machine.pairs(slowdown: 0.98))
    #expect(faster.findings.contains { $0.metric == "decodeMs" && $0.verdict == .improvement })
    let same = check(machine.pairs(slowdown: 1))
    #expect(same.findings.isEmpty)
    #expect(same.notes.contains { $0.contains("4,200 decodes in 70 pairs of runs") })
  }

  @Test func `only the same images are compared`() throws {
    var machine = Machine(shuffler: Shuffler(seed: 7), drift: 0, neighbours: 0, spread: 0)
    var pairs = machine.pairs(slowdown: 1)
    for index in pairs.indices {
      pairs[index].head.changeRuns {
        // A second decode of a photo, one to another size, one that failed, and one that was only read.
        $0.decodes?.asset += [3, 3, 3, 3]
        $0.decodes?.source += [0, 0, 0, 2]
        $0.decodes?.byteCount += [400, 900, 0, 400]
        $0.decodes?.processorMs? += [90, 95, -1, 0.1]
      }
    }
    let ratio = try #require(DecodeTimeRatio(of: pairs))
    #expect(ratio.ratio == 1 && ratio.decodes == 10 * 7 * 60 && ratio.runs == 70)
    #expect(ratio.isPrecise && !ratio.isDifference)
  }

  @Test
  func
    `without processor times, or with too few images in common, nothing is compared, and the report says so`()
  {
    var machine = Machine(shuffler: Shuffler(seed: 9))
    var pairs = machine.pairs(slowdown: 2)
    for index in pairs.indices { pairs[index].base.changeRuns { $0.decodes?.processorMs = nil } }
    #expect(DecodeTimeRatio(of: pairs) == nil)
    #expect(check(pairs).notes.contains { $0.hasPrefix("Decode times were not compared image by image") })
    let few = (0..<10).map { _ in
      (base: machine.result(slowdown: 1, photos: 19), head: machine.result(slowdown: 2, photos: 19))
    }
    #expect(DecodeTimeRatio(of: few) == nil)
  }

  @Test func `a machine that was not quiet is named, and what it may have hidden`() throws {
    var machine = Machine(shuffler: Shuffler(seed: 11), drift: 0.08)
    var pairs = machine.pairs(slowdown: 1)
    for index in pairs.indices { pairs[index].base.runs[0].metrics["stealShare"] = 0.4 }
    let notes = check(pairs).notes
    #expect(notes.contains { $0.hasPrefix("This machine was not quiet: 10 of 140 runs were disturbed") })
    #expect(notes.contains { $0.contains("1 % more or less might not show") && $0.contains("--rounds") })
  }

  @Test func `pairs end when the ratio is precise, whatever it is, and no sooner than ten`() throws {
    var machine = Machine(shuffler: Shuffler(seed: 13), drift: 0.002, neighbours: 0)
    for slowdown in [1, 1.01, 1.2] {
      let pairs = machine.pairs(slowdown: slowdown)
      #expect(reasonToEnd(Array(pairs.prefix(9))) == nil)
      #expect(reasonToEnd(pairs)?.hasPrefix("decode time is known to within 0.") == true)
    }
    machine.drift = 0.1
    #expect(reasonToEnd(machine.pairs(slowdown: 1.2)) == nil)
  }

  @Test func `the first pair is the last if base and head did not replay the same`() {
    var machine = Machine(shuffler: Shuffler(seed: 15))
    var pairs = machine.pairs(slowdown: 1, count: 1)
    pairs[0].base.library.sha256 = "other"
    #expect(reasonToEnd(pairs) == "base and head did not replay the same")
    #expect(check(pairs).verdict == .notComparable)
  }

  // MARK: The interval underneath

  /// Two-sided critical values of the signed-rank test, as tables have them.
  @Test(
    arguments: [
      (7, 0.99, nil), (8, 0.99, 0), (10, 0.95, 8), (10, 0.99, 3), (20, 0.95, 52), (20, 0.99, 37),
      (50, 0.95, 434), (50, 0.99, 373),
    ] as [(Int, Double, Int?)])
  func `signed ranks are rejected up to the sums of the tables`(
    count: Int, confidence: Double, greatest: Int?
  ) {
    #expect(HodgesLehmann.rank(of: count, confidence: confidence) == greatest)
  }

  @Test func `the middle is that of all means of two, and its interval holds the truth as often as it says`()
    throws
  {
    let few = try #require(HodgesLehmann([1, 2, 3, 4, 5, 6, 7, 100], confidence: 0.95))
    #expect(few.estimate == 4.5 && few.interval == 2...52.5 && HodgesLehmann([], confidence: 0.5) == nil)
    #expect(HodgesLehmann(Array(repeating: 1, count: 20) + [.infinity], confidence: 0.95) == nil)
    var shuffler = Shuffler(seed: 17)
    for count in [20, 70] {
      let trials = LongTests.areWanted ? 2_000 : 200
      let missed = (0..<trials).count { _ in
        let values = (0..<count).map { _ in shuffler.normal() * (shuffler.unit() < 0.1 ? 8 : 1) }
        return HodgesLehmann(values, confidence: 0.95)?.interval.contains(0) == false
      }
      #expect(missed * 100 <= 8 * trials, "\(missed) of \(trials)")
    }
  }
}
