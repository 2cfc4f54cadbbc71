package import GalleryKit
internal import Locking

/// What one job costs in a model.
package struct JobCost: Hashable, Sendable {
  /// The image.
  package var outputSize: PixelSize
  /// Seconds that decoding takes.
  package var seconds: Double
  /// Bytes of working memory that the decoder holds meanwhile.
  package var scratchBytes: Int
  /// Pixels that the decoder produces, before cropping and resizing.
  package var decodedPixels: Int
  /// Bytes read from the original.
  package var bytesRead: Int
}

/// Knows what decoding costs.
package protocol JobCosting: Sendable {
  /// What the job costs if so many decoders are busy, this one included.
  func cost(of job: DecodeJob, busyWorkers: Int) -> Result<JobCost, ImageError>

  /// Seconds that it takes to read an asset's stored thumbnail of so many bytes, and to write it.
  func storeSeconds(of asset: Asset, byteCount: Int) -> (read: Double, write: Double)
}

extension JobCosting {
  /// None, for costs that are asked about no stores.
  package func storeSeconds(of asset: Asset, byteCount: Int) -> (read: Double, write: Double) { (0, 0) }
}

/// Decodes nothing: books the memory that a decoder would take, and gives it back with an image without pixels once
/// its time is over on a model's clock.
///
/// With a thumbnail store, a job looks there first, and writes what it decoded; the worker is not free before.
package final class ModelDecoder: DecodeExecuting {
  private struct State {
    var busyWorkers = 0
    var seconds = 0.0
    /// When workers that have handed over their image are done with writing it.
    var writesEnd: [Double] = []
    var writtenBytes = 0

    /// How long a job that comes in now waits for a worker that is writing; 0 if another one is free.
    mutating func delay(of workers: Int, at now: Double) -> Double {
      writesEnd.removeAll { $0 <= now }
      guard busyWorkers + writesEnd.count > workers, let first = writesEnd.min() else { return 0 }
      writesEnd.removeAll { $0 == first }
      return first - now
    }
  }

  private let clock: ModelClock
  private let costs: any JobCosting
  private let ledger: MemoryLedger
  private let workers: Int
  private let thumbnails: ModelThumbnails?
  private let state = Locked(State())

  /// Makes decoders.
  ///
  /// - Parameters:
  ///   - workers: how many there are; only looked at with a store.
  ///   - thumbnails: the thumbnail store; none by default.
  package init(
    clock: ModelClock, costs: any JobCosting, ledger: MemoryLedger, workers: Int = 1,
    thumbnails: ModelThumbnails? = nil
  ) {
    self.clock = clock
    self.costs = costs
    self.ledger = ledger
    self.workers = workers
    self.thumbnails = thumbnails
  }

  /// Bytes of thumbnails that were written.
  package var storeWrittenBytes: Int { state.withLock { $0.writtenBytes } }

  package func storedThumbnail(for key: ImageKey, of asset: Asset) -> StoredThumbnail {
    thumbnails?.stored(for: key, of: asset) ?? .none
  }

  /// Seconds of decoding so far, over all decoders.
  package var decodeSeconds: Double { state.withLock { $0.seconds } }

  package func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
    let now = clock.now
    let (busyWorkers, delay) = state.withLock { state in
      state.busyWorkers += 1
      return (state.busyWorkers, state.delay(of: workers, at: now))
    }
    if let entry = thumbnails?.use(for: job) {
      let cost = JobCost(
        outputSize: entry.size, seconds: costs.storeSeconds(of: job.asset, byteCount: entry.length).read,
        scratchBytes: 0, decodedPixels: 0, bytesRead: entry.length)
      clock.schedule(after: delay) { [self] in begin(job, cost, from: .thumbnailStore, completion) }
      return
    }
    guard job.needsOriginal else {
      let error = ImageError(
        asset: job.asset.localIdentifier,
        reason: "its thumbnail is not stored any more, and its original not here")
      return fail(error, completion)
    }
    let source: ImageSource = job.kind == .image ? .original : .embeddedThumbnail
    switch costs.cost(of: job, busyWorkers: busyWorkers) {
    case .failure(let error): fail(error, completion)
    case .success(let cost):
      // Memory is taken when the caller is done with what it does at this moment, as a thread that must
      // wake up and open a file first would.
      clock.schedule(after: delay) { [self] in begin(job, cost, from: source, completion) }
    }
  }

  private func fail(_ error: ImageError, _ completion: @escaping @Sendable (DecodeOutcome) -> Void) {
    clock.schedule(after: 0) { [self] in
      state.withLock { $0.busyWorkers -= 1 }
      completion(DecodeOutcome(result: .failure(error), seconds: 0))
    }
  }

  private func begin(
    _ job: DecodeJob, _ cost: JobCost, from source: ImageSource,
    _ completion: @escaping @Sendable (DecodeOutcome) -> Void
  ) {
    let image = DecodedImage(
      pixels: PixelBuffer(accounting: cost.outputSize, ledger: ledger), bytesRead: cost.bytesRead,
      decodedPixels: cost.decodedPixels)
    ledger.add(cost.scratchBytes, to: .scratch, of: job.asset.label)
    clock.schedule(after: cost.seconds) { [self] in
      ledger.remove(cost.scratchBytes, from: .scratch, of: job.asset.label)
      state.withLock { state in
        state.busyWorkers -= 1
        state.seconds += cost.seconds
      }
      let writes = source == .original && write(job, cost.outputSize)
      completion(DecodeOutcome(result: .success(image), seconds: cost.seconds, source: source))
      if writes { thumbnails?.insert(job, size: cost.outputSize) }
    }
  }

  /// Keeps the worker busy with writing, if there is something to write.
  private func write(_ job: DecodeJob, _ size: PixelSize) -> Bool {
    guard let entry = thumbnails?.entry(for: job, size: size) else { return false }
    let seconds = costs.storeSeconds(of: job.asset, byteCount: entry.length).write
    let end = clock.now + seconds
    state.withLock { state in
      state.writesEnd.append(end)
      state.writtenBytes += entry.length
      state.seconds += seconds
    }
    return true
  }

  /// Nothing: costs are those of files in the page cache, so that reading ahead what is on this machine gains nothing.
  package func readAhead(_ asset: Asset) {}
}
