import BenchReport
import Foundation
import Testing

@testable import ScrollSim

struct GrowthRuleTests {
  private let rule = GrowthRule()

  @Test func `a ledger tells what a lap gains, and how many laps warmed it up`() {
    let flat = judge(ledger: [10, 30, 45, 50] + repeated(52, 16))
    #expect(flat.verdict == .flat && flat.bytesPerLap == 0 && flat.warmUpLaps == 5)
    let growing = judge(ledger: (0..<20).map { 1_000_000 + 43_200 * $0 })
    #expect(growing.verdict == .growing && growing.bytesPerLap == 43_200)
    // Laps that fill no block belong to the warm-up.
    #expect(judge(ledger: [10, 20, 30, 40] + repeated(52, 15)).warmUpLaps == 4)
  }

  private static let ledgers: [(String, laps: [Int], verdict: GrowthRecord.Verdict)] = [
    ("one whose first laps fill no block", [10, 20, 30, 40, 50] + repeated(52, 15), .flat),
    ("one of the fewest laps", repeated(10, 14), .flat),
    ("one that gains a byte a lap", Array(100..<120), .growing),
    ("a leak every fifth lap", (0..<20).map { 1000 + $0 / 5 }, .growing),
    ("a leak below a sawtooth", (0..<20).map { 1000 * $0 + ($0.isMultiple(of: 2) ? 300 : 0) }, .growing),
    ("gains that die away", (1...24).map { Int(1000 * (1 - pow(0.75, Double($0)))) }, .saturating),
    ("a cache that fills during the first judged laps", repeated(10, 6) + repeated(12, 14), .saturating),
    ("a step in the last laps", repeated(10, 18) + repeated(12, 2), .inconclusive),
    ("a sawtooth", (0..<20).map { $0.isMultiple(of: 2) ? 10 : 12 }, .inconclusive),
    ("one that shrinks", (0..<20).map { 100 - $0 }, .inconclusive),
  ]

  private static let residents: [(String, laps: [Int], verdict: GrowthRecord.Verdict)] = [
    ("a rise with every block", (0..<20).map { 100_000_000 + 300_000 * $0 }, .growing),
    ("a rise by less than half the budget", (0..<20).map { 100_000_000 + 100_000 * $0 }, .flat),
    (
      "steps of an allocator",
      (0..<20).map { 100_000_000 + ($0 > 6 ? 8_000_000 : 0) + ($0 > 13 ? 5_000_000 : 0) }, .flat
    ),
    ("an allocator's sawtooth", (0..<20).map { 100_000_000 + 2_000_000 * ($0 % 5) }, .flat),
  ]

  @Test func `ledgers and resident memory are judged by their shape, and buffers even without weight`() {
    for (shape, laps, verdict) in Self.ledgers { #expect(judge(ledger: laps).verdict == verdict, "\(shape)") }
    for (shape, laps, verdict) in Self.residents {
      #expect(judge(resident: laps).verdict == verdict, "\(shape)")
    }
    let piling = rule.judge(
      ledgerBytes: repeated(10, 20), liveBuffers: Array(0..<20), residentBytes: repeated(50, 20))
    #expect(piling.verdict == .growing)
  }

  @Test func `resident memory is judged only where there is any, and where it does not follow the ledger`() {
    let alone = rule.judge(ledgerBytes: repeated(10, 20), liveBuffers: repeated(1, 20), residentBytes: [])
    #expect(alone.verdict == .flat)
    let ledger = [0, 8, 12, 14, 15, 15, 15, 16].map { $0 * 10_000_000 } + repeated(160_000_000, 12)
    let record = rule.judge(
      ledgerBytes: ledger, liveBuffers: repeated(4, 20), residentBytes: ledger.map { $0 + 60_000_000 })
    #expect(record.verdict == .saturating)
  }

  @Test(arguments: [0, 1, 4, 13])
  func `too few laps are inconclusive`(laps: Int) {
    #expect(rule.fewestLaps == 14 && judge(ledger: repeated(10, laps)).verdict == .inconclusive)
    #expect(judge(ledger: Array(0..<laps)).verdict == .inconclusive)
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
}

private func repeated(_ value: Int, _ count: Int) -> [Int] { [Int](repeating: value, count: count) }
