extension RequestEngine {
  /// Reads ahead originals that may be decoded later, the most urgent first.
  ///
  /// Originals on this machine go into the system's page cache; originals in the cloud are downloaded when the network has
  /// nothing more urgent to do. Downloaded originals count towards the storage budget and take no memory.
  package mutating func readAhead(_ assets: [Asset]) -> [Action] {
    for asset in assets where asset.failure == nil {
      if downloads.isAtHand(asset) {
        actions.append(.readAhead(asset))
      } else if downloads.limit > 0,
        let job = queue.prefetch(asset, key: .original(of: asset), original: .toBeDownloaded)
      {
        enqueued(job, isHeld: true)
      }
    }
    return decided()
  }

  /// Stops reading originals ahead; downloads that no other job waits for end.
  package mutating func stopReadingAhead(_ keys: [ImageKey]) -> [Action] {
    for key in keys { abandoned(queue.stopPrefetching(key)) }
    return decided()
  }

  package mutating func download(_ job: DownloadJob, _ report: DownloadReport) -> [Action] {
    actions.append(.observe(.downloading(job, report)))
    switch report {
    case .progressed(let byteCount, let expected):
      if let expected, expected > 0, job.goal == .whole {
        let fraction = min(1, Double(byteCount) / Double(expected))
        for key in downloads.waiting(for: job.path) where key.kind != .degraded {
          actions += queue.requests(for: key).map { .progress($0, fraction) }
        }
      }
      settle(downloads.progressed(job, byteCount: byteCount), nil)
    case .retrying:
      break
    case .ended(let outcome):
      var failure: DownloadError?
      if case .failed(let error) = outcome.ending { failure = error }
      settle(downloads.ended(job, outcome), failure)
    }
    return decided()
  }

  func access(to asset: Asset, for key: ImageKey, _ stored: StoredThumbnail) -> JobQueue.OriginalAccess {
    if downloads.isAtHand(key, of: asset) { return .atHand }
    switch (key.kind, stored) {
    case (.image, .exact), (.degraded, .exact), (.degraded, .other): return .notNeeded
    default: return .toBeDownloaded
    }
  }

  func staysInCloud(_ asset: Asset, _ options: ImageRequestOptions) -> Bool {
    !downloads.isAtHand(asset) && (!options.isNetworkAccessAllowed || downloads.limit == 0)
  }

  func inCloud(_ asset: Asset) -> ImageError {
    let reason =
      downloads.limit == 0
      ? "its original is in the cloud, and the manager downloads none"
      : "its original is in the cloud, and the request allowed no network access"
    return ImageError(reason, of: asset, kind: .inCloud)
  }

  /// A new job is in the queue: it waits for its original, or keeps it.
  mutating func enqueued(_ job: DecodeJob, isHeld: Bool) {
    if isHeld { downloads.hold(job) } else { downloads.keep(job) }
    actions.append(.observe(.enqueued(job)))
    if !isHeld, !job.kind.isDecoded { release(job.key) }
  }

  /// Releases a job with its original: it waits for a decoder, or begins if it needs none.
  private mutating func release(_ key: ImageKey) {
    guard key.kind == .original else { return queue.requeue(key, isHeld: false) }
    guard let job = queue.begin(key) else { return }
    // An original that was only read ahead has arrived.
    if queue.requests(for: key).isEmpty { takeBack(job) } else { actions.append(.read(job)) }
  }

  /// Handles a job, if any, that left the queue before it began, or that still runs although it is no longer wanted.
  mutating func abandoned(_ entry: JobQueue.Entry?) {
    guard let entry else { return }
    // It reads its original to the end.
    guard !entry.isRunning else { return actions.append(.observe(.cancelledRunning(entry.job))) }
    actions.append(.observe(.cancelledQueued(entry.job)))
    order(entry.isHeld ? downloads.leave(entry.job) : downloads.release(entry.job))
  }

  mutating func order(_ orders: [OriginalOrder]) { actions += orders.map { .order($0) } }

  private mutating func settle(_ ending: DownloadQueue.Ending, _ error: DownloadError?) {
    order(ending.orders)
    for key in ending.ready { release(key) }
    for key in ending.again { queue.requeue(key, isHeld: true) }
    // All of them leave the queue before any ends, so that no waiting one begins another download.
    let failed = ending.failed.compactMap { queue.begin($0) }
    for job in failed {
      downloads.keep(job)
      let failure = ImageError(
        error?.description ?? "its original could not be downloaded", of: job.asset, kind: .network)
      // The call also returns the actions so far.
      actions =
        job.kind.isDecoded
        ? finish(job, DecodeOutcome(result: .failure(failure), seconds: 0))
        : finish(job, reading: .failure(failure))
    }
  }
}
