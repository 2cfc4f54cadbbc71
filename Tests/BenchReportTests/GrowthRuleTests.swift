import BenchReport
import Testing

@testable import ScrollSim

struct GrowthRuleTests {
  private let rule = GrowthRule()

  @Test func `a ledger that stays the same after warm-up is flat`() {
    let record = judge(ledger: [10, 30, 45, 50] + repeated(52, 16))
    #expect(record.verdict == .flat)
    #expect(record.bytesPerLap == 0)
    #expect(record.warmUpLaps == 5)
  }

  @Test func `a ledger that gains with every lap grows by that much`() {
    let record = judge(ledger: (0..<20).map { 1_000_000 + 43_200 * $0 })
    #expect(record.verdict == .growing)
    #expect(record.bytesPerLap == 43_200)
  }

  @Test func `laps that fill no block belong to the warm-up`() {
    #expect(judge(ledger: [10, 20, 30, 40, 50] + repeated(52, 15)).verdict == .flat)
    #expect(judge(ledger: [10, 20, 30, 40] + repeated(52, 15)).warmUpLaps == 4)
  }

  @Test func `one byte a lap is growth`() {
    #expect(judge(ledger: Array(100..<120)).verdict == .growing)
  }

  @Test func `a leak every fifth lap is growth`() {
    #expect(judge(ledger: (0..<20).map { 1000 + $0 / 5 }).verdict == .growing)
  }

  @Test func `a leak below a sawtooth is growth`() {
    #expect(judge(ledger: (0..<20).map { 1000 * $0 + ($0.isMultiple(of: 2) ? 300 : 0) }).verdict == .growing)
  }

  @Test func `gains that die away are saturation`() {
    var level = 0.0
    let ledger = (0..<24).map { _ in
      level += (1000 - level) / 4
      return Int(level)
    }
    #expect(judge(ledger: ledger).verdict == .saturating)
  }

  @Test func `a cache that fills during the first judged laps saturates`() {
    #expect(judge(ledger: repeated(10, 6) + repeated(12, 14)).verdict == .saturating)
  }

  @Test func `a step in the last laps is not called saturation`() {
    #expect(judge(ledger: repeated(10, 18) + repeated(12, 2)).verdict == .inconclusive)
  }

  @Test func `a sawtooth is inconclusive`() {
    #expect(judge(ledger: (0..<20).map { $0.isMultiple(of: 2) ? 10 : 12 }).verdict == .inconclusive)
  }

  @Test func `a ledger that shrinks is inconclusive`() {
    #expect(judge(ledger: (0..<20).map { 100 - $0 }).verdict == .inconclusive)
  }

  @Test func `buffers that pile up are growth even if they weigh nothing`() {
    let record = rule.judge(
      ledgerBytes: repeated(10, 20), liveBuffers: Array(0..<20), residentBytes: repeated(50, 20))
    #expect(record.verdict == .growing)
  }

  @Test(arguments: [0, 1, 4, 13])
  func `too few laps are inconclusive`(laps: Int) {
    #expect(judge(ledger: repeated(10, laps)).verdict == .inconclusive)
    #expect(judge(ledger: Array(0..<laps)).verdict == .inconclusive)
  }

  @Test func `the fewest laps suffice`() {
    #expect(rule.fewestLaps == 14)
    #expect(judge(ledger: repeated(10, 14)).verdict == .flat)
  }

  @Test func `a run without a process has no resident memory to judge`() {
    let record = rule.judge(
      ledgerBytes: repeated(10, 20), liveBuffers: repeated(1, 20), residentBytes: [])
    #expect(record.verdict == .flat)
  }

  @Test func `resident memory that rises with every block is growth`() {
    #expect(judge(resident: (0..<20).map { 100_000_000 + 300_000 * $0 }).verdict == .growing)
  }

  @Test func `resident memory that rises by less than half the budget is flat`() {
    #expect(judge(resident: (0..<20).map { 100_000_000 + 100_000 * $0 }).verdict == .flat)
  }

  @Test func `steps of an allocator are not growth`() {
    let steps = (0..<20).map { 100_000_000 + ($0 > 6 ? 8_000_000 : 0) + ($0 > 13 ? 5_000_000 : 0) }
    #expect(judge(resident: steps).verdict == .flat)
  }

  @Test func `an allocator's sawtooth is not growth`() {
    #expect(judge(resident: (0..<20).map { 100_000_000 + 2_000_000 * ($0 % 5) }).verdict == .flat)
  }

  @Test func `resident memory that only follows the ledger is judged once, by the ledger`() {
    let ledger = [0, 8, 12, 14, 15, 15, 15, 16].map { $0 * 10_000_000 } + repeated(160_000_000, 12)
    let record = rule.judge(
      ledgerBytes: ledger, liveBuffers: repeated(4, 20), residentBytes: ledger.map { $0 + 60_000_000 })
    #expect(record.verdict == .saturating)
  }

  @Test func `noise seldom passes for growth, and a leak above the budget always does`() {
    var noise = Noise(state: 42)
    var alarms = 0
    var caught = 0
    for _ in 0..<200 {
      let quiet = (0..<20).map { _ in 100_000_000 + noise.next(within: 500_000) }
      if judge(resident: quiet).verdict == .growing { alarms += 1 }
      let leak = (0..<20).map { 100_000_000 + 500_000 * $0 + noise.next(within: 500_000) }
      if judge(resident: leak).verdict == .growing { caught += 1 }
    }
    #expect(alarms == 0)
    #expect(caught == 200)
  }

  private func judge(ledger: [Int]) -> GrowthRecord {
    rule.judge(
      ledgerBytes: ledger, liveBuffers: repeated(3, ledger.count), residentBytes: repeated(50, ledger.count))
  }

  private func judge(resident: [Int]) -> GrowthRecord {
    rule.judge(
      ledgerBytes: repeated(10, resident.count), liveBuffers: repeated(3, resident.count),
      residentBytes: resident)
  }

  private func repeated(_ value: Int, _ count: Int) -> [Int] { [Int](repeating: value, count: count) }
}

/// Even noise from a seed (a linear congruential generator by Knuth).
private struct Noise {
  var state: UInt64

  mutating func next(within amplitude: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % (2 * amplitude + 1) - amplitude
  }
}
