internal import GalleryKit

/// Says how much memory and processor time a run uses: bytes and seconds.
package protocol UsageGauge {
  /// Bytes in memory now.
  var residentBytes: Int { get }
  /// The most bytes since ``resetPeak()``.
  var peakResidentBytes: Int { get }
  /// The most bytes since then as far as that is known at once, frame by frame: what the device's limit is held against.
  var highestKnownBytes: Int { get }
  /// Processor time so far.
  var cpuSeconds: Double { get }
  /// Lets the high-water mark start again from now; returns whether it did.
  func resetPeak() -> Bool
}

extension ProcessUsage: UsageGauge {
  // The kernel's own mark costs too much to be read every frame.
  package var highestKnownBytes: Int { residentBytes }
}

/// What a process would use that held the model's images: what it has before the first one, and the ledger.
struct ModelUsage: UsageGauge {
  let baseBytes: Int
  let ledger: MemoryLedger
  let decoder: ModelDecoder

  var residentBytes: Int { baseBytes + ledger.snapshot.total }
  var peakResidentBytes: Int { baseBytes + ledger.snapshot.peak }
  var highestKnownBytes: Int { peakResidentBytes }
  /// Decoding alone.
  var cpuSeconds: Double { decoder.decodeSeconds }

  func resetPeak() -> Bool {
    ledger.resetPeak()
    return true
  }
}
