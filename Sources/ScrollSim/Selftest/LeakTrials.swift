internal import BenchReport
internal import Foundation

/// Leaks from 256 KiB to 8 MiB a lap, of images and of other memory, in one piece or many, steady or not, under noise; and
/// as many runs with the noise alone.
struct LeakTrials {
  let count: Int
  let seed: UInt64
  let runs: PlantedRuns

  private static let smallest = 256 << 10
  /// Of either side; five times as much as lap-end readings of this project's own replays scatter.
  private static let noiseBytes = 100_000

  func run(_ gate: Gate, note: (String) -> Void) throws -> SelftestFile.Leaks {
    var generator = SeededGenerator(seed: seed, stream: 1)
    var result = SelftestFile.Leaks(
      planted: count, caught: 0, smallestBytesPerLap: .max, largestBytesPerLap: 0, falseAlarms: 0, missed: [])
    for index in 0..<count {
      note("leak \(index + 1) of \(count)")
      let leak = leak(index, &generator)
      result.smallestBytesPerLap = min(result.smallestBytesPerLap, leak.bytesPerLap)
      result.largestBytesPerLap = max(result.largestBytesPerLap, leak.bytesPerLap)
      if try grows(leak, gate) {
        result.caught += 1
      } else {
        result.missed.append(leak.words)
      }
      var still = leak
      still.bytesPerLap = 0
      still.seed = UInt64(count + index)
      if try grows(still, gate) { result.falseAlarms += 1 }
    }
    return result
  }

  /// Every other one as small as can be, the others up to 32 times as large.
  private func leak(_ index: Int, _ generator: inout SeededGenerator) -> PlantedLeak {
    let doublings = index.isMultiple(of: 4) ? 0 : Double(generator.within(0...5))
    var leak = PlantedLeak(
      bytesPerLap: Int(Double(Self.smallest) * pow(2, doublings)), isOfImages: index.isMultiple(of: 2))
    leak.pieces = index % 3 == 0 ? 1 : 8
    // The smallest stay steady: to vary is to be smaller at times.
    leak.variation = doublings == 0 ? 0 : Double(generator.within(0...0.5))
    leak.noiseBytes = Self.noiseBytes
    leak.seed = UInt64(index)
    return leak
  }

  /// Whether the growth rule finds a leak; with no share to keep there is only noise.
  private func grows(_ leak: PlantedLeak, _ gate: Gate) throws -> Bool {
    var runs = runs
    runs.leak = leak
    return gate.check(try runs.result()).findings.contains { $0.rule == .growth && $0.verdict == .regression }
  }
}
