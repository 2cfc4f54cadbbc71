internal import Dispatch
internal import Foundation
public import GalleryEngine

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Brings originals over HTTP, and keeps them in a folder: what apps and replays use.
///
/// A download that is cut off goes on where it was, in this process or a later one, as long as the origin gives a
/// strong `ETag` or a `Last-Modified` to know the original by. An original appears under its name when it is whole.
/// The object lives at least until every download has ended.
///
/// `@unchecked Sendable`: `inbox` and `transfers` are only touched on `queue`, which is serial.
public final class RemoteOriginals: OriginalFetching, @unchecked Sendable {
  /// How originals are brought.
  public struct Configuration: Sendable {
    /// Where originals are kept.
    public var folder: String
    /// How often a download is tried.
    package var retry: RetryPolicy
    /// Seconds without any bytes after which a connection counts as lost; 30 by default.
    public var timeout: Double
    /// The most bytes that an original may have; 1 GB by default.
    public var byteLimit: Int
    /// Spreads the waits between the tries of a download, by its job's identifier; the system's randomness by default.
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
  /// By the identifiers of their jobs.
  private var transfers: [Int: OriginalTransfer] = [:]

  /// Makes a fetcher; nothing is asked of any origin yet.
  public init(configuration: Configuration) {
    self.configuration = configuration
    session = OriginSession(queue: queue, timeout: configuration.timeout)
  }

  /// What the folder holds: whole originals and parts, the file that was changed first, first.
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

/// Puts orders that come from many threads into the order of their numbers.
package struct OrderInbox<Order> {
  private var waiting: [Int: Order] = [:]
  private var next = 0

  package init() {}

  /// Takes an order, and returns those whose turn it is now.
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
