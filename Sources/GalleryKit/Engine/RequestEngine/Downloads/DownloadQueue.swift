/// The network side of a ``RequestEngine``: the originals on their way, those at hand, and the jobs that wait for them.
///
/// It knows jobs by their keys and originals by the present or future paths of their files. One original is downloaded once at a
/// time, for all jobs that wait for it. The ``JobQueue`` sets the order in which downloads begin.
struct DownloadQueue: Sendable {
  /// The effects of a download's end on the jobs that waited for it.
  struct Ending {
    /// Their bytes are at hand.
    var ready: [ImageKey] = []
    /// Their bytes are unavailable.
    var failed: [ImageKey] = []
    /// They need another download.
    var again: [ImageKey] = []
    /// The orders that follow.
    var orders: [OriginalOrder] = []
  }

  private struct Running {
    let job: DownloadJob
    var isCancelled = false
  }

  /// Downloads at a time.
  let limit: Int
  private(set) var storage: OriginalStorage
  private var running: [String: Running] = [:]
  private var held: [String: [ImageKey]] = [:]
  /// Originals whose first bytes are at hand, as far as a degraded image needs them.
  private var heads: Set<String> = []
  /// Originals beyond the budget from the beginning; they go when the first original comes.
  private var overdue: [OriginalStorage.Item] = []
  private var nextJob = 0
  private var nextOrder = 0

  /// Makes an idle queue.
  ///
  /// - Parameters:
  ///   - limit: downloads at a time; 0 without a fetcher.
  ///   - storageBudget: bytes of originals to keep.
  ///   - inventory: originals already stored, the least recently used first.
  init(limit: Int, storageBudget: Int, inventory: [OriginalStorage.Item]) {
    self.limit = limit
    storage = OriginalStorage(byteLimit: storageBudget)
    for item in inventory { overdue += storage.put(item) }
  }

  /// Whether no download is running.
  var isEmpty: Bool { running.isEmpty }

  /// Whether another download may begin.
  var hasRoom: Bool { running.count < limit }

  /// Whether an original may be read ahead: half of the downloads are left to more urgent work.
  var hasRoomToReadAhead: Bool { running.count < max(1, limit / 2) }

  // MARK: Originals

  /// Whether all of the asset's original is on this machine.
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

  /// Releases the job's kept original.
  mutating func release(_ job: DecodeJob) -> [OriginalOrder] {
    needsFile(job) ? drop(storage.unpin(job.asset.original.path)) : []
  }

  private func needsFile(_ job: DecodeJob) -> Bool {
    job.needsOriginal && job.asset.original.remoteURL != nil
  }

  // MARK: Jobs that wait

  /// The job waits for its original.
  mutating func hold(_ job: DecodeJob) {
    held[job.asset.original.path, default: []].append(job.key)
  }

  /// Ends a job's wait; a download without waiting jobs is cancelled, and its bytes are kept.
  mutating func leave(_ job: DecodeJob) -> [OriginalOrder] {
    let path = job.asset.original.path
    held[path]?.removeAll { $0 == job.key }
    return cancelUnwanted(path)
  }

  /// The jobs that wait for this original.
  func waiting(for path: String) -> [ImageKey] { held[path] ?? [] }

  private mutating func cancelUnwanted(_ path: String) -> [OriginalOrder] {
    guard held[path]?.isEmpty ?? true else { return [] }
    held[path] = nil
    guard let download = running[path], !download.isCancelled else { return [] }
    running[path]?.isCancelled = true
    return [order(.cancel(download.job))]
  }

  // MARK: Downloads

  /// Begins the download that the job waits for; nothing if its original is on its way already.
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
    // A part that is continued stays.
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

  /// Ends a download.
  mutating func ended(_ job: DownloadJob, _ outcome: DownloadOutcome) -> Ending {
    running[job.path] = nil
    let isComplete = outcome.ending == .done && job.goal == .whole
    var ending = Ending()
    ending.orders = drop(
      storage.put(OriginalStorage.Item(path: job.path, byteCount: outcome.byteCount, isComplete: isComplete)))
    switch (outcome.ending, job.goal) {
    case (.done, .whole):
      take(job.path, into: &ending.ready)
    case (.done, .head):
      heads.insert(job.path)
      take(job.path, degradedOnly: true, into: &ending.ready)
    case (.failed, .whole):
      take(job.path, into: &ending.failed)
    case (.failed, .head):
      take(job.path, degradedOnly: true, into: &ending.failed)
    case (.cancelled, _):
      break
    }
    ending.again = held[job.path] ?? []
    // Ready jobs pin the original before the download unpins it, whatever must go then.
    for _ in ending.ready { storage.pin(job.path) }
    ending.orders += drop(storage.unpin(job.path))
    if outcome.byteCount == 0 {
      storage.remove(job.path)
      heads.remove(job.path)
    }
    return ending
  }

