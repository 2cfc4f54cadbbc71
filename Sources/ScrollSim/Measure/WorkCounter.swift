internal import GalleryKit

/// Counts what an image manager does: decodes, cancellations, waste, and how long work took and waited.
package struct WorkCounter: Sendable {
  package private(set) var counts = RunTally.Work()
  private(set) var downloads = RunTally.Downloads()
  /// Photos whose last image could not be made, with the reason, by asset.
  package private(set) var failures: [String: String] = [:]
  package private(set) var ranOutOfMemory = false

  private var running: Set<ImageKey> = []
  private var enqueuedAt: [Int: Double] = [:]
  private var wasPrefetch: [ImageKey: Bool] = [:]
  /// The last decode of each image that was not on screen yet.
  private var unseen: [ImageKey: (byteCount: Int, isPrefetch: Bool)] = [:]
  private var decoded: Set<ImageKey> = []
  /// The paths of the originals of images of photos in the cloud.
  private var originals: [ImageKey: String] = [:]
  /// Bytes that came over the network and are unused so far, by path.
  private var unusedBytes: [String: Int] = [:]

  /// Whether the key's last decode began before its image was asked for.
  func cameByPrefetch(_ key: ImageKey) -> Bool { wasPrefetch[key] ?? false }

  /// Notes that an image of the key, final or degraded, is on screen.
  mutating func markShown(_ key: ImageKey) {
    if let path = originals[key] { downloads.usedBytes += unusedBytes.removeValue(forKey: path) ?? 0 }
    guard let decode = unseen.removeValue(forKey: key) else { return }
    counts.shownBytes += decode.byteCount
    if decode.isPrefetch { counts.prefetchesShown += 1 }
  }

  mutating func note(_ event: RunLog.Event, at now: Double) {
    switch event {
    case .requested(_, let availability, let isUnderOtherKey):
      if availability != .ready && isUnderOtherKey { counts.wrongKeyMisses += 1 }
    case .enqueued(let job): enqueuedAt[job.id] = now
    case .started(let job, let isPrefetch):
      let waited = enqueuedAt.removeValue(forKey: job.id).map { (now - $0) * 1000 }
      guard job.key.kind == .image else { return }
      if let waited { counts.queueMs.append(max(0, waited)) }
      if !running.insert(job.key).inserted { counts.duplicateDecodes += 1 }
      wasPrefetch[job.key] = isPrefetch
      if isPrefetch { counts.prefetches += 1 }
    case .finished(let job, .success(let made)): finish(job, made)
    case .finished(let job, .failure(let error)):
      if error.kind == .outOfMemory { ranOutOfMemory = true }
      guard job.key.kind == .image else { return }
      failures[job.key.asset] = error.reason
      running.remove(job.key)
    case .cancelledQueued(let job):
      enqueuedAt[job.id] = nil
      if job.key.kind == .image { counts.cancelledQueued += 1 }
    case .cancelledRunning(let job): if job.key.kind == .image { counts.cancelledRunning += 1 }
    case .startedCaching(_, let isRedundant):
      if isRedundant { counts.redundantStarts += 1 }
    case .downloading(_, .retrying): downloads.retries += 1
    case .downloading(let job, .ended(let outcome)): finish(job, outcome)
    default: break
    }
  }

  private mutating func finish(_ job: RunLog.Job, _ made: RunLog.Made) {
    if let seconds = made.processorSeconds {
      counts.measuredSeconds += made.seconds
      counts.processorSeconds += seconds
    }
    if job.key.kind == .image {
      // An image that could not be downloaded, or was no longer stored, may come when it is requested again.
      failures[job.key.asset] = nil
      counts.imageCount += 1
      counts.imageSeconds += made.seconds
    }
    if made.source == .thumbnailStore {
      // It was decoded some other time, and is no waste if it is never on screen.
      counts.storeReadBytes += made.bytesRead
      guard job.key.kind == .image else { return }
      counts.storeHits += 1
      unseen[job.key] = (0, cameByPrefetch(job.key))
    } else {
      if let path = job.remotePath { originals[job.key] = path }
      counts.bytesRead += made.bytesRead
      counts.decodedPixels += made.decodedPixels
      guard job.key.kind == .image else { return }
      counts.decodes += 1
      counts.decodedBytes += made.byteCount
      counts.decodeMs.append(made.seconds * 1000)
      if !decoded.insert(job.key).inserted { counts.redecodes += 1 }
      unseen[job.key] = (made.byteCount, cameByPrefetch(job.key))
    }
    running.remove(job.key)
  }

  private mutating func finish(_ job: DownloadJob, _ outcome: DownloadOutcome) {
    downloads.bytes += outcome.receivedBytes
    unusedBytes[job.path, default: 0] += outcome.receivedBytes
    switch outcome.ending {
    case .done where job.goal == .whole:
      downloads.whole += 1
      downloads.milliseconds.append(outcome.seconds * 1000)
    case .done: break
    case .cancelled: downloads.cancelled += 1
    case .failed: downloads.failures += 1
    }
  }
}

/// The load that cells coming on screen put on decoders, frame by frame.
package enum LoadSeries {
  /// Arrivals of the second that ends with each frame × decode seconds of a final image ÷ decoders.
  ///
  /// The mean over the frames in which the grid moves is close to the metric `load`, which has no window of a
  /// second.
  package static func values(arrivals: [Int], refreshRate: Int, imageMs: Double, workers: Int) -> [Double] {
    var count = 0
    return arrivals.indices.map { frame in
      count += arrivals[frame] - (frame >= refreshRate ? arrivals[frame - refreshRate] : 0)
      return (Double(count) * imageMs / 1000 / Double(workers)).rounded(toPlaces: 3)
    }
  }
}
