package import GalleryKit
internal import Locking

/// Counts what an image manager does: decodes, cancellations, waste, and how long work took and waited.
package final class RequestCounter: ImageManagerObserving {
  /// Everything that was counted so far.
  package struct Counts: Sendable {
    package var decodes = 0
    package var decodedBytes = 0
    package var redecodes = 0
    package var duplicateDecodes = 0
    package var failedDecodes = 0
    package var previews = 0
    package var cancelledQueued = 0
    package var cancelledRunning = 0
    package var redundantStarts = 0
    package var wrongKeyMisses = 0
    package var prefetches = 0
    package var prefetchesShown = 0
    package var shownBytes = 0
    package var bytesRead = 0
    package var decodedPixels = 0
    /// Images that came from the thumbnail store.
    package var storeHits = 0
    package var storeReadBytes = 0
    /// `nil` without a store.
    package var storeWrittenBytes: Int?
    /// Whether the scenario compares stores.
    package var comparesStores = false
    /// What came over the network.
    package var downloads = DownloadCounts()
    package var decodeMs: [Double] = []
    package var queueMs: [Double] = []
    /// Files that could not be decoded, with the reason, by asset.
    package var failures: [String: String] = [:]
    /// Whether memory ran out.
    package var ranOutOfMemory = false
  }

  /// The last decode of a key that nobody has seen yet.
  fileprivate struct Unseen {
    var byteCount: Int
    var isPrefetch: Bool
  }

  fileprivate struct State {
    var counts = Counts()
    var running: Set<ImageKey> = []
    var enqueuedAt: [Int: Double] = [:]
    var wasPrefetch: [ImageKey: Bool] = [:]
    var unseen: [ImageKey: Unseen] = [:]
    var decoded: Set<ImageKey> = []
    /// What images of photos in the cloud were made of, by path.
    var originals: [ImageKey: String] = [:]
  }

  private let state = Locked(State())
  private let time: any TimeSource

  package init(time: any TimeSource) { self.time = time }

  /// What was counted so far.
  package var counts: Counts { state.withLock { $0.counts } }

  /// An image of the key, or a preview if it is a preview's, is on screen.
  package func markShown(_ key: ImageKey) {
    state.withLock { state in
      if let path = state.originals[key] { state.counts.downloads.use(path) }
      guard let decode = state.unseen.removeValue(forKey: key) else { return }
      state.counts.shownBytes += decode.byteCount
      if decode.isPrefetch { state.counts.prefetchesShown += 1 }
    }
  }

  /// Whether the key's last decode began before anybody asked for its image.
  package func cameByPrefetch(_ key: ImageKey) -> Bool {
    state.withLock { $0.wasPrefetch[key] ?? false }
  }

  /// See `ImageManagerObserving`.
  package func observe(_ event: RequestEvent) {
    let now = time.now
    state.withLock { $0.count(event, at: now) }
  }
}

extension RequestCounter.State {
  fileprivate mutating func count(_ event: RequestEvent, at now: Double) {
    switch event {
    case .requested(_, let availability, let isUnderOtherKey):
      if availability != .ready && isUnderOtherKey { counts.wrongKeyMisses += 1 }
    case .enqueued(let job):
      enqueuedAt[job.id] = now
    case .started(let job, let isPrefetch):
      let waited = enqueuedAt.removeValue(forKey: job.id).map { (now - $0) * 1000 }
      guard job.kind == .image else { return }
      if let waited { counts.queueMs.append(max(0, waited)) }
      if !running.insert(job.key).inserted { counts.duplicateDecodes += 1 }
      wasPrefetch[job.key] = isPrefetch
      if isPrefetch { counts.prefetches += 1 }
    case .finished(let job, let outcome):
      finish(job, outcome)
    case .cancelledQueued(let job):
      enqueuedAt[job.id] = nil
      if job.kind == .image { counts.cancelledQueued += 1 }
    case .cancelledRunning(let job):
      if job.kind == .image { counts.cancelledRunning += 1 }
    case .startedCaching(_, let isRedundant):
      if isRedundant { counts.redundantStarts += 1 }
    case .downloading(let job, let report):
      counts.downloads.count(job, report)
    case .stoppedCaching, .evicted:
      break
    }
  }

  private mutating func finish(_ job: DecodeJob, _ outcome: DecodeOutcome) {
    switch outcome.result {
    case .success(let image):
      guard outcome.source != .thumbnailStore else {
        finishStored(job, image)
        return
      }
      if job.asset.isRemote { originals[job.key] = job.asset.original.path }
      counts.bytesRead += image.bytesRead
      counts.decodedPixels += image.decodedPixels
      guard job.kind == .image else {
        counts.previews += 1
        return
      }
      counts.decodes += 1
      counts.decodedBytes += image.pixels.byteCount
      counts.decodeMs.append(outcome.seconds * 1000)
      if !decoded.insert(job.key).inserted { counts.redecodes += 1 }
      unseen[job.key] = .init(byteCount: image.pixels.byteCount, isPrefetch: wasPrefetch[job.key] ?? false)
    case .failure(let error):
      if error.kind == .outOfMemory { counts.ranOutOfMemory = true }
      guard job.kind == .image else { return }
      counts.failedDecodes += 1
      counts.failures[job.asset.localIdentifier] = error.reason
    }
    running.remove(job.key)
  }

  /// What was stored was decoded some other time, and is no waste if nobody looks at it.
  private mutating func finishStored(_ job: DecodeJob, _ image: DecodedImage) {
    counts.storeReadBytes += image.bytesRead
    guard job.kind == .image else {
      counts.previews += 1
      return
    }
    running.remove(job.key)
    counts.storeHits += 1
    unseen[job.key] = .init(byteCount: 0, isPrefetch: wasPrefetch[job.key] ?? false)
  }
}
