package import GalleryKit
internal import Support

package struct JobCost: Hashable, Sendable {
  package var outputSize: PixelSize
  package var seconds: Double
  /// Bytes of working memory that the decoder holds meanwhile.
  package var scratchBytes: Int
  /// Pixels that the decoder produces, before cropping and resizing.
  package var decodedPixels: Int
  package var bytesRead: Int
}

package protocol JobCosting: Sendable {
  /// The cost of a job while `busyWorkers` decoders are busy, this one included.
  func cost(of job: DecodeJob, busyWorkers: Int) -> Result<JobCost, ImageError>

  /// Seconds to read an asset's stored thumbnail of `byteCount` bytes, and to write it.
  func storeSeconds(of asset: Asset, byteCount: Int) -> (read: Double, write: Double)
}

extension JobCosting {
  /// Zero, for costs without stores.
  package func storeSeconds(of asset: Asset, byteCount: Int) -> (read: Double, write: Double) { (0, 0) }
}

/// Simulates decoding on a model's clock: books memory, and after the job's time frees it and delivers an image without pixels.
///
/// With a thumbnail store, a job looks there first, and writes its result in its tail.
package final class ModelDecoder: DecodeExecuting {
  private struct State {
    var busyWorkers = 0
    var seconds = 0.0
    var writtenBytes = 0
  }

  private let clock: ModelClock
  private let costs: any JobCosting
  private let ledger: MemoryLedger
  private let thumbnails: ModelThumbnails?
  private let state = Locked(State())

  package init(
    clock: ModelClock, costs: any JobCosting, ledger: MemoryLedger, thumbnails: ModelThumbnails? = nil
  ) {
    self.clock = clock
    self.costs = costs
    self.ledger = ledger
    self.thumbnails = thumbnails
  }

  package var storeWrittenBytes: Int { state.withLock { $0.writtenBytes } }

  package func storedThumbnail(for key: ImageKey, of asset: Asset) -> StoredThumbnail {
    thumbnails?.stored(for: key, of: asset) ?? .none
  }

  /// Seconds of decoding so far, over all decoders.
  package var decodeSeconds: Double { state.withLock { $0.seconds } }

  package func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
    let busyWorkers = state.withLock { state in
      state.busyWorkers += 1
      return state.busyWorkers
    }
    if let entry = thumbnails?.use(for: job) {
      let cost = JobCost(
        outputSize: entry.size, seconds: costs.storeSeconds(of: job.asset, byteCount: entry.length).read,
        scratchBytes: 0, decodedPixels: 0, bytesRead: entry.length)
      clock.schedule(after: 0) { [self] in begin(job, cost, from: .thumbnailStore, completion) }
      return
    }
    guard job.needsOriginal else {
      let error = ImageError(
        asset: job.asset.localIdentifier,
        reason: "its thumbnail is no longer stored, and its original is not here")
      return fail(error, completion)
    }
    let source: ImageSource = job.kind == .image ? .original : .embeddedThumbnail
    switch costs.cost(of: job, busyWorkers: busyWorkers) {
    case .failure(let error): fail(error, completion)
    case .success(let cost):
      // Memory is booked after the caller's work at this moment, as by a thread that must wake up and open a file first.
      clock.schedule(after: 0) { [self] in begin(job, cost, from: source, completion) }
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
      completion(
        DecodeOutcome(
          result: .success(image), seconds: cost.seconds, source: source,
          tail: source == .original ? write(job, cost.outputSize) : nil))
    }
  }

  /// Begins to write an image to the store; `nil` if it is not to be kept.
  private func write(_ job: DecodeJob, _ size: PixelSize) -> DecodeTail? {
    guard let entry = thumbnails?.entry(for: job, size: size) else { return nil }
    let seconds = costs.storeSeconds(of: job.asset, byteCount: entry.length).write
    state.withLock { state in
      state.writtenBytes += entry.length
      state.seconds += seconds
    }
    let tail = DecodeTail()
    clock.schedule(after: seconds) { [thumbnails] in
      thumbnails?.insert(job, size: size)
      tail.end()
    }
    return tail
  }
}

/// The thumbnail store of a model: the index of a real one, without its files.
package final class ModelThumbnails: Sendable {
  private let index: Locked<ThumbnailIndex>

  package init(byteLimit: Int) { index = Locked(ThumbnailIndex(byteLimit: byteLimit)) }

  package func stored(for key: ImageKey, of asset: Asset) -> StoredThumbnail {
    guard let key = ThumbnailKey(asset: asset, specification: key.specification) else { return .none }
    return index.withLock { $0.stored(for: key) }
  }

  /// The thumbnail that a real store would give for the job.
  func use(for job: DecodeJob) -> ThumbnailIndex.Entry? {
    guard let key = ThumbnailKey(asset: job.asset, specification: job.specification) else { return nil }
    return index.withLock { job.kind == .image ? $0.use(key) : $0.useNearest(to: key) }
  }

  /// The thumbnail that a real store would write for an image of that size.
  func entry(for job: DecodeJob, size: PixelSize) -> ThumbnailIndex.Entry? {
    guard let key = ThumbnailKey(asset: job.asset, specification: job.specification),
      !job.asset.isInFullSize(size, as: job.specification)
    else { return nil }
    let entry = ThumbnailIndex.Entry(key, size: size)
    return index.withLock { index in
      entry.byteCount <= index.byteLimit && index.stored(for: key) != .exact ? entry : nil
    }
  }

  /// Stores a thumbnail, and evicts others for it.
  func insert(_ job: DecodeJob, size: PixelSize) {
    guard let entry = entry(for: job, size: size) else { return }
    index.withLock { index in
      _ = index.makeRoom(for: entry.byteCount)
      _ = index.insert(entry)
    }
  }
}
