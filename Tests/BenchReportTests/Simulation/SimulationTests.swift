import Foundation
import Support
import TestSupport
import Testing

@testable import BenchReport
@testable import ScrollSim

/// The promises of the statistics, counted over series whose truth is known.
///
/// `SCROLLSIM_SIMULATION=FILE swift test --filter Simulation` draws many times more series and writes the
/// counts to a file, from which `Benchmarks/simulation.py` makes `results/statistics.md`.
@Suite(.serialized) struct SimulationTests {
  private let isLong = Simulation.output != nil

  @Test(arguments: [10, 20])
  func `the interval of paired differences holds the truth as often as it says`(pairs: Int) throws {
    let trials = isLong ? 20_000 : 1_000
    var shuffler = Shuffler(seed: 11)
    let held = try (0..<trials).count { _ in
      let drawn = (0..<pairs).map { _ in 0.1 + 0.05 * shuffler.normal() }
      let interval = try #require(PairedInterval(drawn))
      return interval.lowest <= 0.1 && 0.1 <= interval.highest
    }
    #expect(abs(Double(held) - 0.95 * Double(trials)) <= 0.02 * Double(trials))
    try Simulation.note("coverage", "\(pairs) pairs, spread 5 %", held, of: trials)
  }

  /// The best strategy loses less than the others, which are alike, by just what a person sees.
  ///
  /// After each round, the one of the others that has lost the least so far is recommended.
  @Test(arguments: [2, 10], [0.001, 0.004])
  func `rounds seldom end with a strategy that is visibly worse, however often they look`(
    strategies: Int, spread: Double
  ) throws {
    let trials = isLong ? 20_000 : 400
    var shuffler = Shuffler(seed: 16)
    var (wrong, wrongByOneLook) = (0, 0)
    for _ in 0..<trials {
      var losses = Array(repeating: [Int: Double](), count: strategies)
      var (isSettled, isSettledByOneLook) = (false, false)
      for round in 0..<15 where !isSettled || !isSettledByOneLook {
        for strategy in losses.indices {
          losses[strategy][round] = (strategy == 0 ? 0.02 : 0.025) + spread * shuffler.normal()
        }
        let sums = losses.map { $0.values.reduce(0, +) }
        guard let choice = losses.indices.dropFirst().min(by: { sums[$0] < sums[$1] }) else { continue }
        let rivals = losses.indices.filter { $0 != choice }.map { losses[$0] }
        if SettledChoice(losses: losses[choice], rivals: rivals, rounds: round + 1).isSettled {
          isSettled = true
        }
        let excess = (0...round).map { (losses[choice][$0] ?? 0) - (losses[0][$0] ?? 0) }
        if round >= 2, let interval = PairedInterval(excess), interval.highest < 0.005 {
          isSettledByOneLook = true
        }
      }
      wrong += isSettled ? 1 : 0
      wrongByOneLook += isSettledByOneLook ? 1 : 0
    }
    #expect(Double(wrong) <= SettledChoice.error * Double(trials))
    // The interval of a single look, taken after each round, errs more often than it says.
    #expect(Double(wrongByOneLook) > SettledChoice.error * Double(trials))
    try Simulation.note(
      "settled", "\(strategies) strategies, spread of \(spread * 100) % of the area", wrong, of: trials)
  }

