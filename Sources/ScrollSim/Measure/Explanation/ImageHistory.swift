internal import GalleryKit

/// Records when each image was wanted, decoded and lost, and how busy decoders were.
struct ImageHistory: Sendable {
  private(set) var records: [ImageKey: ImageRecord] = [:]
  /// Milliseconds from wanted to decoded, one entry each time that an image was made.
  private(set) var wantedToReadyMs: [Double] = []
  /// Seconds that decoders have worked, added up over all of them.
  private(set) var busySeconds = 0.0
  /// The running jobs, oldest first; never more than there are decoders.
  private var running: [(job: Int, asset: String)] = []
  private var begunVisible = 0
  private var begunCached = 0
  private var busyUntil = 0.0

  var runningAssets: [String] { running.map(\.asset) }

  /// The current record of an image, including the jobs that began while it still waits.
  func record(of key: ImageKey) -> ImageRecord? {
    records[key]?.counted(visible: begunVisible, cached: begunCached)
  }

  mutating func advance(to now: Double) {
    // Threads may report a little out of order; time that was counted stays counted.
    guard now > busyUntil else { return }
    busySeconds += Double(running.count) * (now - busyUntil)
    busyUntil = now
  }

  /// Notes an event; only final images have records, degraded ones have none.
  mutating func note(_ event: RunLog.Event, at now: Double) {
    switch event {
    case .requested(let key, .running, _), .startedCaching(let key, _): records[key]?.isAbandoned = false
    case .enqueued(let job):
      guard job.key.kind == .image else { return }
      records[job.key, default: ImageRecord()].enqueue(at: now, visible: begunVisible, cached: begunCached)
    case .started(let job, let isPrefetch):
      advance(to: now)
      running.append((job.id, job.key.asset))
      records[job.key]?.leaveQueue(to: .running, at: now, visible: begunVisible, cached: begunCached)
      if isPrefetch && job.key.kind == .image { begunCached += 1 } else { begunVisible += 1 }
    case .finished(let job, let result):
      advance(to: now)
      running.removeAll { $0.job == job.id }
      switch result {
      case .success(let made):
        guard let waited = records[job.key]?.finish(at: now, from: made.source) else { return }
        wantedToReadyMs.append(waited * 1000)
      case .failure: records[job.key]?.enter(.failed, at: now)
      }
    case .cancelledQueued(let job):
      records[job.key]?.leaveQueue(to: .cancelled, at: now, visible: begunVisible, cached: begunCached)
    case .cancelledRunning(let job): records[job.key]?.isAbandoned = true
    case .evicted(let key, let reason): records[key]?.lose(LossReason(reason), at: now)
    default: break
    }
  }
}

extension LossReason {
  /// The result's term for an eviction reason of the cache.
  fileprivate init(_ reason: RequestEvent.EvictionReason) {
    self =
      switch reason {
      case .budget: .budget
      case .stopped: .stopped
      case .pressure: .pressure
      }
  }
}
