internal import Dispatch
internal import Foundation
public import GalleryEngine

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Downloads originals over HTTP and keeps them in a folder, for apps and replays.
///
/// An interrupted download resumes, in this process or a later one, if the origin gives a strong `ETag` or a
/// `Last-Modified` that identifies the original. An original appears under its name once it is complete. The object lives
/// at least until every download has ended.
///
/// `@unchecked Sendable`: `inbox` and `transfers` are only touched on `queue`, which is serial.
public final class RemoteOriginals: OriginalFetching, @unchecked Sendable {
  /// A fetcher's configuration.
  public struct Configuration: Sendable {
    /// The folder for originals.
    public var folder: String
    /// The policy for retrying a download.
    package var retry: RetryPolicy
    /// Seconds without any bytes after which a connection counts as lost; 30 by default.
    public var timeout: Double
    /// The most bytes of an original; 1 GB by default.
    public var byteLimit: Int
    /// Makes the generator that spreads the waits between a download's tries, by job identifier; the system's by default.
    public var random: @Sendable (Int) -> any RandomNumberGenerator & Sendable

    /// Makes a configuration.
    package init(
      folder: String, retry: RetryPolicy = RetryPolicy(), timeout: Double = 30,
      byteLimit: Int = 1_000_000_000,
      random: @escaping @Sendable (Int) -> any RandomNumberGenerator & Sendable = { _ in
        SystemRandomNumberGenerator()
      }
    ) {
      self.folder = folder
      self.retry = retry
      self.timeout = timeout
      self.byteLimit = byteLimit
      self.random = random
    }
  }

  private typealias Errand = (task: OriginalOrder.Task, report: @Sendable (DownloadReport) -> Void)

  private let configuration: Configuration
  private let queue = DispatchQueue(label: "originals", qos: .utility)
  private let session: OriginSession
  private var inbox = OrderInbox<Errand>()
  /// By job identifier.
  private var transfers: [Int: OriginalTransfer] = [:]

  /// Makes a fetcher; it sends no request yet.
  public init(configuration: Configuration) {
    self.configuration = configuration
    session = OriginSession(queue: queue, timeout: configuration.timeout)
  }

  /// The folder's complete and partial originals, the least recently modified file first.
  package func inventory() -> [OriginalStorage.Item] {
    let manager = FileManager.default
    let names = (try? manager.contentsOfDirectory(atPath: configuration.folder)) ?? []
    var found: [(item: OriginalStorage.Item, date: Date)] = []
    for name in names where !name.hasSuffix(".json") {
      let path = "\(configuration.folder)/\(name)"
      guard let attributes = try? manager.attributesOfItem(atPath: path),
        attributes[.type] as? FileAttributeType == .typeRegular, let size = attributes[.size] as? Int,
        let date = attributes[.modificationDate] as? Date
      else { continue }
      let isPart = name.hasSuffix(".part")
      let item = OriginalStorage.Item(
        path: isPart ? String(path.dropLast(5)) : path, byteCount: size, isComplete: !isPart)
      found.append((item, date))
    }
    return found.sorted { ($0.date, $0.item.path) < ($1.date, $1.item.path) }.map(\.item)
  }

  /// See ``OriginalFetching``.
  package func perform(_ order: OriginalOrder, report: @escaping @Sendable (DownloadReport) -> Void) {
    queue.async { [self] in
      for errand in inbox.take((order.task, report), number: order.number) { perform(errand) }
    }
  }

  private func perform(_ errand: Errand) {
    switch errand.task {
    case .fetch(let job):
      let transfer = OriginalTransfer(
        job, configuration: configuration, session: session, queue: queue
      ) { [self] report in
        if case .ended = report { transfers[job.id] = nil }
        errand.report(report)
      }
      transfers[job.id] = transfer
      transfer.start()
    case .cancel(let job):
      transfers[job.id]?.cancel()
    case .drop(let item):
      var file = PartialFile(path: item.path)
      // A file that cannot be deleted is found again by the next inventory.
      try? file.delete()
    }
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
