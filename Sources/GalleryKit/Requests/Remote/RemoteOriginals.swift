internal import Dispatch
internal import Foundation
public import GalleryEngine
internal import Support
internal import Synchronization

/// Downloads originals over HTTP and keeps them in a folder.
///
///     let originals = RemoteOriginals(configuration: .init(folder: library.downloads))
///     let manager = ImageManager(configuration: .init(), originals: originals)
///
/// An interrupted download resumes, as long as the object lives, if the origin gives a strong `ETag`. An original appears under its
/// name once it is complete. The object lives at least until every download has ended. Managers may share one, or its folder, also
/// with other processes; each then downloads for itself.
///
/// `@unchecked Sendable`: `inbox`, `transfers` and `parts` are only touched on `queue`, which is serial.
public final class RemoteOriginals: OriginalFetching, @unchecked Sendable {
  /// A fetcher's configuration.
  public struct Configuration: Sendable {
    /// The folder for originals; it is made with the first one.
    public var folder: String
    /// Seconds without any bytes after which a connection counts as lost; 30 by default, at least 1 and at most a day's.
    public var timeout: Double
    /// The most bytes of an original; 1 GB by default.
    public var byteLimit: Int
    package var retry = RetryPolicy()
    /// Makes the generator that spreads the waits between a download's tries, by job identifier; the system's by default.
    package var random: @Sendable (Int) -> any RandomNumberGenerator & Sendable = { _ in
      SystemRandomNumberGenerator()
    }

    /// Makes a configuration.
    public init(folder: String, timeout: Double = 30, byteLimit: Int = 1_000_000_000) {
      self.folder = folder
      self.timeout = timeout
      self.byteLimit = byteLimit
    }
  }

  private typealias Errand = (task: OriginalOrder.Task, report: @Sendable (DownloadReport) -> Void)

  private let configuration: Configuration
  private let queue = DispatchQueue(label: "originals", qos: .utility)
  private let session: OriginSession
  /// Whether a manager gives it orders.
  private let isTaken = Atomic(false)
  private var inbox = OrderInbox<Errand>()
  /// By job identifier.
  private var transfers: [Int: OriginalTransfer] = [:]
  /// The stored bytes of incomplete originals and their version, by path.
  private var parts: [String: (byteCount: Int, version: OriginalVersion)] = [:]

  /// Makes a fetcher; it sends no request yet.
  public init(configuration: Configuration) {
    var configuration = configuration
    // As a library names the originals in it.
    configuration.folder = FileName.absolute(configuration.folder)
    self.configuration = configuration
    session = OriginSession(queue: queue, timeout: configuration.timeout)
  }

  /// The fetcher for a manager: itself for the first one, and another for each further one, whose orders have other numbers.
  func taken() -> RemoteOriginals {
    let wasTaken = isTaken.exchange(true, ordering: .acquiringAndReleasing)
    return wasTaken ? RemoteOriginals(configuration: configuration) : self
  }

  /// The folder's complete and partial originals, the least recently modified file first.
  package func inventory() -> [OriginalStorage.Item] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: configuration.folder)) ?? []
    let suffix = DownloadJob.partPath(of: "")
    var found: [(item: OriginalStorage.Item, modified: Int64)] = []
    for name in names {
      let path = "\(configuration.folder)/\(name)"
      guard let status = try? FileStatus(of: path, followingLink: false), status.kind == .file else {
        continue
      }
      let isPart = name.hasSuffix(suffix)
      let item = OriginalStorage.Item(
        path: isPart ? String(path.dropLast(suffix.count)) : path, byteCount: status.byteCount,
        isComplete: !isPart)
      found.append((item, status.modified.nanoseconds))
    }
    return found.sorted { ($0.modified, $0.item.path) < ($1.modified, $1.item.path) }.map(\.item)
  }

  package func perform(_ order: OriginalOrder, report: @escaping @Sendable (DownloadReport) -> Void) {
    queue.async { [self] in
      for errand in inbox.take((order.task, report), number: order.number) { perform(errand) }
    }
  }

  private func perform(_ errand: Errand) {
    switch errand.task {
    case .fetch(let job): fetch(job, errand.report)
    case .cancel(let job): transfers[job.id]?.cancel()
    case .drop(let item):
      parts[item.path] = nil
      // A file that cannot be deleted is found again by the next inventory.
      try? FileNames.remove(item.path)
      // A part that is locked is another manager's, which still writes to it.
      if let part = try? HeldFile.lock(DownloadJob.partPath(of: item.path)) {
        try? FileNames.remove(part.path)
        withExtendedLifetime(part) {}
      }
    }
  }

  private func fetch(_ job: DownloadJob, _ report: @escaping @Sendable (DownloadReport) -> Void) {
    let part = try? HeldFile.lock(DownloadJob.partPath(of: job.path))
    let size = part.flatMap { try? FileStatus(of: $0.path) }?.byteCount
    // Bytes that an earlier process left, or that another program changed, are of no known version.
    let known = parts.removeValue(forKey: job.path).flatMap { $0.byteCount == size ? $0 : nil }
    let download = OriginalDownload(
      url: job.url, goal: job.goal, byteCount: known?.byteCount ?? 0,
      version: known?.version ?? OriginalVersion(), byteLimit: configuration.byteLimit,
      policy: configuration.retry, random: configuration.random(job.id))
    // A report's handler may wait for another download, which needs the fetcher's own queue.
    let reports = DispatchQueue(label: "original \(job.id)", qos: .utility)
    let transfer = OriginalTransfer(job, download, part: part, session: session, queue: queue) {
      [self] event in
      if case .ended(let outcome) = event, let ended = transfers.removeValue(forKey: job.id)?.download {
        let isComplete = outcome.ending == .done && job.goal == .whole
        parts[job.path] = isComplete ? nil : (outcome.byteCount, ended.version)
      }
      reports.async { report(event) }
    }
    transfers[job.id] = transfer
    transfer.start()
  }
}

/// Sorts orders from many threads by their numbers.
package struct OrderInbox<Order> {
  private var waiting: [Int: Order] = [:]
  private var next = 0

  package init() {}

  /// Takes an order, and returns all orders that are due now.
  package mutating func take(_ order: Order, number: Int) -> [Order] {
    waiting[number] = order
    var due: [Order] = []
    while let order = waiting.removeValue(forKey: next) {
      due.append(order)
      next += 1
    }
    return due
  }
}
