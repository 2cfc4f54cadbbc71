internal import Dispatch
internal import Foundation
internal import GalleryEngine
internal import Support

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// One real download: performs the actions of an ``OriginalDownload``, and writes its bytes beside the original's path until it is
/// complete.
///
/// `@unchecked Sendable`: all state is only touched on `queue`, which is serial.
final class OriginalTransfer: @unchecked Sendable {
  private let job: DownloadJob
  private let session: OriginSession
  private let queue: DispatchQueue
  private let report: (DownloadReport) -> Void
  private(set) var download: OriginalDownload
  private var file: FileHandle?
  private var connection: URLSessionTask?

  init(
    _ job: DownloadJob, _ download: OriginalDownload, session: OriginSession, queue: DispatchQueue,
    report: @escaping (DownloadReport) -> Void
  ) {
    self.job = job
    self.session = session
    self.queue = queue
    self.report = report
    self.download = download
  }

  private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

  func start() { update { $0.start(at: $1) } }

  func cancel() { update { $0.cancel(at: $1) } }

  // MARK: Events of the connection

  func answered(_ answer: OriginAnswer) { update { $0.answered(answer, at: $1) } }

  func received(_ bytes: Data) {
    guard download.state == .receiving else { return }
    storing { try openPart().write(contentsOf: bytes) }
    update { $0.received(bytes.count, at: $1) }
  }

  /// The last event: the loss of the connection, or `nil` if it ended properly.
  func ended(_ loss: ConnectionLoss?) {
    connection = nil
    update { download, now in
      if let loss { download.lost(loss, at: now) } else { download.ended(at: now) }
    }
  }

  // MARK: Actions of the download

  private func update(_ event: (inout OriginalDownload, Double) -> [OriginalDownload.Action]) {
    for action in event(&download, Self.now) { perform(action) }
  }

  private func perform(_ action: OriginalDownload.Action) {
    switch action {
    case .connect(let request):
      // An earlier action of the same event may have failed.
      guard !download.isOver else { return }
      connection = session.connect(to: job.url, request, for: self)
    case .disconnect:
      if let connection { session.disconnect(connection) }
      connection = nil
    case .restart:
      storing {
        try close()
        let folder = (job.path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data().write(to: partURL)
      }
    case .wake(let time):
      queue.asyncAfter(deadline: .now() + max(0, time - Self.now)) { [self] in update { $0.wake(at: $1) } }
    case .report(let event): report(event)
    case .end(let outcome): finish(outcome)
    }
  }

  private func finish(_ outcome: DownloadOutcome) {
    var outcome = outcome
    do {
      let isWhole = outcome.ending == .done && job.goal == .whole
      // All bytes are on the disk before the original appears under its name.
      if isWhole { try openPart().synchronize() }
      try close()
      if isWhole { try FileNames.move(DownloadJob.partPath(of: job.path), to: job.path) }
    } catch {
      outcome.ending = .failed(DownloadError(url: job.url, cause: .storage("\(error)"), tries: outcome.tries))
    }
    report(.ended(outcome))
  }

  // MARK: The part

  private var partURL: URL { URL(fileURLWithPath: DownloadJob.partPath(of: job.path)) }

  /// The part's file, to write behind its last byte.
  private func openPart() throws -> FileHandle {
    if let file { return file }
    let opened = try FileHandle(forWritingTo: partURL)
    try opened.seekToEnd()
    file = opened
    return opened
  }

  private func close() throws {
    defer { file = nil }
    try file?.close()
  }

  /// Changes the part; a failure ends the download.
  private func storing(_ body: () throws -> Void) {
    do { try body() } catch {
      update { $0.storageFailed("\(error)", at: $1) }
    }
  }
}
