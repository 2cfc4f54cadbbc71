internal import DequeModule

/// The jobs that are queued or running, one for each key, and the order in which they begin.
///
/// Three lanes, each served only when those before it are empty: previews for cells on screen, images for cells on
/// screen, and what is only to be cached. The first two are first in, first out; the last one is in the
/// order of the caching window.
struct JobQueue: Sendable {
  /// A job that nobody wants any more.
  enum Abandoned {
    case queued(DecodeJob)
    case running(DecodeJob)

    var event: RequestEngine.Action {
      switch self {
      case .queued(let job): .observe(.cancelledQueued(job))
      case .running(let job): .observe(.cancelledRunning(job))
      }
    }
  }

  private enum Lane: Int, CaseIterable {
    case preview
    case visible
    case cached
  }

  private struct Entry {
    let job: DecodeJob
    var requests: [ImageRequestID] = []
    var isRunning = false
    /// Which of its tickets in the lanes counts; others are left over from lanes that it has left.
    var ticket = 0
  }

  private struct Ticket {
    let key: ImageKey
    let number: Int
  }

  private var jobs: [ImageKey: Entry] = [:]
  private var lanes: [Deque<Ticket>] = Lane.allCases.map { _ in [] }
  private var nextJob = 0
  private var nextTicket = 0

  /// Jobs at the executor.
  private(set) var runningCount = 0

  /// Whether nothing is queued or running.
  var isEmpty: Bool { jobs.isEmpty }

  /// Whether a job waits in the last lane, or may; left-over tickets count.
  var hasQueuedPrefetches: Bool { !lanes[Lane.cached.rawValue].isEmpty }

  /// How far the job for this key is.
  func availability(of key: ImageKey) -> RequestEvent.Availability {
    guard let entry = jobs[key] else { return .absent }
    return entry.isRunning ? .running : .queued
  }

  /// Lets the request wait for a job, and returns the job if it is a new one.
  mutating func join(_ id: ImageRequestID, asset: Asset, key: ImageKey) -> DecodeJob? {
    let known = jobs[key]
    var entry = known ?? makeEntry(asset, key)
    let wasAsked = !entry.requests.isEmpty
    entry.requests.append(id)
    if !entry.isRunning && !wasAsked { enter(key.kind == .preview ? .preview : .visible, &entry) }
    jobs[key] = entry
    return known == nil ? entry.job : nil
  }

  /// Lets the request wait no longer, and returns the job if nobody is left who wants it.
  mutating func leave(_ id: ImageRequestID, key: ImageKey, isWanted: Bool) -> Abandoned? {
    guard var entry = jobs[key], let index = entry.requests.firstIndex(of: id) else { return nil }
    entry.requests.remove(at: index)
    guard entry.requests.isEmpty else {
      jobs[key] = entry
      return nil
    }
    if isWanted {
      if !entry.isRunning { enter(.cached, &entry) }
      jobs[key] = entry
      return nil
    }
    return abandon(entry)
  }

  /// Queues a job that nobody waits for, and returns the job if it is a new one.
  mutating func prefetch(_ asset: Asset, key: ImageKey) -> DecodeJob? {
    guard jobs[key] == nil else { return nil }
    var entry = makeEntry(asset, key)
    enter(.cached, &entry)
    jobs[key] = entry
    return entry.job
  }

  /// The image need not be cached any more; returns the job if nobody waits for it either.
  mutating func stopPrefetching(_ key: ImageKey) -> Abandoned? {
    guard let entry = jobs[key], entry.requests.isEmpty else { return nil }
    return abandon(entry)
  }

  /// Orders the last lane: these keys first, in this order, then what else is in it.
  mutating func prioritize(_ keys: [ImageKey]) {
    let rest = lanes[Lane.cached.rawValue]
    lanes[Lane.cached.rawValue] = []
    for key in keys {
      guard var entry = jobs[key], !entry.isRunning, entry.requests.isEmpty else { continue }
      enter(.cached, &entry)
      jobs[key] = entry
    }
    for ticket in rest where jobs[ticket.key]?.ticket == ticket.number {
      lanes[Lane.cached.rawValue].append(ticket)
    }
  }

  /// Takes the job that is to begin next, or `nil` if none is queued.
  mutating func startNext() -> (job: DecodeJob, isPrefetch: Bool)? {
    for lane in Lane.allCases {
      while let ticket = lanes[lane.rawValue].popFirst() {
        guard var entry = jobs[ticket.key], entry.ticket == ticket.number, !entry.isRunning else {
          continue
        }
        entry.isRunning = true
        runningCount += 1
        jobs[ticket.key] = entry
        return (entry.job, entry.requests.isEmpty)
      }
    }
    return nil
  }

  /// The job came back; returns who waits for it.
  mutating func finish(_ job: DecodeJob) -> [ImageRequestID] {
    guard let entry = jobs[job.key], entry.isRunning, entry.job.id == job.id else {
      preconditionFailure("job \(job.id) came back without having been started")
    }
    jobs[job.key] = nil
    runningCount -= 1
    return entry.requests
  }

  private mutating func makeEntry(_ asset: Asset, _ key: ImageKey) -> Entry {
    defer { nextJob += 1 }
    return Entry(job: DecodeJob(id: nextJob, asset: asset, key: key))
  }

  private mutating func enter(_ lane: Lane, _ entry: inout Entry) {
    entry.ticket = nextTicket
    nextTicket += 1
    lanes[lane.rawValue].append(Ticket(key: entry.job.key, number: entry.ticket))
  }

  /// A running job stays known until it comes back, so that its key is not decoded twice at a time.
  private mutating func abandon(_ entry: Entry) -> Abandoned {
    jobs[entry.job.key] = entry.isRunning ? entry : nil
    return entry.isRunning ? .running(entry.job) : .queued(entry.job)
  }
}
