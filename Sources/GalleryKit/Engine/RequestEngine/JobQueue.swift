internal import DequeModule

/// The jobs that are queued or running, one for each key.
///
/// They are in lanes: degraded images for cells on screen, images for cells on screen, degraded and full images to cache, in the
/// order of the caching window, and originals to read ahead. A ``RequestOrder`` chooses among them. Lanes for high-priority
/// requests come before all of these, and lanes for low priority after: a prefetch that such a request waits for is in both,
/// since no request delays an image. A job that waits for a download is held: it is in separate lanes of the same kinds, from
/// which downloads are taken first in, first out, and it enters the decoders' lanes when its original has arrived.
struct JobQueue: Sendable {
  enum OriginalAccess {
    case atHand
    case toBeDownloaded
    /// The thumbnail store has the wanted image.
    case notNeeded
  }

  private enum Lane: Int, CaseIterable {
    case highDegraded
    case high
    case degraded
    case visible
    case cachedDegraded
    case cached
    case ahead
    case lowDegraded
    case low

    /// An order chooses within one group; a later group gets its turn when no job of an earlier one can begin.
    static let groups: [[Lane]] = [
      [.highDegraded, .high], [.degraded, .visible, .cachedDegraded, .cached, .ahead], [.lowDegraded, .low],
    ]

    static let prefetches: [Lane] = [.cachedDegraded, .cached]
  }

  struct Waiter {
    let id: ImageRequestID
    var priority: ImageRequestOptions.Priority
  }

  struct Entry {
    let job: DecodeJob
    /// The requests that wait for it; none for a prefetch.
    var waiters: [Waiter] = []
    var isRunning = false
    var isHeld = false
    var position: Int?
    /// Whether it began without a request.
    var isPrefetch = false
    /// Whether a request has waited for it: the running job's image is a cell's.
    var isBookedForCell = false
    /// Whether it is wanted even without a request.
    var isWanted = false
    /// The numbers of its valid tickets, as a prefetch and for requests; others are left over from lanes that it has left.
    var prefetchTicket = -1
    var ticket = -1

    var requests: [ImageRequestID] { waiters.map(\.id) }
    var isForCell: Bool { !waiters.isEmpty }
    /// Whether it is among the prefetches; a request of low priority comes after them, and leaves it there.
    var isAmongPrefetches: Bool { isWanted && waiters.allSatisfy { $0.priority == .low } }
  }

  private struct Ticket {
    let job: DecodeJob
    let number: Int
  }

  private var jobs: [ImageKey: Entry] = [:]
  private var lanes: [Deque<Ticket>] = Lane.allCases.map { _ in [] }
  private var heldLanes: [Deque<Ticket>] = Lane.allCases.map { _ in [] }
  private var nextJob = 0
  private var nextTicket = 0

  private(set) var runningCount = 0
  /// Running jobs that began without a request.
  private(set) var prefetchingCount = 0
  /// Decoders that work on for jobs that have come back.
  var tailCount = 0
  private(set) var readingCount = 0
  /// The expected bytes of running jobs' images: those for cells, and those only to be cached.
  private(set) var cellByteCount = 0
  private(set) var prefetchByteCount = 0

  var busyCount: Int { runningCount + tailCount }

  /// Whether nothing is running; queued jobs then wait for room.
  var isIdle: Bool { busyCount + readingCount == 0 }

  /// Tickets in the decoders' lanes, left-over ones included: in each lane, at most 65 more than twice the jobs.
  var ticketCount: Int { lanes.reduce(0) { $0 + $1.count } }

  /// Whether a prefetch waits, or may wait: left-over tickets also count.
  var hasQueuedPrefetches: Bool {
    Lane.prefetches.contains { !lanes[$0.rawValue].isEmpty || !heldLanes[$0.rawValue].isEmpty }
  }

  func availability(of key: ImageKey) -> RequestEvent.Availability {
    guard let entry = jobs[key] else { return .absent }
    return entry.isRunning ? .running : .queued
  }

  /// Makes the request wait for a job, and returns the job if it is new.
  mutating func join(
    _ id: ImageRequestID, asset: Asset, key: ImageKey, at position: Int? = nil,
    priority: ImageRequestOptions.Priority = .normal, original: OriginalAccess = .atHand
  ) -> DecodeJob? {
    let known = jobs[key]
    var entry = known ?? makeEntry(asset, key, original)
    entry.position = position ?? entry.position
    entry.waiters.append(Waiter(id: id, priority: priority))
    if entry.isRunning { passToCell(&entry) }
    update(entry)
    return known == nil ? entry.job : nil
  }

  mutating func setPriority(_ priority: ImageRequestOptions.Priority, of id: ImageRequestID, key: ImageKey) {
    guard var entry = jobs[key], let index = entry.waiters.firstIndex(where: { $0.id == id }) else { return }
    entry.waiters[index].priority = priority
    update(entry)
  }