  @Test func `three rounds settle what is plain, and few more what is alike`() {
    var shuffler = Shuffler(seed: 17)
    func rounds(_ means: [Double], spread: Double) -> Int {
      var losses = means.map { _ in [Int: Double]() }
      for round in 0..<40 {
        for strategy in means.indices {
          losses[strategy][round] = means[strategy] + spread * shuffler.normal()
        }
        let choice = SettledChoice(losses: losses[0], rivals: Array(losses[1...]), rounds: round + 1)
        if choice.isSettled { return round + 1 }
      }
      return 40
    }
    let plain = (0..<20).map { _ in rounds([0.02, 0.09, 0.12, 0.3], spread: 0.002) }
    let alike = (0..<20).map { _ in rounds([0.02, 0.02, 0.02, 0.021], spread: 0.001) }
    #expect(plain.filter { $0 == 3 }.count >= 18, "\(plain)")
    #expect(alike.filter { $0 <= 7 }.count >= 15, "\(alike)")
    #expect(rounds([0.02], spread: 0.01) == 3, "there is nothing else to recommend")
    #expect(rounds([0.03, 0.02], spread: 0.0001) == 40)
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

  /// `check --process` over memory that leaks, and over memory that does not.
  @Test(arguments: [(512e3, 1e6, 20), (256e3, 1e6, 20), (256e3, 1e6, 36), (1e6, 3e6, 20)])
  func `a leak that is asked for seldom passes, and is mostly caught`(
    leak: Double, noise: Double, laps: Int
  ) throws {
    let trials = isLong ? 20_000 : 300
    var shuffler = Shuffler(seed: 18)
    let (caught, passed) = try verdicts(on: leak, trials) {
      MemorySeries.leaking(leak, laps: laps, noise: noise, using: &shuffler)
    }
    #expect(Double(passed) <= 0.04 * Double(trials))
    if leak > 300e3 && noise <= 1e6 { #expect(Double(caught) >= 0.95 * Double(trials)) }
    let name = "\(Int(leak / 1e3)) kB a lap in noise of \(Int(noise / 1e6)) MB, \(laps) laps"
    try Simulation.note("lapLeakCaught", name, caught, of: trials)
    try Simulation.note("lapLeakPassed", name, passed, of: trials)
  }

  @Test(arguments: MemorySeries.allCases, [20, 36])
  func `laps without a leak pass, or cannot be told, and are seldom blamed`(
    series: MemorySeries, laps: Int
  ) throws {
    let trials = isLong ? 20_000 : 300
    var shuffler = Shuffler(seed: 19)
    // The default: 1 % of the level.
    let (blamed, passed) = try verdicts(on: 1e6, trials) { series.laps(laps, using: &shuffler) }
    #expect(Double(blamed) <= 0.01 * Double(trials))
    if series != .steps && series != .sawtooth { #expect(Double(passed) >= 0.95 * Double(trials)) }
    try Simulation.note("lapAlarm", "\(series.rawValue), \(laps) laps", blamed, of: trials)
    try Simulation.note("lapPass", "\(series.rawValue), \(laps) laps", passed, of: trials)
  }

  /// How many drawn series grow by an amount a lap, and how many do not.
  private func verdicts(
    on amount: Double, _ trials: Int, _ draw: () -> [Int]
  ) throws -> (grow: Int, pass: Int) {
    var (grow, pass) = (0, 0)
    for _ in 0..<trials {
      let laps = draw().dropFirst(4).map(Double.init)
      let trend = try #require(LapTrend(laps))
      if trend.grows(by: amount) { grow += 1 } else if trend.excludes(amount) { pass += 1 }
    }
    return (grow, pass)
  }

  @Test(arguments: [0.02, 0.05, 0.1])
  func `the statistical rule seldom tells a build from itself, and finds one that is a fifth slower`(
    spread: Double
  ) throws {
    let trials = isLong ? 20_000 : 200
    var shuffler = Shuffler(seed: 15)
    let alarms = (0..<trials).count { _ in finds(slowdown: 1, spread: spread, &shuffler) }
    let caught = (0..<trials).count { _ in finds(slowdown: 1.2, spread: spread, &shuffler) }
    #expect(Double(alarms) <= 0.01 * Double(trials))
    // From pair to pair the machine becomes slower, in the end to half its speed.
    let drifting = (0..<trials).count { _ in finds(slowdown: 1.2, spread: spread, drift: 1, &shuffler) }
    if spread <= 0.05 { #expect(Double(min(caught, drifting)) >= 0.95 * Double(trials)) }
    let name = "ten pairs, spread of \(Int(spread * 100)) %"
    try Simulation.note("statisticalAlarm", name, alarms, of: trials)
    try Simulation.note("statisticalPower", "\(name), 20 % slower", caught, of: trials)
    try Simulation.note(
      "statisticalPower", "\(name), 20 % slower, on a machine that drifts to half its speed", drifting,
      of: trials)
  }

  /// Whether a metric of 20 ms, one of forty tested ones, is called worse.
  private func finds(
    slowdown: Double, spread: Double, drift: Double = 0, _ shuffler: inout Shuffler
  ) -> Bool {
    let pairs = (0..<10).map { pair in
      let usual = 20 * (1 + drift * Double(pair) / 9)
      return (
        base: usual * (1 + spread * shuffler.normal()),
        head: usual * slowdown * (1 + spread * shuffler.normal())
      )
    }
    let definition = MetricDefinition(unit: "ms", class: .statistical, better: .lower, about: "")
    let series = PairedSeries(run: "", metric: "decodeMs.p50", definition: definition, pairs: pairs)
    let rule = StatisticalRule()
    let pValue = min(1, 40 * (rule.pValues(of: [series]).first ?? 1))
    return rule.judge(series, pValue: pValue) != nil
  }

  private func grows(_ resident: [Int]) -> Bool {
    let still = [Int](repeating: 10, count: resident.count)
    return GrowthRule().judge(ledgerBytes: still, liveBuffers: still, residentBytes: resident).verdict
      == .growing
  }
}

enum Simulation {
  static let output = ProcessInfo.processInfo.environment["SCROLLSIM_SIMULATION"]

  /// Notes the count of trials with this outcome; does nothing in a short simulation.
  static func note(_ kind: String, _ name: String, _ count: Int, of trials: Int) throws {
    guard let output else { return }
    let file = try OpenFile(output, O_WRONLY | O_APPEND | O_CREAT, permissions: 0o644)
    try file.write(Array("\(kind)\t\(name)\t\(count)\t\(trials)\n".utf8))
  }
}

/// Resident memory lap over lap as processes show it, in bytes, drawn from a seed: with and without a leak.
enum MemorySeries: String, CaseIterable {
  case drift = "steady, drifting by 30 kB a lap"
  case noise = "steady, noise of 0.5 MB"
  case warmUp = "warming up by 30 MB"
  case steps = "one to three allocator steps of 2 to 8 MB"
  case decaying = "ever smaller allocator steps"
  case wandering = "wandering noise (AR 0.8)"
  case sawtooth = "sawtooth of 10 MB"

  /// A series without a leak.
  func laps(_ count: Int, using shuffler: inout Shuffler) -> [Int] {
    var level = 100e6
    var wander = 0.0
    let steps = (0..<1 + shuffler.next(3)).map { _ in
      (lap: shuffler.next(count), size: 2e6 + 6e6 * shuffler.unit())
    }
    return (0..<count).map { lap -> Int in
      let place = Double(lap)
      switch self {
      case .drift: return Int(level + 30e3 * place + 20e3 * shuffler.normal())
      case .noise: return Int(level + 500e3 * shuffler.normal())
      case .warmUp: return Int(level + 30e6 * (1 - exp(-place / 2)) + 100e3 * shuffler.normal())
      case .steps:
        let taken: Double = steps.filter { $0.lap <= lap }.map(\.size).reduce(0, +)
        return Int(level + taken + 100e3 * shuffler.normal())
      case .decaying:
        if shuffler.unit() < 3 / (place + 3) { level += 2e6 * exp(-place / 5) }
        return Int(level + 100e3 * shuffler.normal())
      case .wandering:
        wander = 0.8 * wander + 300e3 * shuffler.normal()
        return Int(level + wander)
      case .sawtooth: return Int(level + 10e6 * Double(lap % 5) / 5 + 100e3 * shuffler.normal())
      }
    }
  }

  static func leaking(
    _ bytesPerLap: Double, laps: Int, noise: Double, using shuffler: inout Shuffler
  ) -> [Int] {
    (0..<laps).map { Int(100e6 + bytesPerLap * Double($0) + noise * shuffler.normal()) }
  }
}

extension Shuffler {
  mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A number of the standard normal distribution (Box and Muller 1958).
  mutating func normal() -> Double { (-2 * log(1 - unit())).squareRoot() * cos(2 * .pi * unit()) }
}
