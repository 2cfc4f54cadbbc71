import BenchReport
import Foundation
import TestSupport
import Testing

/// What the statistics promise, counted over series whose truth is known.
///
/// `SCROLLSIM_SIMULATION=FILE swift test --filter Simulation` draws many times as many and leaves the counts in a file,
/// of which `Benchmarks/statistics.py` makes `results/statistics.md`.
@Suite(.serialized) struct SimulationTests {
  private let isLong = Simulation.output != nil

  @Test(arguments: [10, 20])
  func `the interval of the median ratio holds the truth as often as it says`(pairs: Int) throws {
    let trials = isLong ? 10_000 : 300
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
    // Ever smaller steps are a leak to whoever looks at them for so short a time.
    let most = series == .decaying ? 0.12 : 0.01
    #expect(Double(alarms) <= most * Double(trials))
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

  private func grows(_ resident: [Int]) -> Bool {
    let still = [Int](repeating: 10, count: resident.count)
    return GrowthRule().judge(ledgerBytes: still, liveBuffers: still, residentBytes: resident).verdict
      == .growing
  }
}

/// Keeps the counts of a long simulation.
enum Simulation {
  /// Where the counts go; `nil` if the simulation is a short one.
  static let output = ProcessInfo.processInfo.environment["SCROLLSIM_SIMULATION"]

  /// Notes how many of the trials went so; does nothing in a short simulation.
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
