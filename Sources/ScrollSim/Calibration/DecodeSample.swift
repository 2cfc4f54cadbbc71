internal import BenchReport
internal import Foundation
internal import GalleryKit
internal import Threading

/// An image to decode, and the time that it took.
struct DecodeSample: Sendable {
  let asset: Asset
  let specification: ImageSpecification
  /// The work that decoding is expected to be; `nil` for a degraded image.
  let estimate: DecodeEstimate?
  var milliseconds = 0.0
  /// The part of it in which the decoder had a processor; `nil` if the system does not say.
  var processorMilliseconds: Double?

  /// A final image to decode.
  init(_ asset: Asset, as specification: ImageSpecification) {
    (self.asset, self.specification) = (asset, specification)
    estimate = ImageDecoder.estimate(asset, as: specification)
  }

  /// A degraded image to decode.
  init(degraded asset: Asset, as specification: ImageSpecification) {
    (self.asset, self.specification, estimate) = (asset, specification, nil)
  }

  /// The same time for another asset.
  func of(_ other: Asset) -> DecodeSample {
    var sample = DecodeSample(other, as: specification)
    sample.milliseconds = milliseconds
    return sample
  }
}

extension DecodeSample {
  /// The milliseconds of one decode, and those of them with a processor.
  private struct Time: Sendable {
    let all: Double
    let processor: Double?
  }

  /// The measured time over the formula's; `nil` for degraded images and costs that a table lacks.
  func ratio(to costs: CostLookup) -> Double? {
    guard let estimate, let image = costs.image(asset.original.format, specification.resizeMode, estimate)
    else { return nil }
    let expected = image.milliseconds(estimate, byteCount: asset.original.byteCount)
    return expected > 0 ? milliseconds / expected : nil
  }

  /// Decodes every sample in each of several rounds, and returns those that succeed, with their median times.
  ///
  /// A moment's other work shows in one round. In a spread of photos it would be a photo that is always slow.
  ///
  /// - Parameters:
  ///   - workers: the number of concurrent decoders.
  ///   - decodeTime: the factor by which decoders are slower on purpose (``SlowedThreads``); 1 by default.
  ///   - progress: receives the completed share, 0…1.
  static func measured(
    _ samples: [DecodeSample], rounds: Int, workers: Int, decodeTime: Double = 1,
    progress: (Double) -> Void = { _ in }
  ) -> [DecodeSample] {
    var times: [[Time]] = samples.map { _ in [] }
    for round in 0..<rounds {
      let threads = DecodeThreads(workers: workers, ledger: MemoryLedger())
      let found = Self.times(of: samples, workers: workers, by: threads.slowed(by: decodeTime)) {
        progress((Double(round) + $0) / Double(rounds))
      }
      for (index, time) in found { times[index].append(time) }
    }
    return zip(samples, times).compactMap { sample, times in
      times.map(\.all).median.map { median in
        var sample = sample
        sample.milliseconds = median
        sample.processorMilliseconds = times.compactMap(\.processor).median
        return sample
      }
    }
  }

  /// Decodes the samples once, and returns the times of those that succeed, by index.
  private static func times(
    of samples: [DecodeSample], workers: Int, by decoders: any DecodeExecuting, progress: (Double) -> Void
  ) -> [Int: Time] {
    // Begins at 0, since a semaphore that ends below its first value traps.
    let free = DispatchSemaphore(value: 0)
    for _ in 0..<workers { free.signal() }
    let done = Locked<[Int: Time]>([:])
    for (index, sample) in samples.enumerated() {
      free.wait()
      progress(Double(index) / Double(samples.count))
      let job = DecodeJob(
        id: index, asset: sample.asset, specification: sample.specification,
        kind: sample.estimate == nil ? .degraded : .image)
      decoders.start(job) { outcome in
        if case .success = outcome.result {
          let time = Time(all: outcome.seconds * 1000, processor: outcome.processorSeconds.map { $0 * 1000 })
          done.withLock { $0[index] = time }
        }
        free.signal()
      }
    }
    for _ in 0..<workers { free.wait() }
    return done.withLock { $0 }
  }
}
