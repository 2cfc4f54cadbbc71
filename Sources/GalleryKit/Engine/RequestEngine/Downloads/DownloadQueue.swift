/// The network side of a ``RequestEngine``: the originals in flight, those on this machine, and the jobs that wait for them.
///
/// It knows jobs by their keys and originals by the present or future paths of their files. One original is downloaded once at a
/// time, for all jobs that wait for it. The ``JobQueue`` sets the order in which downloads begin.
struct DownloadQueue: Sendable {
  /// The effects of a download's end on the jobs that waited for it.
  struct Ending {
    var ready: [ImageKey] = []
    var failed: [ImageKey] = []
    /// They need another download.
    var again: [ImageKey] = []
    var orders: [OriginalOrder] = []
  }

  private struct Running {
    let job: DownloadJob
    var isCancelled = false
  }

  let limit: Int
  private(set) var storage: OriginalStorage
  private var running: [String: Running] = [:]
  private var held: [String: [ImageKey]] = [:]
  /// Originals of which the first bytes, enough for a degraded image, are on this machine.
  private var heads: Set<String> = []
  /// Originals that exceed the budget from the beginning; they are dropped when the first original comes.
  private var overdue: [OriginalStorage.Item] = []
  private var nextJob = 0
  private var nextOrder = 0

  init(limit: Int, storageBudget: Int, inventory: [OriginalStorage.Item]) {
    self.limit = limit
    storage = OriginalStorage(byteLimit: storageBudget)
    for item in inventory { overdue += storage.put(item) }
  }

  var isEmpty: Bool { running.isEmpty }
  var hasRoom: Bool { running.count < limit }

  /// Whether an original may be read ahead: half of the downloads are left to more urgent work.
  var hasRoomToReadAhead: Bool { running.count < max(1, limit / 2) }

  // MARK: Originals

  func isAtHand(_ asset: Asset) -> Bool {
    asset.original.remoteURL == nil || storage.hasAll(of: asset.original.path)
  }

  /// Whether the key's part of the asset's original is on this machine.
  func isAtHand(_ key: ImageKey, of asset: Asset) -> Bool {
    isAtHand(asset) || (key.kind == .degraded && heads.contains(asset.original.path))
  }

  /// Keeps the original of a job that will be decoded soon, until ``release(_:)``.
  mutating func keep(_ job: DecodeJob) {
    if needsFile(job) { storage.pin(job.asset.original.path) }
  }

  mutating func release(_ job: DecodeJob) -> [OriginalOrder] {
    needsFile(job) ? drop(storage.unpin(job.asset.original.path)) : []
  }

  /// Forgets the downloaded original of a job that found no file there, or a file that is no picture and has another size
  /// than the library knows, such as a login page; returns true if there was no file.
  mutating func forgetOriginal(of job: DecodeJob, after error: ImageError) -> Bool {
    let path = job.asset.original.path
    let isMissing = error.kind == .missing
    let isOther = error.kind == .unreadable && storage[path]?.byteCount != job.asset.original.byteCount
    guard isMissing || isOther, limit > 0, needsFile(job) else { return false }
    if storage.hasAll(of: path) {
      // Its place stays, for other jobs will release it, too.
      _ = storage.put(OriginalStorage.Item(path: path, byteCount: 0, isComplete: false))
    }
    return isMissing
  }

  private func needsFile(_ job: DecodeJob) -> Bool {
    job.needsOriginal && job.asset.original.remoteURL != nil
  }

  // MARK: Jobs that wait

  mutating func hold(_ job: DecodeJob) {
    held[job.asset.original.path, default: []].append(job.key)
  }

  /// Ends a job's wait; a download without waiting jobs is cancelled, and its bytes are kept.
  mutating func leave(_ job: DecodeJob) -> [OriginalOrder] {
    let path = job.asset.original.path
    held[path]?.removeAll { $0 == job.key }
    return cancelUnwanted(path)
  }

