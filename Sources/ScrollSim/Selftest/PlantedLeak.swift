internal import BenchReport
internal import Foundation
internal import GalleryKit

/// Memory that grows lap over lap.
package struct PlantedLeak: Hashable, Sendable {
  /// The bytes kept with each lap, on average.
  package var bytesPerLap: Int
  /// Whether it keeps images, which the ledger counts; otherwise only the process's memory grows.
  package var isOfImages: Bool
  /// The number of pieces in which a lap's share is kept, spread over its frames.
  package var pieces = 1
  /// The variation of the laps' shares, 0…1 of the average, drawn from the seed.
  package var variation = 0.0
  /// The noise of the process's own memory, in bytes to either side.
  package var noiseBytes = 0
  /// Seeds shares and noise.
  package var seed: UInt64 = 0

  /// The leak in words.
  var words: String {
    "\(bytesPerLap) bytes a lap of \(isOfImages ? "images" : "other memory") in \(pieces) pieces, varying by "
      + "\(Int(variation * 100)) %"
  }
}

/// Keeps memory during a run.
final class Leaking {
  private let leak: PlantedLeak
  private let lapStarts: [Double]
  private let lapSeconds: Double
  private let ledger: MemoryLedger
  private var generator: SeededGenerator
  private var images: [PixelBuffer] = []
  private var lap = -1
  private var share = 0.0
  private var kept = 0
  /// The bytes that the process keeps, without images.
  private(set) var otherBytes = 0

  init(_ leak: PlantedLeak, trace: ScrollTrace, ledger: MemoryLedger) {
    self.leak = leak
    self.ledger = ledger
    generator = SeededGenerator(seed: leak.seed)
    let ends = trace.lapEnds
    let seconds = ends.count > 1 ? ends[1] - ends[0] : trace.duration
    lapSeconds = seconds
    lapStarts = ends.map { $0 - seconds }
  }

  /// Keeps the memory that is due by a frame.
  func frame(at time: Double) {
    guard let current = lapStarts.lastIndex(where: { $0 <= time }) else { return }
    if current != lap {
      (lap, kept) = (current, 0)
      share = Double(leak.bytesPerLap) * (1 + leak.variation * Double(generator.within(-1...1)))
    }
    // Ends before the lap does, since the lap's last frame counts.
    let progress = min(1, (time - lapStarts[current]) / (lapSeconds * 0.9))
    while Double(kept) < progress * Double(leak.pieces) {
      kept += 1
      keep(Int(share / Double(leak.pieces)))
    }
  }

  /// The process's memory beyond images, with its noise.
  var residentBytes: Int {
    let noise = leak.noiseBytes > 0 ? Int(generator.within(-1...1) * Float(leak.noiseBytes)) : 0
    return otherBytes + noise
  }

  private func keep(_ bytes: Int) {
    guard bytes > 0 else { return }
    if leak.isOfImages {
      // Four bytes a pixel.
      images.append(PixelBuffer(accounting: PixelSize(width: max(1, bytes / 4), height: 1), ledger: ledger))
    } else {
      otherBytes += bytes
    }
  }
}

/// The memory of a process that leaks.
struct LeakingUsage: UsageGauge {
  let honest: any UsageGauge
  let leaking: Leaking

  var residentBytes: Int { honest.residentBytes + leaking.residentBytes }
  var peakResidentBytes: Int { honest.peakResidentBytes + leaking.otherBytes }
  var highestKnownBytes: Int { honest.highestKnownBytes + leaking.otherBytes }
  var cpuSeconds: Double { honest.cpuSeconds }

  func resetPeak() -> Bool { honest.resetPeak() }
}

/// Leaks from 256 KiB to 8 MiB a lap, of images and of other memory, in one piece or many, steady or not, under noise; and
/// as many runs with the noise alone.
struct LeakTrials {
  let count: Int
  let seed: UInt64
  let runs: PlantedRuns

  private static let smallest = 256 << 10
  /// Bytes to either side: five times the scatter of lap-end readings in this project's own replays.
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

  /// One in four has the smallest size; the others are up to 32 times as large.
  private func leak(_ index: Int, _ generator: inout SeededGenerator) -> PlantedLeak {
    let doublings = index.isMultiple(of: 4) ? 0 : Double(generator.within(0...5))
    var leak = PlantedLeak(
      bytesPerLap: Int(Double(Self.smallest) * pow(2, doublings)), isOfImages: index.isMultiple(of: 2))
    leak.pieces = index % 3 == 0 ? 1 : 8
    // The smallest stay steady, since variation would make them smaller at times.
    leak.variation = doublings == 0 ? 0 : Double(generator.within(0...0.5))
    leak.noiseBytes = Self.noiseBytes
    leak.seed = UInt64(index)
    return leak
  }

  /// Whether the growth rule finds a leak; a leak of 0 bytes leaves only noise.
  private func grows(_ leak: PlantedLeak, _ gate: Gate) throws -> Bool {
    var runs = runs
    runs.leak = leak
    return gate.check(try runs.result()).findings.contains { $0.rule == .growth && $0.verdict == .regression }
  }
}
