internal import BenchReport
package import GalleryKit
internal import Locking

/// Remembers of each image when it was wanted, decoded and lost, and how busy decoders were.
///
/// Each event costs one look-up of its key; no event costs more for what came before it.
package final class ImageHistory: ImageManagerObserving {
  struct State {
    var images: [ImageKey: ImageRecord] = [:]
    /// What is being decoded, oldest first; never more than there are decoders.
    var running: [(job: Int, asset: String)] = []
    var begunVisible = 0
    var begunCached = 0
    var busySeconds = 0.0
    var busyUntil = 0.0
    var wantedToReadyMs: [Double] = []
    var decodedBytes = 0.0
  }

  /// What was known of an image at one moment.
  struct Moment {
    var image: ImageRecord?
    var running: [String]
  }

  private let state = Locked(State())
  private let time: any TimeSource

  package init(time: any TimeSource) { self.time = time }

  /// See `ImageManagerObserving`.
  package func observe(_ event: RequestEvent) {
    switch event {
    // The most frequent ones, of which there is nothing to remember.
    case .stoppedCaching, .downloading, .requested(_, .ready, _), .requested(_, .queued, _),
      .requested(_, .absent, _):
      return
    default: break
    }
    let now = time.now
    state.withLock { $0.note(event, at: now) }
  }

  /// What is known of an image, and what is being decoded, now.
  func look(at key: ImageKey) -> Moment {
    state.withLock { Moment(image: $0.images[key], running: $0.running.map(\.asset)) }
  }

  /// What is known of an image now, with those counted that began while it still waits.
  func record(of key: ImageKey) -> ImageRecord? {
    state.withLock { state in
      state.images[key]?.counted(visible: state.begunVisible, cached: state.begunCached)
    }
  }

  /// Everything that is known of every image; in no order.
  var records: [ImageKey: ImageRecord] { state.withLock { $0.images } }

  /// Seconds that decoders have worked, added up over all of them, and the time now.
  var busy: (seconds: Double, now: Double) {
    let now = time.now
    return state.withLock { state in
      state.advance(to: now)
      return (state.busySeconds, now)
    }
  }

  /// From being wanted to being decoded, one entry an image.
  var wantedToReadyMs: [Double] { state.withLock { $0.wantedToReadyMs } }

  /// Bytes of all images that were decoded.
  var decodedBytes: Double { state.withLock { $0.decodedBytes } }
}

extension ImageHistory.State {
  mutating func advance(to now: Double) {
    // Threads may report a little out of order; time that was counted stays counted.
    guard now > busyUntil else { return }
    busySeconds += Double(running.count) * (now - busyUntil)
    busyUntil = now
  }

  mutating func note(_ event: RequestEvent, at now: Double) {
    switch event {
    case .requested(let key, .running, _), .startedCaching(let key, _):
      images[key]?.isAbandoned = false
    case .requested, .stoppedCaching, .downloading:
      break
    case .enqueued(let job):
      guard job.kind == .image else { return }
      images[job.key, default: ImageRecord()].enqueue(at: now, visible: begunVisible, cached: begunCached)
    case .started(let job, let isPrefetch):
      start(job, isPrefetch: isPrefetch, at: now)
    case .finished(let job, let outcome):
      finish(job, outcome, at: now)
    case .cancelledQueued(let job):
      guard job.kind == .image else { return }
      images[job.key]?.cancel(at: now, visible: begunVisible, cached: begunCached)
    case .cancelledRunning(let job):
      if job.kind == .image { images[job.key]?.isAbandoned = true }
    case .evicted(let key, _, let reason):
      // Stand-ins have no record here.
      images[key]?.lose(Self.loss(reason), at: now)
    }
  }

  private mutating func start(_ job: DecodeJob, isPrefetch: Bool, at now: Double) {
    advance(to: now)
    running.append((job.id, job.asset.localIdentifier))
    if job.kind == .image {
      images[job.key]?.start(at: now, visible: begunVisible, cached: begunCached)
    }
    if isPrefetch && job.kind == .image { begunCached += 1 } else { begunVisible += 1 }
  }

  private mutating func finish(_ job: DecodeJob, _ outcome: DecodeOutcome, at now: Double) {
    advance(to: now)
    running.removeAll { $0.job == job.id }
    switch outcome.result {
    case .success(let image):
      images[job.key.of(.image), default: ImageRecord()].noteCost(outcome.seconds, of: job.kind)
      guard job.kind == .image else { return }
      decodedBytes += Double(image.pixels.byteCount)
      if let waited = images[job.key]?.finish(at: now, from: outcome.source) {
        wantedToReadyMs.append(waited * 1000)
      }
    case .failure:
      if job.kind == .image { images[job.key]?.enter(.failed, at: now) }
    }
  }
}