  /// Ends the request's wait, and returns the job if it is no longer wanted.
  mutating func leave(_ id: ImageRequestID, key: ImageKey, isWanted: Bool) -> Entry? {
    guard var entry = jobs[key], let index = entry.waiters.firstIndex(where: { $0.id == id }) else {
      return nil
    }
    entry.waiters.remove(at: index)
    entry.isWanted = isWanted
    return updateOrDrop(entry)
  }

  /// Makes a job wanted without a request, and returns the job if it is new.
  mutating func prefetch(
    _ asset: Asset, key: ImageKey, at position: Int? = nil, original: OriginalAccess = .atHand
  ) -> DecodeJob? {
    let known = jobs[key]
    var entry = known ?? makeEntry(asset, key, original)
    entry.position = entry.position ?? position
    entry.isWanted = true
    update(entry)
    return known == nil ? entry.job : nil
  }

  /// Stops prefetching an image, and returns the job if no request waits for it either.
  mutating func stopPrefetching(_ key: ImageKey) -> Entry? {
    guard var entry = jobs[key] else { return nil }
    entry.isWanted = false
    return updateOrDrop(entry)
  }

  /// Orders the prefetches: these keys first, in this order, then the rest.
  mutating func prioritize(_ keys: [ImageKey]) {
    let rest = Lane.prefetches.map { ($0.rawValue, lanes[$0.rawValue], heldLanes[$0.rawValue]) }
    for (lane, _, _) in rest { (lanes[lane], heldLanes[lane]) = ([], []) }
    for key in keys {
      guard var entry = jobs[key], !entry.isRunning, entry.isAmongPrefetches else { continue }
      entry.prefetchTicket = enter(prefetchLane(of: entry), entry)
      jobs[key] = entry
    }
    for (lane, tickets, held) in rest {
      lanes[lane] += tickets.filter { jobs[$0.job.key]?.prefetchTicket == $0.number }
      heldLanes[lane] += held.filter { entry(of: $0, isHeld: true) != nil }
    }
  }

  /// The jobs from which an order chooses the next to begin; empty if none is queued or has room in memory.
  mutating func candidates(
    _ sight: RequestOrder.Sight, hasRoom: (DecodeJob, _ isForCell: Bool) -> Bool
  ) -> [Entry] {
    for group in Lane.groups {
      var waiting = candidates(in: group, sight)
      waiting.removeAll { !hasRoom($0.job, $0.isForCell) }
      if !waiting.isEmpty { return waiting }
    }
    return []
  }

  mutating func start(_ job: DecodeJob) {
    guard begin(job.key) != nil, var entry = jobs[job.key] else {
      preconditionFailure("job \(job.id) is not queued")
    }
    entry.isPrefetch = entry.waiters.isEmpty
    if entry.isPrefetch { prefetchingCount += 1 } else { passToCell(&entry) }
    jobs[job.key] = entry
  }

  private mutating func candidates(in group: [Lane], _ sight: RequestOrder.Sight) -> [Entry] {
    var candidates: [Entry] = []
    for lane in group {
      dropLeftOvers(of: lane, atBothEnds: sight == .newest)
      let tickets = lanes[lane.rawValue]
      guard !tickets.isEmpty else { continue }
      let isPrefetch = Lane.prefetches.contains(lane)
      switch sight {
      case .oldest: add(tickets.prefix(1), most: 1, to: &candidates)
      case .newest: add(isPrefetch ? tickets.prefix(1) : tickets.suffix(1), most: 1, to: &candidates)
      case .all where isPrefetch: add(tickets, most: RequestOrder.mostPrefetches, to: &candidates)
      case .all:
        var newest: [Entry] = []
        add(tickets.reversed(), most: RequestOrder.mostForCells, to: &newest)
        candidates += newest.reversed()
      }
    }
    return candidates
  }

  private func add(_ tickets: some Sequence<Ticket>, most: Int, to candidates: inout [Entry]) {
    let end = candidates.count + most
    for ticket in tickets {
      guard candidates.count < end else { return }
      guard let entry = entry(of: ticket) else { continue }
      candidates.append(entry)
    }
  }

  private mutating func dropLeftOvers(of lane: Lane, atBothEnds: Bool) {
    while let first = lanes[lane.rawValue].first, entry(of: first) == nil {
      lanes[lane.rawValue].removeFirst()
    }
    guard atBothEnds else { return }
    while let last = lanes[lane.rawValue].last, entry(of: last) == nil { lanes[lane.rawValue].removeLast() }
  }

  /// The job of a valid ticket, if it waits: for a decoder, or for a download if it `isHeld`.
  private func entry(of ticket: Ticket, isHeld: Bool = false) -> Entry? {
    guard let entry = jobs[ticket.job.key], !entry.isRunning, entry.isHeld == isHeld,
      ticket.number == entry.ticket || ticket.number == entry.prefetchTicket
    else { return nil }
    return entry
  }

  // MARK: Downloads

  /// Takes the next job that needs a download, or `nil` if none waits; the job stays held.
  mutating func nextHeld(readsAhead: Bool) -> DecodeJob? {
    for lane in Lane.allCases where lane != .ahead || readsAhead {
      while let ticket = heldLanes[lane.rawValue].popFirst() {
        if let entry = entry(of: ticket, isHeld: true) { return entry.job }
      }
    }
    return nil
  }

