internal import Dispatch
internal import Foundation
internal import GalleryEngine

/// One real download: performs the actions of an ``OriginalDownload``.
///
/// `@unchecked Sendable`: all state is only touched on `queue`, which is serial.
final class OriginalTransfer: OriginSessionDelegate, @unchecked Sendable {
  /// Bytes between two reports of progress.
  private static let reportByteCount = 65_536

  private let job: DownloadJob
  private let session: OriginSession
  private let queue: DispatchQueue
  private let report: (DownloadReport) -> Void
  private var download: OriginalDownload
  private var file: PartialFile
  private var connection: OriginSession.Connection?
  private var receivedBytes = 0
  private var reportedBytes = 0
  private let startTime = OriginalTransfer.now

  init(
    _ job: DownloadJob, configuration: RemoteOriginals.Configuration, session: OriginSession,
    queue: DispatchQueue, report: @escaping (DownloadReport) -> Void
  ) {
    self.job = job
    self.session = session
    self.queue = queue
    self.report = report
    file = PartialFile(path: job.path)
    let stored = file.stored()
    download = OriginalDownload(
      url: job.url, goal: job.goal, byteCount: stored.byteCount, version: stored.version,
      byteLimit: configuration.byteLimit, policy: configuration.retry,
      random: configuration.random(job.id))
  }

  private static var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e9 }

  func start() { update { $0.start(at: $1) } }

  func cancel() { update { download, _ in download.cancel() } }

  // MARK: Events of the connection

  func answered(_ answer: OriginAnswer, on connection: OriginSession.Connection) {
    guard connection == self.connection else { return }
    update { $0.answered(answer, at: $1) }
  }

  func received(_ bytes: Data, on connection: OriginSession.Connection) {
    guard connection == self.connection, download.state == .receiving else { return }
    receivedBytes += bytes.count
    do {
      try file.append(bytes)
      update { $0.received(bytes.count, at: $1) }
    } catch {
      update { download, _ in download.storageFailed("\(error)") }
    }
    if !download.isOver, download.byteCount - reportedBytes >= Self.reportByteCount {
      reportedBytes = download.byteCount
      report(.progressed(byteCount: download.byteCount, expected: download.version.byteCount))
    }
  }

  func ended(_ loss: ConnectionLoss?, on connection: OriginSession.Connection) {
    guard connection == self.connection else { return }
    self.connection = nil
    update { download, now in
      if let loss { download.lost(loss, at: now) } else { download.ended(at: now) }
    }
  }

  // MARK: Actions of the download

  private func update(_ event: (inout OriginalDownload, Double) -> [OriginalDownload.Action]) {
    for action in event(&download, Self.now) {
      do {
        try perform(action)
      } catch {
        update { download, _ in download.storageFailed("\(error)") }
      }
    }
  }

  private func perform(_ action: OriginalDownload.Action) throws {
    switch action {
    case .connect(let request):
      connection = session.connect(to: job.url, request, delegate: self)
    case .disconnect:
      if let connection { session.disconnect(connection) }
      connection = nil
    case .restart(let version):
      reportedBytes = 0
      try file.restart(version)
    case .wake(let time):
      let delay = max(0, time - Self.now)
      if let error = download.lastError { report(.retrying(error, afterSeconds: delay)) }
      queue.asyncAfter(deadline: .now() + delay) { [self] in update { $0.wake(at: $1) } }
    case .inspect:
      let missing = HeadExtent.missing(in: try file.head(download.byteCount))
      update { $0.inspected(missing: missing, at: $1) }
    case .verify:
      let digest = try file.digest()
      update { $0.verified(digest, at: $1) }
    case .end:
      finish()
    }
  }

  private func finish() {
    var ending: DownloadOutcome.Ending
    switch download.state {
    case .failed(let error): ending = .failed(error)
    case .cancelled: ending = .cancelled
    default: ending = .done
    }
    do {
      if ending == .done, job.goal == .whole { try file.complete() } else { try file.close() }
    } catch {
      ending = .failed(
        DownloadError(url: job.url, cause: .storage("\(error)"), tries: download.tries))
    }
    report(
      .ended(
        DownloadOutcome(
          ending: ending, byteCount: download.byteCount, receivedBytes: receivedBytes,
          tries: download.tries, seconds: Self.now - startTime)))
  }
}
