package import GalleryEngine
internal import Support

/// Runs decode jobs on threads that live as long as the object, for apps and replays.
package final class DecodeThreads: DecodeExecuting {
  private let threads: BackgroundThreads
  private let codec: any ImageCodec
  private let ledger: MemoryLedger
  /// The store that is read first, and that keeps decoded images.
  private let store: ThumbnailStore?
  private let tails = Tails()

  /// Starts `workers` threads, at least one; `ledger` books images and the decoders' working memory.
  package init(workers: Int, codec: any ImageCodec, ledger: MemoryLedger, store: ThumbnailStore? = nil) {
    precondition(workers > 0, "decoding needs at least one thread")
    self.codec = codec
    self.ledger = ledger
    self.store = store
    threads = BackgroundThreads(workers, named: "decode", stackSize: 1 << 20)
  }

  package var isIdle: Bool { threads.isIdle }

  package func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
    threads.post { [codec, ledger, store, tails] in
      let start = SystemClock.monotonicSeconds
      let processorStart = SystemClock.threadSeconds
      let stored = StoredImage(of: job.asset, as: job.specification, in: store)
      let (result, source) = MemoryLedger.$photo.withValue(job.asset.label) {
        Self.run(job, stored, codec, ledger: ledger)
      }
      let seconds = SystemClock.monotonicSeconds - start
      var tail: DecodeTail?
      if source == .original, let stored, case .success(let image) = result {
        tail = tails.add { stored.keep(image) }
      }
      completion(
        DecodeOutcome(
          result: result, seconds: seconds, processorSeconds: SystemClock.threadSeconds - processorStart,
          source: source, tail: tail))
      // Last of all, so that no request waits for the disk.
      if let tail { tails.perform(tail) }
    }
  }

  package func storedThumbnail(for key: ImageKey, of asset: Asset) -> StoredThumbnail {
    guard let store, let key = ThumbnailKey(asset: asset, specification: key.specification) else {
      return .none
    }
    return store.stored(for: key)
  }

  package func perform(_ work: @escaping @Sendable () -> Void) { threads.post(work) }

  package func help() -> Bool { threads.help() || tails.help() }

  package func readAhead(_ asset: Asset) {
    // Costs the process no memory; the decoder reports a file that cannot be opened.
    (try? OpenFile(asset.original.path))?.readAhead()
  }

  private static func run(
    _ job: DecodeJob, _ stored: StoredImage?, _ codec: any ImageCodec, ledger: MemoryLedger
  ) -> (Result<DecodedImage, ImageError>, ImageSource) {
    precondition(job.kind != .original, "an original is read, not decoded")
    if let image = stored?.image(for: job.kind, ledger: ledger) { return (.success(image), .thumbnailStore) }
    let (asset, isDegraded) = (job.asset, job.kind == .degraded)
    let result = Result { () throws(ImageError) -> DecodedImage in
      do throws(CodecError) {
        let image =
          isDegraded
          ? try codec.degradedImage(
            path: asset.original.degradedImagePath, as: job.specification, adjustments: asset.adjustments,
            ledger: ledger)
          : try codec.decode(
            path: asset.original.path, as: job.specification, adjustments: asset.adjustments, ledger: ledger)
        if let image { return image }
      } catch {
        throw ImageError(error, of: asset)
      }
      throw ImageError("the original no longer has an embedded thumbnail", of: asset)
    }
    return (result, isDegraded ? .embeddedThumbnail : .original)
  }
}

/// The tails that have not begun.
///
/// A thread that waits for an image inside its job's completion does its tail meanwhile: until then the engine gives its decoder
/// no other job.
private final class Tails: Sendable {
  private let waiting = Locked<[(tail: DecodeTail, work: @Sendable () -> Void)]>([])

  func add(_ work: @escaping @Sendable () -> Void) -> DecodeTail {
    let tail = DecodeTail()
    waiting.withLock { $0.append((tail, work)) }
    return tail
  }

  /// Does the tail's work, unless another thread has taken it.
  func perform(_ tail: DecodeTail) { _ = performFirst { $0 === tail } }

  /// Does the work of any tail; false if none waits.
  func help() -> Bool { performFirst { _ in true } }

  private func performFirst(where isWanted: (DecodeTail) -> Bool) -> Bool {
    let next = waiting.withLock { waiting in
      waiting.firstIndex { isWanted($0.tail) }.map { waiting.remove(at: $0) }
    }
    guard let next else { return false }
    next.work()
    next.tail.end()
    return true
  }
}

extension ImageManager {
  /// Makes a manager that decodes with a codec on its own threads.
  package convenience init(
    configuration: Configuration, codec: any ImageCodec, thumbnailStore: ThumbnailStore?,
    originals: RemoteOriginals?
  ) {
    let ledger = MemoryLedger()
    self.init(
      configuration: configuration, ledger: ledger,
      executor: DecodeThreads(
        workers: configuration.decodeWorkers, codec: codec, ledger: ledger, store: thumbnailStore),
      codec: codec, originals: originals?.taken())
  }
}