  /// Takes the jobs that wait for the original, degraded images first.
  private mutating func take(_ path: String, degradedOnly: Bool = false, into keys: inout [ImageKey]) {
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

/// The originals of a remote library on this machine, within a budget of bytes: optimised storage.
///
/// Bookkeeping alone; it touches no file. The least recently used original goes first. Pinned originals stay, even beyond the
/// budget, which holds again once the pin is gone. An original on its way counts with all its future bytes, so that there is room
/// for them when they come; the bytes of a download that ended early stay as a part. Every operation is O(1) for each original
/// that it drops.
package struct OriginalStorage: Sendable {
  /// An original, or the first bytes of one.
  package struct Item: Hashable, Sendable, Codable {
    /// The path of its file.
    package var path: String
    /// Bytes that it takes.
    package var byteCount: Int
    /// Whether it is whole.
    package var isComplete: Bool

    /// Makes an item.
    package init(path: String, byteCount: Int, isComplete: Bool) {
      self.path = path
      self.byteCount = byteCount
      self.isComplete = isComplete
    }
  }

  private struct Entry {
    var item: Item
    var pins = 0
  }

  /// The most bytes that originals may take; only pinned ones may exceed it.
  package let byteLimit: Int
  /// Bytes that all originals take.
  package private(set) var byteCount = 0

  /// By path.
  private var slots = SlotTable()
  /// By slot.
  private var entries: [Entry?] = []
  /// The unpinned originals, the least recently used first.
  private var idle = SlotList()

  /// Makes an empty storage.
  package init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// The number of originals, partial or whole.
  package var count: Int { slots.count }

  /// The item for the original at this path; the look-up does not count as a use.
  package subscript(path: String) -> Item? { slot(of: path).flatMap { entries[$0]?.item } }

  /// Whether the whole original is stored.
  package func hasAll(of path: String) -> Bool { self[path]?.isComplete == true }

  /// Adds an original or updates its size, as its latest use; returns the originals to drop.
  ///
  /// - Parameters:
  ///   - item: the original with its bytes.
  ///   - isPinned: whether to ``pin(_:)`` it before any goes.
  package mutating func put(_ item: Item, isPinned: Bool = false) -> [Item] {
    if let slot = slot(of: item.path) {
      byteCount += item.byteCount - (entries[slot]?.item.byteCount ?? 0)
      entries[slot]?.item = item
      if entries[slot]?.pins == 0 { idle.renew(slot) }
    } else {
      let slot = slots.insert(hash: item.path.hashValue)
      entries.set(slot, to: Entry(item: item))
      byteCount += item.byteCount
      idle.append(slot)
    }
    if isPinned { pin(item.path) }
    return trim()
  }

  /// Keeps the original, if it is stored, until ``unpin(_:)`` was called as often.
  package mutating func pin(_ path: String) {
    guard let slot = slot(of: path), let pins = entries[slot]?.pins else { return }
    if pins == 0 { idle.remove(slot) }
    entries[slot]?.pins = pins + 1
  }

  /// Releases a pin, as the original's latest use; returns the originals to drop.
  package mutating func unpin(_ path: String) -> [Item] {
    guard let slot = slot(of: path), let pins = entries[slot]?.pins, pins > 0 else { return [] }
    entries[slot]?.pins = pins - 1
    if pins == 1 { idle.append(slot) }
    return trim()
  }

  /// The original's file is gone.
  package mutating func remove(_ path: String) {
    guard let slot = slot(of: path), let entry = entries[slot].take() else { return }
    slots.remove(slot, hash: path.hashValue)
    if entry.pins == 0 { idle.remove(slot) }
    byteCount -= entry.item.byteCount
  }

  private func slot(of path: String) -> Int? {
    slots.first(hash: path.hashValue) { entries[$0]?.item.path == path }
  }

  private mutating func trim() -> [Item] {
    var dropped: [Item] = []
    while byteCount > byteLimit, let slot = idle.oldest, let item = entries[slot]?.item {
      remove(item.path)
      dropped.append(item)
    }
    return dropped
  }
}
