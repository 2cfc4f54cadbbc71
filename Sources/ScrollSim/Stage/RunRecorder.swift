package import GalleryKit
internal import Support

/// Records the events of an image manager and a stage, from any thread.
package final class RunRecorder: ImageManagerObserving {
  private struct State {
    var entries: [RunLog.Entry] = []
    /// The entries for which memory is reserved; `nil` where nobody asks how much the log takes.
    var reserved: Int?
    /// Bytes beside the entries themselves.
    var payloadBytes = 0
  }

  private let log = Locked(State())
  private let time: any TimeSource

  package init(time: any TimeSource) { self.time = time }

  /// Takes the entries so far; later ones begin a new log.
  package func take() -> [RunLog.Entry] {
    log.withLock { log in
      defer { log.entries = [] }
      return log.entries
    }
  }

  /// Reserves room for a run of `frames` frames, and counts the log's bytes from now on.
  package func reserve(frames: Int) {
    log.withLock { log in
      let (room, count) = (RunLog.Entry(time: 0, event: .traceEnded), frames * 16)
      // Written once, so that the process has the pages from the start, and memory grows with the payloads
      // alone.
      log.entries = Array(repeating: room, count: count)
      log.entries.removeAll(keepingCapacity: true)
      log.reserved = count
    }
  }

  /// Bytes of the log's entries and their payloads in memory; 0 if nothing is reserved.
  package var byteCount: Int {
    log.withLock { log in
      guard let reserved = log.reserved else { return 0 }
      return max(reserved, log.entries.count) * MemoryLayout<RunLog.Entry>.stride + log.payloadBytes
    }
  }

  func note(_ event: RunLog.Event) {
    let now = time.now
    log.withLock { log in
      log.entries.append(RunLog.Entry(time: now, event: event))
      if log.reserved != nil { log.payloadBytes += event.payloadBytes }
    }
  }

  package func observe(_ event: RequestEvent) { note(RunLog.Event(event)) }
}

extension RunLog.Event {
  /// The bytes that the system allots for what the event refers to and nothing else does: its own boxes and
  /// arrays.
  fileprivate var payloadBytes: Int {
    /// An object has a header of two words, and the allocator one more; it allots by 16 bytes.
    func allotted(_ byteCount: Int) -> Int { max(32, (byteCount + 8 + 15) / 16 * 16) }
    func box<Value>(_: Value.Type) -> Int { allotted(16 + MemoryLayout<Value>.size) }
    func array<Element>(_ elements: [Element]) -> Int {
      elements.isEmpty ? 0 : allotted(32 + elements.capacity * MemoryLayout<Element>.stride)
    }
    switch self {
    case .finished: return box((RunLog.Job, Result<RunLog.Made, ImageError>).self)
    case .downloading: return box((DownloadJob, DownloadReport).self)
    case .appeared: return box((Int, ImageKey, Stage.Frame).self)
    case .shown(let view): return box(RunLog.View.self) + array(view.cells)
    default: return 0
    }
  }

  /// The part of a request event that the log keeps.
  fileprivate init(_ event: RequestEvent) {
    switch event {
    case .requested(let key, let availability, let isUnderOtherKey):
      self = .requested(key, availability, isUnderOtherKey: isUnderOtherKey)
    case .enqueued(let job): self = .enqueued(RunLog.Job(job))
    case .started(let job, let isPrefetch): self = .started(RunLog.Job(job), isPrefetch: isPrefetch)
    case .finished(let job, let outcome):
      self = .finished(RunLog.Job(job), outcome.result.map { RunLog.Made($0, of: outcome) })
    case .cancelledQueued(let job): self = .cancelledQueued(RunLog.Job(job))
    case .cancelledRunning(let job): self = .cancelledRunning(RunLog.Job(job))
    case .startedCaching(let key, let isRedundant): self = .startedCaching(key, isRedundant: isRedundant)
    case .evicted(let key, let reason): self = .evicted(key, reason)
    case .downloading(let job, let report): self = .downloading(job, report)
    case .stoppedCaching(let key): self = .stoppedCaching(key)
    }
  }
}

extension RunLog.Job {
  fileprivate init(_ job: DecodeJob) {
    self.init(id: job.id, key: job.key, remotePath: job.asset.isRemote ? job.asset.original.path : nil)
  }
}

extension RunLog.Made {
  fileprivate init(_ image: DecodedImage, of outcome: DecodeOutcome) {
    self.init(
      source: outcome.source, seconds: outcome.seconds, processorSeconds: outcome.processorSeconds,
      byteCount: image.pixels.byteCount, bytesRead: image.bytesRead, decodedPixels: image.decodedPixels)
  }
}
