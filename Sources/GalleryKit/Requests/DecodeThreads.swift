internal import Foundation
public import GalleryEngine
internal import Locking

/// Runs decode jobs on threads of its own: what apps and replays use.
///
/// The threads live as long as the object. Dedicated threads, because a dispatch queue would never run more jobs at
/// a time than there are cores, whatever a scenario asks for.
public final class DecodeThreads: DecodeExecuting {
  private typealias Work = @Sendable () -> Void

  /// The queue and its bell, shared with the threads, which must not keep the executor alive.
  private final class Mailbox: Sendable {
    private struct State {
      var work: [Work] = []
      /// Work that was posted and has not returned.
      var openCount = 0
      var isClosed = false
    }

    private let state = Locked(State())
    private let bell = DispatchSemaphore(value: 0)

    func post(_ work: @escaping Work) {
      state.withLock { state in
        state.work.append(work)
        state.openCount += 1
      }
      bell.signal()
    }

    /// Whether all work has returned, and holds nothing any more.
    var isIdle: Bool { state.withLock { $0.openCount == 0 } }

    func finish() { state.withLock { $0.openCount -= 1 } }

    func close(threads: Int) {
      state.withLock { $0.isClosed = true }
      for _ in 0..<threads { bell.signal() }
    }

    /// Takes work, if there is any that no thread has taken.
    func take() -> Work? {
      guard bell.wait(timeout: .now()) == .success else { return nil }
      return state.withLock { $0.work.isEmpty ? nil : $0.work.removeFirst() }
    }

    /// Waits for work; `nil` when there will be none any more.
    func next() -> Work? {
      while true {
        bell.wait()
        let (work, isClosed) = state.withLock { state in
          (state.work.isEmpty ? nil : state.work.removeFirst(), state.isClosed)
        }
        if work != nil || isClosed { return work }
      }
    }
  }

  private let mailbox = Mailbox()
  private let workers: Int
  private let ledger: MemoryLedger
  /// Where images are looked for first, and kept after they were decoded.
  private let store: ThumbnailStore?

  /// Starts the threads.
  ///
  /// - Parameters:
  ///   - workers: how many; at least 1.
  ///   - ledger: where images and the decoders' working memory are booked.
  ///   - store: keeps thumbnails; none by default.
  public init(workers: Int, ledger: MemoryLedger, store: ThumbnailStore? = nil) {
    precondition(workers > 0, "decoding needs at least one thread")
    self.workers = workers
    self.ledger = ledger
    self.store = store
    for number in 0..<workers {
      BackgroundThread.start(named: "decode \(number)", stackSize: 1 << 20) { [mailbox] in
        while let work = mailbox.next() {
          work()
          mailbox.finish()
        }
      }
    }
  }

  deinit { mailbox.close(threads: workers) }

  /// See ``DecodeExecuting``.
  public var isIdle: Bool { mailbox.isIdle }

  /// See ``DecodeExecuting``.
  public func start(_ job: DecodeJob, completion: @escaping @Sendable (DecodeOutcome) -> Void) {
    mailbox.post { [ledger, store] in
      let clock = ContinuousClock()
      let start = clock.now
      let stored = StoredImage(of: job.asset, as: job.specification, in: store)
      let (result, source) = Self.run(job, stored, ledger: ledger)
      let elapsed = start.duration(to: clock.now).components
      completion(
        DecodeOutcome(
          result: result, seconds: Double(elapsed.seconds) + Double(elapsed.attoseconds) / 1e18,
          source: source))
      // Last of all, so that nobody waits for the disk.
      if source == .original, case .success(let image) = result { stored?.keep(image) }
    }
  }

  /// See ``DecodeExecuting``.
  public func storedThumbnail(for key: ImageKey, of asset: Asset) -> StoredThumbnail {
    guard let store, let key = ThumbnailKey(asset: asset, specification: key.specification) else {
      return .none
    }
    return store.stored(for: key)
  }

  /// See ``DecodeExecuting``.
  public func perform(_ work: @escaping @Sendable () -> Void) { mailbox.post(work) }

  /// See ``DecodeExecuting``.
  public func help() -> Bool {
    guard let work = mailbox.take() else { return false }
    work()
    mailbox.finish()
    return true
  }

  /// See ``DecodeExecuting``.
  public func readAhead(_ asset: Asset) {
    OriginalFile.readAhead(path: asset.original.path)
  }

  private static func run(
    _ job: DecodeJob, _ stored: StoredImage?, ledger: MemoryLedger
  ) -> (Result<DecodedImage, ImageError>, ImageSource) {
    if let image = stored?.image(for: job.kind, ledger: ledger) { return (.success(image), .thumbnailStore) }
    let source: ImageSource = job.kind == .image ? .original : .embeddedThumbnail
    return (decode(job, ledger: ledger), source)
  }

  private static func decode(_ job: DecodeJob, ledger: MemoryLedger) -> Result<DecodedImage, ImageError> {
    do {
      switch job.kind {
      case .image:
        return .success(
          try ImageDecoder.decode(
            path: job.asset.original.path, as: job.specification, adjustments: job.asset.adjustments,
            ledger: ledger))
      case .preview:
        let thumbnail = try ImageDecoder.preview(
          path: OriginalFile.previewPath(of: job.asset.original), as: job.specification,
          adjustments: job.asset.adjustments, ledger: ledger)
        guard let thumbnail else {
          return .failure(
            ImageError(asset: job.asset.localIdentifier, reason: "the original carries no stand-in any more")
          )
        }
        return .success(thumbnail)
      case .original: preconditionFailure("an original is read, not decoded")
      }
    } catch {
      return .failure(ImageError(error, of: job.asset))
    }
  }
}

extension ImageManager {
  /// Makes a manager that decodes on threads of its own.
  ///
  /// - Parameters:
  ///   - configuration: how the manager works.
  ///   - thumbnailStore: keeps thumbnails; none by default.
  public convenience init(
    configuration: Configuration = Configuration(), thumbnailStore: ThumbnailStore? = nil
  ) {
    let ledger = MemoryLedger()
    self.init(
      configuration: configuration, ledger: ledger,
      executor: DecodeThreads(workers: configuration.decodeWorkers, ledger: ledger, store: thumbnailStore))
  }
}
