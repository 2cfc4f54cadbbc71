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
  /// The file for the bytes, which nobody else writes; `nil` before the first byte and after the end.
  private var part: HeldFile?
  private var connection: URLSessionTask?

  /// Makes a transfer that continues a part, if it holds the lock of one.
  init(
    _ job: DownloadJob, _ download: OriginalDownload, part: HeldFile?, session: OriginSession,
    queue: DispatchQueue, report: @escaping (DownloadReport) -> Void
  ) {
    self.job = job
    self.part = part
    self.session = session
    self.queue = queue
    self.report = report
    self.download = download
  }

  private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

  func start() { update { $0.start(at: $1) } }

  func cancel() { update { $0.cancel(at: $1) } }

  func answered(_ answer: OriginAnswer) { update { $0.answered(answer, at: $1) } }

  func received(_ bytes: Data) {
    guard download.state == .receiving, let part else { return }
    storing { try part.file.write(Array(bytes)) }
    update { $0.received(bytes.count, at: $1) }
  }

  /// The last event: the loss of the connection, or `nil` if it ended properly.
  func ended(_ loss: ConnectionLoss?) {
    connection = nil
    update { download, now in
      if let loss { download.lost(loss, at: now) } else { download.ended(at: now) }
    }
  }

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
        let folder = (job.path as NSString).deletingLastPathComponent
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        // If another transfer has the part, perhaps in another process, this one takes a separate file.
        var place = job.path
        while part == nil {
          part = try HeldFile.claim(DownloadJob.partPath(of: place), permissions: 0o666)
          place += "~"
        }
        if let part { try part.file.empty() }
      }
    case .wake(let time):
      queue.asyncAfter(deadline: .now() + max(0, time - Self.now)) { [self] in update { $0.wake(at: $1) } }
    case .report(let event): report(event)
    case .end(let outcome): finish(outcome)
    }
  }

  private func finish(_ outcome: DownloadOutcome) {
    var outcome = outcome
    if let part, outcome.ending == .done, job.goal == .whole {
      do {
        // All bytes are on the disk before the original appears under its name.
        try part.file.sync()
        try FileNames.move(part.path, to: job.path)
      } catch {
        outcome.ending = .failed(
          DownloadError(url: job.url, cause: .storage("\(error)"), tries: outcome.tries))
      }
    } else if let part, part.path != DownloadJob.partPath(of: job.path) {
      // No later transfer would look for it.
      try? FileNames.remove(part.path)
      outcome.byteCount = 0
    }
    part = nil
    report(.ended(outcome))
  }

  /// Changes the part; a failure ends the download.
  private func storing(_ body: () throws -> Void) {
    do { try body() } catch {
      update { $0.storageFailed("\(error)", at: $1) }
    }
  }
}