  /// Moves a job whose download has ended to the decoders' lanes, or holds it again if that brought it too little.
  mutating func requeue(_ key: ImageKey, isHeld: Bool) {
    guard var entry = jobs[key], entry.isHeld else { return }
    entry.isHeld = isHeld
    // It leaves all lanes.
    jobs[key] = nil
    update(entry)
  }

  /// Begins a job out of turn: one that needs no decoder, or that will ``finish(_:)`` without its original.
  mutating func begin(_ key: ImageKey) -> DecodeJob? {
    guard var entry = jobs[key], !entry.isRunning else { return nil }
    entry.isHeld = false
    entry.isRunning = true
    prefetchByteCount += entry.job.byteCount
    if key.kind.isDecoded { runningCount += 1 } else { readingCount += 1 }
    jobs[key] = entry
    return entry.job
  }

  func requests(for key: ImageKey) -> [ImageRequestID] { jobs[key]?.requests ?? [] }

  mutating func finish(_ job: DecodeJob) -> [ImageRequestID] {
    guard let entry = jobs[job.key], entry.isRunning, entry.job.id == job.id else {
      preconditionFailure("job \(job.id) came back without having been started")
    }
    jobs[job.key] = nil
    if job.key.kind.isDecoded { runningCount -= 1 } else { readingCount -= 1 }
    if entry.isBookedForCell { cellByteCount -= job.byteCount } else { prefetchByteCount -= job.byteCount }
    if entry.isPrefetch { prefetchingCount -= 1 }
    return entry.requests
  }

  /// Books a running job's image for a cell, even if the cell leaves before it arrives.
  private mutating func passToCell(_ entry: inout Entry) {
    guard !entry.isBookedForCell else { return }
    entry.isBookedForCell = true
    prefetchByteCount -= entry.job.byteCount
    cellByteCount += entry.job.byteCount
  }

  private mutating func makeEntry(_ asset: Asset, _ key: ImageKey, _ original: OriginalAccess) -> Entry {
    defer { nextJob += 1 }
    let job = DecodeJob(id: nextJob, asset: asset, key: key, needsOriginal: original != .notNeeded)
    return Entry(job: job, isHeld: original == .toBeDownloaded)
  }

  private func prefetchLane(of entry: Entry) -> Lane? {
    guard entry.isAmongPrefetches else { return nil }
    return switch entry.job.kind {
    case .original: .ahead
    case .degraded: .cachedDegraded
    case .image: .cached
    }
  }

  /// The lane of a job for its requests; `nil` if it has none.
  private func lane(of entry: Entry) -> Lane? {
    switch (entry.waiters.lazy.map(\.priority).max(), entry.job.kind) {
    case (nil, _): nil
    case (.high, .degraded): .highDegraded
    case (.high, _): .high
    case (.normal, .degraded): .degraded
    case (.normal, _): .visible
    case (.low, .degraded): .lowDegraded
    case (.low, _): .low
    }
  }

  /// Stores a job; one that does not run moves to its lanes, but keeps its place in those that it is already in.
  private mutating func update(_ changed: Entry) {
    var entry = changed
    if !entry.isRunning {
      let known = jobs[entry.job.key]
      let (ahead, lane) = (prefetchLane(of: entry), lane(of: entry))
      if ahead != known.flatMap({ prefetchLane(of: $0) }) { entry.prefetchTicket = enter(ahead, entry) }
      if lane != known.flatMap({ self.lane(of: $0) }) { entry.ticket = enter(lane, entry) }
    }
    jobs[entry.job.key] = entry
  }

  /// Puts a job into a lane, if it has one, and returns the number of its ticket there.
  private mutating func enter(_ lane: Lane?, _ entry: Entry) -> Int {
    defer { nextTicket += 1 }
    guard let lane else { return nextTicket }
    let ticket = Ticket(job: entry.job, number: nextTicket)
    // An order may leave a job waiting for ever, and with it the left-over tickets around it.
    if lanes[lane.rawValue].count > 2 * jobs.count + 64 {
      lanes[lane.rawValue] = Deque(lanes[lane.rawValue].filter { self.entry(of: $0) != nil })
    }
    if heldLanes[lane.rawValue].count > 2 * jobs.count + 64 {
      heldLanes[lane.rawValue] = Deque(
        heldLanes[lane.rawValue].filter { self.entry(of: $0, isHeld: true) != nil })
    }
    if entry.isHeld { heldLanes[lane.rawValue].append(ticket) } else { lanes[lane.rawValue].append(ticket) }
    return ticket.number
  }

  /// Drops a job that nobody wants any more, and returns it; a running one stays known until it comes back, so that its key is
  /// not decoded twice at the same time.
  private mutating func updateOrDrop(_ entry: Entry) -> Entry? {
    guard entry.waiters.isEmpty, !entry.isWanted else {
      update(entry)
      return nil
    }
    jobs[entry.job.key] = entry.isRunning ? entry : nil
    return entry
  }
}
