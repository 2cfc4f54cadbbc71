internal import Foundation
package import GalleryKit
internal import Support

/// A computed origin: the same downloads, retries and resumptions as over HTTP, on a model's clock.
///
/// Pieces of all answers share one line, as behind an ``OriginServer`` under the same conditions.
package final class ModelOrigin: OriginalFetching {
  private struct Transfer {
    let job: DownloadJob
    var download: OriginalDownload
    let report: @Sendable (DownloadReport) -> Void
    /// Counts connections; the pieces of earlier ones are ignored.
    var connection = 0
  }

  /// An answer on its way.
  private struct Answer {
    let connection: Int
    var remaining: Int
    /// Bytes until the connection is lost; `nil` if it holds.
    var untilCut: Int?
  }

  private struct State {
    var inbox = OrderInbox<(task: OriginalOrder.Task, report: @Sendable (DownloadReport) -> Void)>()
    var link: SharedLink
    var transfers: [Int: Transfer] = [:]
    /// The stored bytes and version of originals, by path.
    var stored: [String: (byteCount: Int, version: OriginalVersion)] = [:]
    /// Requests so far, by the original's name.
    var requests: [String: Int] = [:]
  }

  private let clock: ModelClock
  private let conditions: NetworkConditions
  private let state: Locked<State>

  package init(clock: ModelClock, conditions: NetworkConditions) {
    self.clock = clock
    self.conditions = conditions
    state = Locked(State(link: SharedLink(bytesPerSecond: conditions.bytesPerSecond)))
  }

  /// An empty inventory: a model's machine is new.
  package func inventory() -> [OriginalStorage.Item] { [] }

  package func perform(_ order: OriginalOrder, report: @escaping @Sendable (DownloadReport) -> Void) {
    clock.schedule(after: 0) { [self] in
      for (task, report) in state.withLock({ $0.inbox.take((order.task, report), number: order.number) }) {
        perform(task, report)
      }
    }
  }

  private func perform(_ task: OriginalOrder.Task, _ report: @escaping @Sendable (DownloadReport) -> Void) {
    switch task {
    case .fetch(let job):
      let generator = SeededGenerator(seed: conditions.seed, stream: UInt64(job.id))
      state.withLock { state in
        let stored = state.stored[job.path]
        state.transfers[job.id] = Transfer(
          job: job,
          download: OriginalDownload(
            url: job.url, goal: job.goal, byteCount: stored?.byteCount ?? 0,
            version: stored?.version ?? OriginalVersion(), random: generator),
          report: report)
      }
      update(job.id) { $0.start(at: $1) }
    case .cancel(let job): update(job.id) { $0.cancel(at: $1) }
    case .drop(let item): state.withLock { $0.stored[item.path] = nil }
    }
  }

  /// Applies an event to a download, and performs the actions that follow.
  private func update(_ id: Int, _ event: (inout OriginalDownload, Double) -> [OriginalDownload.Action]) {
    let now = clock.now
    let actions = state.withLock { state in
      guard var transfer = state.transfers[id] else { return [OriginalDownload.Action]() }
      let actions = event(&transfer.download, now)
      state.transfers[id] = transfer
      return actions
    }
    for action in actions { perform(action, id) }
  }

  private func perform(_ action: OriginalDownload.Action, _ id: Int) {
    switch action {
    case .connect(let request): connect(request, id)
    case .disconnect: state.withLock { $0.transfers[id]?.connection += 1 }
    case .restart: break
    case .wake(let time):
      clock.schedule(after: max(0, time - clock.now)) { [self] in
        update(id) { download, _ in download.wake(at: time) }
      }
    case .report(let event): state.withLock { $0.transfers[id]?.report }?(event)
    case .end(let outcome): end(id, outcome)
    }
  }

  private func connect(_ request: OriginRequest, _ id: Int) {
    let (job, connection, fate) = state.withLock { state in
      guard let job = state.transfers[id]?.job else { preconditionFailure("download \(id) is not known") }
      let name = job.url.path.split(separator: "/").dropFirst().first.map(String.init) ?? job.path
      let number = state.requests[name, default: 0]
      state.requests[name] = number + 1
      state.transfers[id]?.connection += 1
      return (job, state.transfers[id]?.connection ?? 0, conditions.fate(of: name, request: number))
    }
    clock.schedule(after: conditions.latency) { [self] in
      guard isCurrent(connection, of: id) else { return }
      if case .refused(let status) = fate {
        return update(id) { $0.answered(OriginAnswer(status: status), at: $1) }
      }
      let end = min(request.last.map { $0 + 1 } ?? job.byteCount, job.byteCount)
      var answer = Answer(connection: connection, remaining: max(0, end - request.first))
      if case .cut(let share) = fate { answer.untilCut = Int(Double(answer.remaining) * share) }
      update(id) {
        $0.answered(
          OriginAnswer(
            status: request.range == nil ? 200 : 206, first: request.range == nil ? nil : request.first,
            version: OriginalVersion(entityTag: "\"model\"", byteCount: job.byteCount)), at: $1)
      }
      send(answer, id)
    }
  }

  /// Sends the next piece of an answer, or its end.
  private func send(_ answer: Answer, _ id: Int) {
    guard isCurrent(answer.connection, of: id) else { return }
    if answer.untilCut == 0 { return update(id) { $0.lost(.cut, at: $1) } }
    if answer.remaining == 0 { return update(id) { $0.ended(at: $1) } }
    let count = min(SharedLink.pieceByteCount, answer.remaining, answer.untilCut ?? .max)
    let now = clock.now
    let time = state.withLock { $0.link.departure(of: count, at: now) }
    clock.schedule(after: time - now) { [self] in
      guard isCurrent(answer.connection, of: id) else { return }
      update(id) { $0.received(count, at: $1) }
      var rest = answer
      rest.remaining -= count
      rest.untilCut = rest.untilCut.map { $0 - count }
      send(rest, id)
    }
  }

  private func isCurrent(_ connection: Int, of id: Int) -> Bool {
    state.withLock { $0.transfers[id]?.connection == connection }
  }

  private func end(_ id: Int, _ outcome: DownloadOutcome) {
    let transfer: Transfer? = state.withLock { state in
      guard let transfer = state.transfers.removeValue(forKey: id) else { return nil }
      state.stored[transfer.job.path] = (transfer.download.byteCount, transfer.download.version)
      return transfer
    }
    transfer?.report(.ended(outcome))
  }
}
