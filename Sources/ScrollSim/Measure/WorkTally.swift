package import GalleryKit

/// Counts what an image manager does: decodes, cancellations, waste, and how long work took and waited.
package struct WorkTally: Sendable {
  package private(set) var decodes = 0
  package private(set) var decodedBytes = 0
  package private(set) var redecodes = 0
  package private(set) var duplicateDecodes = 0
  package private(set) var cancelledQueued = 0
  package private(set) var cancelledRunning = 0
  package private(set) var redundantStarts = 0
  package private(set) var wrongKeyMisses = 0
  package private(set) var prefetches = 0
  package private(set) var prefetchesShown = 0
  package private(set) var shownBytes = 0
  package private(set) var bytesRead = 0
  package private(set) var decodedPixels = 0
  /// Images that came from the thumbnail store.
  package private(set) var storeHits = 0
  package private(set) var storeReadBytes = 0
  /// What came over the network.
  package private(set) var downloads = DownloadTally()
  package private(set) var decodeMs: [Double] = []
  private var imageCount = 0
  private var imageSeconds = 0.0
  package private(set) var queueMs: [Double] = []
  /// Files that could not be decoded, with the reason, by asset.
  package private(set) var failures: [String: String] = [:]
  /// Whether memory ran out.
  package private(set) var ranOutOfMemory = false

  /// The last decode of a key that was not on screen yet.
  private struct Unseen {
    var byteCount: Int
    var isPrefetch: Bool
  }

  private var running: Set<ImageKey> = []
  private var enqueuedAt: [Int: Double] = [:]
  private var wasPrefetch: [ImageKey: Bool] = [:]
  private var unseen: [ImageKey: Unseen] = [:]
  private var decoded: Set<ImageKey> = []
  /// What images of photos in the cloud were made of, by path.
  private var originals: [ImageKey: String] = [:]

  package init() {}

  /// Whether the key's last decode began before its image was asked for.
  func cameByPrefetch(_ key: ImageKey) -> Bool { wasPrefetch[key] ?? false }

  /// An image of the key, or a degraded one if it is one's, is on screen.
  mutating func markShown(_ key: ImageKey) {
    if let path = originals[key] { downloads.use(path) }
    guard let decode = unseen.removeValue(forKey: key) else { return }
    shownBytes += decode.byteCount
    if decode.isPrefetch { prefetchesShown += 1 }
  }

  mutating func note(_ event: RunLog.Event, at now: Double) {
    switch event {
    case .requested(_, let availability, let isUnderOtherKey):
      if availability != .ready && isUnderOtherKey { wrongKeyMisses += 1 }
    case .enqueued(let job):
      enqueuedAt[job.id] = now
    case .started(let job, let isPrefetch):
      let waited = enqueuedAt.removeValue(forKey: job.id).map { (now - $0) * 1000 }
      guard job.key.kind == .image else { return }
      if let waited { queueMs.append(max(0, waited)) }
      if !running.insert(job.key).inserted { duplicateDecodes += 1 }
      wasPrefetch[job.key] = isPrefetch
      if isPrefetch { prefetches += 1 }
    case .finished(let job, .success(let made)):
      finish(job, made)
    case .finished(let job, .failure(let error)):
      if error.kind == .outOfMemory { ranOutOfMemory = true }
      guard job.key.kind == .image else { return }
      failures[job.key.asset] = error.reason
      running.remove(job.key)
    case .cancelledQueued(let job):
      enqueuedAt[job.id] = nil
      if job.key.kind == .image { cancelledQueued += 1 }
    case .cancelledRunning(let job):
      if job.key.kind == .image { cancelledRunning += 1 }
    case .startedCaching(_, let isRedundant):
      if isRedundant { redundantStarts += 1 }
    case .downloading(let job, let report):
      downloads.count(job, report)
    default: break
    }
  }

  /// How long a final image took in the mean, decoded or from the thumbnail store, in milliseconds; `nil` without any.
  var meanImageMs: Double? { imageCount > 0 ? imageSeconds / Double(imageCount) * 1000 : nil }

  private mutating func finish(_ job: RunLog.Job, _ made: RunLog.Made) {
    if job.key.kind == .image {
      imageCount += 1
      imageSeconds += made.seconds
    }
    if made.source == .thumbnailStore {
      // It was decoded some other time, and is no waste if it is never on screen.
      storeReadBytes += made.bytesRead
      guard job.key.kind == .image else { return }
      storeHits += 1
      unseen[job.key] = Unseen(byteCount: 0, isPrefetch: cameByPrefetch(job.key))
    } else {
      if let path = job.remotePath { originals[job.key] = path }
      bytesRead += made.bytesRead
      decodedPixels += made.decodedPixels
      guard job.key.kind == .image else { return }
      decodes += 1
      decodedBytes += made.byteCount
      decodeMs.append(made.seconds * 1000)
      if !decoded.insert(job.key).inserted { redecodes += 1 }
      unseen[job.key] = Unseen(byteCount: made.byteCount, isPrefetch: cameByPrefetch(job.key))
    }
    running.remove(job.key)
  }
}

/// What came over the network, and what of it was of use.
package struct DownloadTally: Sendable {
  /// Originals that came whole.
  package private(set) var downloads = 0
  /// Bytes that came, also those of downloads that were cancelled or failed.
  package private(set) var bytes = 0
  /// Of these, bytes of originals whose picture was on screen afterwards, if only as a degraded image.
  package private(set) var usedBytes = 0
  /// Downloads that were not wanted any more.
  package private(set) var cancelled = 0
  /// Tries that failed and were followed by another.
  package private(set) var retries = 0
  /// Downloads that were given up.
  package private(set) var failures = 0
  /// From the beginning of a download to its end, one entry for each original that came whole.
  package private(set) var milliseconds: [Double] = []
  /// Bytes that came and were of no use yet, by path.
  private var unused: [String: Int] = [:]

  package init() {}

  /// Counts what became of a download.
  package mutating func count(_ job: DownloadJob, _ report: DownloadReport) {
    switch report {
    case .progressed: break
    case .retrying: retries += 1
    case .ended(let outcome):
      bytes += outcome.receivedBytes
      unused[job.path, default: 0] += outcome.receivedBytes
      switch outcome.ending {
      case .done where job.goal == .whole:
        downloads += 1
        milliseconds.append(outcome.seconds * 1000)
      case .done: break
      case .cancelled: cancelled += 1
      case .failed: failures += 1
      }
    }
  }

  /// What was made of the original at this path is on screen.
  package mutating func use(_ path: String) { usedBytes += unused.removeValue(forKey: path) ?? 0 }
}
