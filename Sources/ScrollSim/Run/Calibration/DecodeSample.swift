internal import Foundation
internal import GalleryKit
internal import Support

/// An image to decode, and the time and memory that it took.
struct DecodeSample: Sendable {
  let asset: Asset
  let specification: ImageSpecification
  /// The work that decoding is expected to be; `nil` for a degraded image.
  let estimate: DecodeEstimate?
  var milliseconds = 0.0
  /// The part of it in which the decoder had a processor; `nil` if the system does not say.
  var processorMilliseconds: Double?
  /// The most bytes of working memory; 0 while other decoders run, whose memory cannot be told apart.
  var scratchBytes = 0

  init(_ asset: Asset, as specification: ImageSpecification, isDegraded: Bool = false) {
    (self.asset, self.specification) = (asset, specification)
    estimate = isDegraded ? nil : ImageDecoder.estimate(asset, as: specification)
  }

  /// The same time for another asset.
  func of(_ other: Asset) -> DecodeSample {
    var sample = DecodeSample(other, as: specification)
    sample.milliseconds = milliseconds
    return sample
  }
}

extension DecodeSample {
  /// The measured time over the formula's; `nil` for degraded images and costs that a table lacks.
  func ratio(to costs: CostLookup) -> Double? {
    guard let estimate, let image = costs.image(asset.original.format, specification.resizeMode, estimate)
    else { return nil }
    let expected = image.milliseconds(estimate, byteCount: asset.original.byteCount)
    return expected > 0 ? milliseconds / expected : nil
  }

  /// The working memory of photos for each stored pixel, beyond the rows that every decoder holds, in bytes.
  static func scratchBytesPerPixel(of samples: [DecodeSample]) -> Double {
    let estimated = samples.compactMap { sample in sample.estimate.map { (sample.scratchBytes, $0) } }
    let pixels = estimated.reduce(0) { $0 + $1.1.storedPixels }
    let bytes = estimated.reduce(0) { $0 + max(0, $1.0 - $1.1.rowByteCount) }
    return pixels > 0 ? (Double(bytes) / Double(pixels)).rounded(toPlaces: 4) : 0
  }

  /// Decodes every sample in each of several rounds, and returns those that succeed, with their median times and their memory.
  ///
  /// A moment's other work shows in one round. In a spread of photos it would be a photo that is always slow.
  static func measured(
    _ samples: [DecodeSample], rounds: Int, workers: Int, decodeTime: Double = 1, pace: DevicePace? = nil,
    progress: (Double) -> Void = { _ in }
  ) -> [DecodeSample] {
    var decodes: [[DecodeSample]] = samples.map { _ in [] }
    for round in 0..<rounds {
      let ledger = MemoryLedger()
      let threads = DecodeThreads(workers: workers, ledger: ledger)
      let decoded = decode(
        samples, workers: workers, by: threads.slowed(by: decodeTime, to: pace), in: ledger
      ) {
        progress((Double(round) + $0) / Double(rounds))
      }
      for (index, sample) in decoded { decodes[index].append(sample) }
    }
    return decodes.compactMap { decodes in
      guard var sample = decodes.first, let median = decodes.map(\.milliseconds).median else { return nil }
      sample.milliseconds = median
      sample.processorMilliseconds = decodes.compactMap(\.processorMilliseconds).median
      sample.scratchBytes = decodes.map(\.scratchBytes).max() ?? 0
      return sample
    }
  }

  private static func decode(
    _ samples: [DecodeSample], workers: Int, by decoders: any DecodeExecuting, in ledger: MemoryLedger,
    progress: (Double) -> Void
  ) -> [Int: DecodeSample] {
    // Begins at 0, since a semaphore that ends below its first value traps.
    let free = DispatchSemaphore(value: 0)
    for _ in 0..<workers { free.signal() }
    let done = Locked<[Int: DecodeSample]>([:])
    for (index, sample) in samples.enumerated() {
      free.wait()
      progress(Double(index) / Double(samples.count))
      let job = DecodeJob(
        id: index, asset: sample.asset, specification: sample.specification,
        kind: sample.estimate == nil ? .degraded : .image)
      if workers == 1 { ledger.resetPeak() }
      decoders.start(job) { outcome in
        if case .success = outcome.result {
          var decoded = sample
          decoded.milliseconds = outcome.seconds * 1000
          decoded.processorMilliseconds = outcome.processorSeconds.map { $0 * 1000 }
          decoded.scratchBytes = workers == 1 ? ledger.snapshot.peakScratch : 0
          done.withLock { $0[index] = decoded }
        }
        free.signal()
      }
    }
    for _ in 0..<workers { free.wait() }
    return done.withLock { $0 }
  }
}
