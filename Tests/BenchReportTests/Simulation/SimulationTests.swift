import BenchReport
import Foundation
import TestSupport
import Testing

/// The promises of the statistics, counted over series whose truth is known.
///
/// `SCROLLSIM_SIMULATION=FILE swift test --filter Simulation` draws many times as many and writes the counts to a file, from
/// which `Benchmarks/simulation.py` makes `results/statistics.md`.
@Suite(.serialized) struct SimulationTests {
  private let isLong = Simulation.output != nil

  @Test(arguments: [10, 20])
  func `the interval of the median ratio holds the truth as often as it says`(pairs: Int) throws {
    let trials = isLong ? 4_000 : 300
    var shuffler = Shuffler(seed: 11)
    var held = 0
    for _ in 0..<trials {
      let drawn = (0..<pairs).map { _ in (base: 20.0, head: 22 * exp(0.05 * shuffler.normal())) }
      let ratio = try #require(MedianRatio(of: drawn, resamples: isLong ? 1000 : 300, using: &shuffler))
      if ratio.interval.contains(1.1) { held += 1 }
    }
    // Percentile intervals of few pairs hold the truth a little less often than they say.
    #expect(Double(held) >= (isLong ? 0.92 : 0.88) * Double(trials))
    try Simulation.note("coverage", "\(pairs) pairs, spread 5 %", held, of: trials)
  }

  @Test func `Mann and Whitney's test seldom tells two samples of one distribution apart`() throws {
    let trials = isLong ? 20_000 : 1_000
    var shuffler = Shuffler(seed: 12)
    var rejected = 0
    for _ in 0..<trials {
      let values = (0..<20).map { _ in shuffler.normal() }
      let test = try #require(MannWhitney(Array(values.prefix(10)), Array(values.suffix(10))))
      if test.pValue <= 0.05 { rejected += 1 }
    }
    #expect(Double(rejected) <= 0.06 * Double(trials))
    try Simulation.note("mannWhitney", "10 against 10 of one distribution", rejected, of: trials)
  }

  @Test(arguments: MemorySeries.allCases, [20, 36])
  func `memory without a leak seldom passes for growth`(series: MemorySeries, laps: Int) throws {
    let trials = isLong ? 20_000 : 300
    var shuffler = Shuffler(seed: 13)
    let alarms = (0..<trials).count { _ in grows(series.laps(laps, using: &shuffler)) }
    #expect(Double(alarms) <= 0.01 * Double(trials))
    try Simulation.note("falseAlarm", "\(series.rawValue), \(laps) laps", alarms, of: trials)
  }

  @Test(arguments: [20e3, 100e3, 200e3], [20, 36])
  func `a leak of the budget passes for growth`(noise: Double, laps: Int) throws {
    let trials = isLong ? 20_000 : 300
    let rule = GrowthRule()
    var shuffler = Shuffler(seed: 14)
    let caught = (0..<trials).count { _ in
      grows(
        MemorySeries.leaking(
          Double(rule.residentBudgetPerLap), laps: laps, noise: noise, using: &shuffler))
    }
    if noise <= 100e3 || laps > 20 { #expect(Double(caught) >= 0.95 * Double(trials)) }
    try Simulation.note("power", "noise of \(Int(noise / 1e3)) kB, \(laps) laps", caught, of: trials)
  }

  @Test(arguments: [0.02, 0.05, 0.1])
  func `the statistical rule seldom tells a build from itself, and finds one that is a fifth slower`(
    spread: Double
  ) throws {
    let trials = isLong ? 2_000 : 50
    var shuffler = Shuffler(seed: 15)
    let alarms = (0..<trials).count { _ in finds(slowdown: 1, spread: spread, &shuffler) }
    let caught = (0..<trials).count { _ in finds(slowdown: 1.2, spread: spread, &shuffler) }
    #expect(Double(alarms) <= 0.01 * Double(trials))
    if spread <= 0.05 { #expect(Double(caught) >= 0.95 * Double(trials)) }
    let name = "ten pairs, spread of \(Int(spread * 100)) %"
    try Simulation.note("statisticalAlarm", name, alarms, of: trials)
    try Simulation.note("statisticalPower", "\(name), 20 % slower", caught, of: trials)
  }

  /// Whether a metric of 20 ms, one of forty tested ones, is called worse.
  private func finds(slowdown: Double, spread: Double, _ shuffler: inout Shuffler) -> Bool {
    let pairs = (0..<10).map { _ in
      (base: 20 * (1 + spread * shuffler.normal()), head: 20 * slowdown * (1 + spread * shuffler.normal()))
    }
    let definition = MetricDefinition(unit: "ms", class: .statistical, better: .lower, about: "")
    let series = PairedSeries(run: "", metric: "decodeMs.p50", definition: definition, pairs: pairs)
    var rule = StatisticalRule()
    rule.resamples = isLong ? 500 : 200
    let pValue = min(1, 40 * (rule.pValues(of: [series]).first ?? 1))
    return rule.judge(series, pValue: pValue, using: &shuffler) != nil
  }

  private func grows(_ resident: [Int]) -> Bool {
    let still = [Int](repeating: 10, count: resident.count)
    return GrowthRule().judge(ledgerBytes: still, liveBuffers: still, residentBytes: resident).verdict
      == .growing
  }
}

/// Keeps the counts of a long simulation.
enum Simulation {
  /// The file for the counts; `nil` in a short simulation.
  static let output = ProcessInfo.processInfo.environment["SCROLLSIM_SIMULATION"]

  /// Notes the count of trials with this outcome; does nothing in a short simulation.
  static func note(_ kind: String, _ name: String, _ count: Int, of trials: Int) throws {
    guard let output else { return }
    let line = "\(kind)\t\(name)\t\(count)\t\(trials)\n"
    let handle = try open(output)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(line.utf8))
    try handle.close()
  }

  private static func open(_ path: String) throws -> FileHandle {
    if !FileManager.default.fileExists(atPath: path) {
      try Data().write(to: URL(fileURLWithPath: path))
    }
    return try FileHandle(forWritingTo: URL(fileURLWithPath: path))
  }
}
