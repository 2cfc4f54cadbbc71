internal import GalleryKit
internal import SystemCalls

/// Threads that work on after each image: a decoder that is slower on purpose, for more load or to test whether it is noticed.
struct SlowedThreads: DecodeExecuting {
  let honest: DecodeThreads
  /// The factor of each image's decode time.
  let factor: Double

  func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
    honest.start(job) { [factor] outcome in
      // Still on the thread that decoded. Others may take its processor meanwhile, as they may while it decodes.
      let more = (outcome.processorSeconds ?? 0) * (factor - 1)
      let (begin, processorBegin) = (SystemClock.monotonicSeconds, SystemClock.threadSeconds)
      while SystemClock.threadSeconds < processorBegin + more {}
      completion(
        DecodeOutcome(
          result: outcome.result, seconds: outcome.seconds + SystemClock.monotonicSeconds - begin,
          processorSeconds: outcome.processorSeconds.map { $0 + more }, source: outcome.source,
          tail: outcome.tail))
    }
  }

  var isIdle: Bool { honest.isIdle }

  func perform(_ work: @escaping @Sendable () -> Void) { honest.perform(work) }

  func readAhead(_ asset: Asset) { honest.readAhead(asset) }

  func storedThumbnail(for key: ImageKey, of asset: Asset) -> StoredThumbnail {
    honest.storedThumbnail(for: key, of: asset)
  }

  func help() -> Bool { honest.help() }
}

extension DecodeThreads {
  /// These threads, slower by a factor; themselves where it is at most 1, since they cannot be faster.
  func slowed(by factor: Double) -> any DecodeExecuting {
    factor > 1 ? SlowedThreads(honest: self, factor: factor) : self
  }
}
