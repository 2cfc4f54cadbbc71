internal import BenchReport
internal import GalleryKit

/// Memory that grows lap over lap.
package struct PlantedLeak: Hashable, Sendable {
  /// How much is kept with each lap, on average.
  package var bytesPerLap: Int
  /// Whether what is kept are images, which the ledger counts; otherwise only the process knows.
  package var isOfImages: Bool
  /// In how many pieces a lap's share is kept, spread over its frames.
  package var pieces = 1
  /// How much the shares of laps vary, 0…1 of the average, drawn from the seed.
  package var variation = 0.0
  /// How noisy the process's own memory is, in bytes to either side.
  package var noiseBytes = 0
  /// Draws shares and noise.
  package var seed: UInt64 = 0

  /// The leak in words.
  var words: String {
    "\(bytesPerLap) bytes a lap of \(isOfImages ? "images" : "other memory") in \(pieces) pieces, varying by "
      + "\(Int(variation * 100)) %"
  }
}

/// Keeps memory while a run goes on.
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
  /// What the process keeps, without images.
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

  /// A frame is shown; keeps what is due until then.
  func frame(at time: Double) {
    guard let current = lapStarts.lastIndex(where: { $0 <= time }) else { return }
    if current != lap {
      (lap, kept) = (current, 0)
      share = Double(leak.bytesPerLap) * (1 + leak.variation * Double(generator.within(-1...1)))
    }
    // Ahead of the lap's end, whose last frame is the one that counts.
    let progress = min(1, (time - lapStarts[current]) / (lapSeconds * 0.9))
    while Double(kept) < progress * Double(leak.pieces) {
      kept += 1
      keep(Int(share / Double(leak.pieces)))
    }
  }

  /// What the process holds beyond images, with its noise.
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