  func waiting(for path: String) -> [ImageKey] { held[path] ?? [] }

  private mutating func cancelUnwanted(_ path: String) -> [OriginalOrder] {
    guard held[path]?.isEmpty ?? true else { return [] }
    held[path] = nil
    guard let download = running[path], !download.isCancelled else { return [] }
    running[path]?.isCancelled = true
    return [order(.cancel(download.job))]
  }

  // MARK: Downloads

  /// Begins the download that the job waits for; nothing if its original is already in flight.
  mutating func begin(for job: DecodeJob) -> [OriginalOrder] {
    let original = job.asset.original
    guard let url = original.remoteURL, running[original.path] == nil else { return [] }
    let isHead = job.kind == .degraded
    let download = DownloadJob(
      id: nextJob, url: url, path: original.path, byteCount: original.byteCount,
      goal: isHead ? .head(byteCount: DownloadJob.headByteCount) : .whole)
    nextJob += 1
    running[original.path] = Running(job: download)
    let coming = isHead ? min(DownloadJob.headByteCount, original.byteCount) : original.byteCount
    let item = OriginalStorage.Item(
      path: original.path, byteCount: max(coming, storage[original.path]?.byteCount ?? 0), isComplete: false)
    let dropped = overdue + storage.put(item, isPinned: true)
    // A part that the download continues stays.
    overdue = []
    return drop(dropped.filter { $0.path != item.path }) + [order(.fetch(download))]
  }

  /// Records stored bytes; returns jobs for degraded images that now have all they need.
  mutating func progressed(_ job: DownloadJob, byteCount: Int) -> Ending {
    guard job.goal == .whole, byteCount >= DownloadJob.headByteCount else { return Ending() }
    heads.insert(job.path)
    var ending = Ending()
    take(job.path, degradedOnly: true, into: &ending.ready)
    for _ in ending.ready { storage.pin(job.path) }
    ending.orders = cancelUnwanted(job.path)
    return ending
  }

  mutating func ended(_ job: DownloadJob, _ outcome: DownloadOutcome) -> Ending {
    running[job.path] = nil
    let isHead = job.goal != .whole
    let isComplete = outcome.ending == .done && !isHead
    var ending = Ending()
    ending.orders = drop(
      storage.put(OriginalStorage.Item(path: job.path, byteCount: outcome.byteCount, isComplete: isComplete)))
    switch outcome.ending {
    case .done:
      if isHead { heads.insert(job.path) }
      take(job.path, degradedOnly: isHead, into: &ending.ready)
    case .failed: take(job.path, degradedOnly: isHead, into: &ending.failed)
    case .cancelled: break
    }
    ending.again = held[job.path] ?? []
    // Ready jobs pin the original before the download unpins it, so that it is not dropped in between.
    for _ in ending.ready { storage.pin(job.path) }
    ending.orders += drop(storage.unpin(job.path))
    if outcome.byteCount == 0 {
      storage.remove(job.path)
      heads.remove(job.path)
    }
    return ending
  }

  /// Takes the jobs that wait for the original, degraded images first.
  private mutating func take(_ path: String, degradedOnly: Bool, into keys: inout [ImageKey]) {
    let waiting = held.removeValue(forKey: path) ?? []
    let others = waiting.filter { $0.kind != .degraded }
    keys += waiting.filter { $0.kind == .degraded }
    if !degradedOnly { keys += others } else if !others.isEmpty { held[path] = others }
  }

  // MARK: Orders

  private mutating func drop(_ items: [OriginalStorage.Item]) -> [OriginalOrder] {
    items.map { item in
      heads.remove(item.path)
      return order(.drop(item))
    }
  }

  private mutating func order(_ task: OriginalOrder.Task) -> OriginalOrder {
    defer { nextOrder += 1 }
    return OriginalOrder(number: nextOrder, task: task)
  }
}
