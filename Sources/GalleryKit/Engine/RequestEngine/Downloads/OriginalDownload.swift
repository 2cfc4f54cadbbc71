package import Foundation

/// The download of one original from its origin: a value that takes events and returns actions.
///
///     waiting ──► connecting ──► receiving ──► done
///                   ▲    │           │
///                   │    ▼           ▼
///                 backing off until t     404, too many failures, … ──► failed
///
/// It has no clock, connection or file. The caller performs its actions, reports bytes after storing them, and reports only on
/// the last connection. Bytes from before a lost connection are kept and the rest is requested, as long as the origin confirms
/// that the original is unchanged; otherwise the download starts over. Times are in seconds, on any clock that does not run
/// backwards.
package struct OriginalDownload: Sendable {
  package enum Goal: Hashable, Sendable {
    /// The first bytes, for the embedded thumbnail.
    case head(byteCount: Int)
    case whole
  }

  package enum State: Hashable, Sendable {
    case waiting
    /// The origin has not answered the request yet.
    case connecting
    case receiving
    /// The last try failed; the next begins at this time.
    case backingOff(until: Double)
    case over(DownloadOutcome.Ending)
  }

  package enum Action: Sendable {
    case connect(OriginRequest)
    /// Close the connection; ignore anything that it still brings.
    case disconnect
    /// Forget all bytes.
    case restart
    /// Call ``OriginalDownload/wake(at:)`` then.
    case wake(at: Double)
    case report(DownloadReport)
    /// It is over.
    case end(DownloadOutcome)
  }

  package let url: URL
  package private(set) var state = State.waiting
  /// Bytes that are stored.
  package private(set) var byteCount: Int
  package private(set) var version: OriginalVersion
  package private(set) var tries = 0

  private let goal: Goal
  private let byteLimit: Int
  private let policy: RetryPolicy
  private var random: any RandomNumberGenerator & Sendable
  private var failures = 0
  private var startTime = 0.0
  /// The most bytes that were ever stored: a try that does not go beyond them has brought nothing.
  private var mostBytes = 0
  /// Bytes that came, discarded ones included.
  private var receivedBytes = 0
  private var reportedBytes = 0
  /// Whether the answer goes on beyond the requested bytes.
  private var isUnbounded = false

  private static let reportByteCount = 65_536

  /// Continues after `byteCount` bytes of this version, which were stored earlier.
  package init(
    url: URL, goal: Goal = .whole, byteCount: Int = 0, version: OriginalVersion = OriginalVersion(),
    byteLimit: Int = 1_000_000_000, policy: RetryPolicy = RetryPolicy(),
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.url = url
    self.goal = goal
    // Bytes that cannot be told from another version's are useless.
    self.byteCount = version.entityTag == nil ? 0 : byteCount
    self.version = version.entityTag == nil ? OriginalVersion() : version
    self.byteLimit = byteLimit
    self.policy = policy
    self.random = random
    mostBytes = self.byteCount
  }

  package var isOver: Bool { if case .over = state { true } else { false } }

  package mutating func start(at now: Double) -> [Action] {
    precondition(state == .waiting, "a download begins once")
    startTime = now
    return hasAll ? finish(.done, at: now) : connect()
  }

  /// A ``Action/wake(at:)`` is due; an outdated one changes nothing.
  package mutating func wake(at now: Double) -> [Action] {
    guard case .backingOff(let time) = state, now >= time else { return [] }
    return connect()
  }

  /// The origin answered; bytes follow if ``state`` is ``State/receiving`` now.
  package mutating func answered(_ answer: OriginAnswer, at now: Double) -> [Action] {
    guard state == .connecting else { return [] }
    switch answer.status {
    case 200, 206: return accept(answer, at: now)
    // The stored bytes are of another version.
    case 416 where byteCount > 0: return [.disconnect, forget()] + connect()
    case 408, 416, 425, 429, 500, 502...504, 506...599:
      return [.disconnect] + backOff(.status(answer.status), retryAfter: answer.retryAfter ?? 0, at: now)
    default: return [.disconnect] + fail(.status(answer.status), at: now)
    }
  }

  private mutating func accept(_ answer: OriginAnswer, at now: Double) -> [Action] {
    if let encoding = answer.encoding {
      return [.disconnect] + fail(.malformed("bytes in the encoding \(encoding)"), at: now)
    }
    if answer.version.byteCount ?? 0 > byteLimit {
      return [.disconnect] + fail(.tooLarge(limit: byteLimit), at: now)
    }
    // The whole original: as requested, because it has changed, or because the origin has no ranges.
    isUnbounded = answer.status == 200
    guard let first = isUnbounded ? 0 : answer.first else {
      return [.disconnect] + fail(.malformed("a 206 without the Content-Range that it must have"), at: now)
    }
    if isUnbounded || (first == 0 && byteCount == 0) {
      let restart = forget()
      (version, state) = (answer.version, .receiving)
      return [restart]
    }
    guard first == byteCount, !answer.version.differs(from: version) else {
      // The origin ignores If-Range: the stored bytes are of another version, or the sent bytes belong elsewhere.
      if byteCount > 0 { return [.disconnect, forget()] + connect() }
      return [.disconnect] + backOff(.malformed("a range of another version, from byte \(first)"), at: now)
    }
    version.byteCount = version.byteCount ?? answer.version.byteCount
    state = .receiving
    return []
  }

  package mutating func received(_ count: Int, at now: Double) -> [Action] {
    guard state == .receiving else { return [] }
    byteCount += count
    receivedBytes += count
    if byteCount > byteLimit { return [.disconnect] + fail(.tooLarge(limit: byteLimit), at: now) }
    if let total = version.byteCount, byteCount > total {
      return [.disconnect] + fail(.malformed("\(byteCount) bytes of \(total)"), at: now)
    }
    // An answer that ends by itself leaves a connection that can serve another download.
    if case .head = goal, isUnbounded, hasAll { return [.disconnect] + finish(.done, at: now) }
    guard byteCount - reportedBytes >= Self.reportByteCount else { return [] }
    reportedBytes = byteCount
    return [.report(.progressed(byteCount: byteCount, expected: version.byteCount))]
  }

  package mutating func ended(at now: Double) -> [Action] {
    // A source that does not speak HTTP, such as a file, sends bytes without an answer.
    if state == .connecting { return fail(.malformed("none"), at: now) }
    guard state == .receiving else { return [] }
    // The end of the connection is the end of the original only if the answer was the whole original, without a length.
    if version.byteCount == nil, isUnbounded { version.byteCount = byteCount }
    return hasAll ? finish(.done, at: now) : backOff(.connection(.cut), at: now)
  }

  package mutating func lost(_ loss: ConnectionLoss, at now: Double) -> [Action] {
    guard state == .connecting || state == .receiving else { return [] }
    let loss = loss == .cut && state == .connecting ? .unanswered : loss
    return hasAll ? finish(.done, at: now) : backOff(.connection(loss), at: now)
  }

  package mutating func storageFailed(_ reason: String, at now: Double) -> [Action] {
    isOver ? [] : [.disconnect] + fail(.storage(reason), at: now)
  }

  /// Cancels the download; its stored bytes may serve another one.
  package mutating func cancel(at now: Double) -> [Action] {
    guard !isOver else { return [] }
    let isConnected = state == .connecting || state == .receiving
    return (isConnected ? [.disconnect] : []) + finish(.cancelled, at: now)
  }

  // MARK: Steps

  private var hasAll: Bool {
    if let total = version.byteCount, byteCount == total { return true }
    if case .head(let wanted) = goal { return byteCount >= wanted }
    return false
  }

  private mutating func connect() -> [Action] {
    // Bytes that cannot be told from another version's cannot be continued.
    let forgotten = byteCount > 0 && version.entityTag == nil ? [forget()] : []
    state = .connecting
    tries += 1
    var request = OriginRequest(first: byteCount, condition: byteCount > 0 ? version.entityTag : nil)
    if case .head(let wanted) = goal { request.last = wanted - 1 }
    return forgotten + [.connect(request)]
  }

  private mutating func forget() -> Action {
    (byteCount, reportedBytes, version) = (0, 0, OriginalVersion())
    return .restart
  }

  /// The connection is gone: tries again later, unless too many tries failed.
  private mutating func backOff(
    _ cause: DownloadError.Cause, retryAfter: Double = 0, at now: Double
  ) -> [Action] {
    failures = byteCount - mostBytes >= RetryPolicy.progressByteCount ? 1 : failures + 1
    mostBytes = max(mostBytes, byteCount)
    guard failures < policy.failureLimit, retryAfter <= RetryPolicy.longestRetryAfter else {
      return fail(cause, at: now)
    }
    let jitter = Double(random.next() >> 11) * 0x1p-53
    let delay = max(retryAfter, policy.delay(afterFailures: failures, jitter: jitter))
    state = .backingOff(until: now + delay)
    return [.report(.retrying(error(cause), afterSeconds: delay)), .wake(at: now + delay)]
  }

  private func error(_ cause: DownloadError.Cause) -> DownloadError {
    DownloadError(url: url, cause: cause, tries: tries)
  }

  private mutating func fail(_ cause: DownloadError.Cause, at now: Double) -> [Action] {
    finish(.failed(error(cause)), at: now)
  }

  private mutating func finish(_ ending: DownloadOutcome.Ending, at now: Double) -> [Action] {
    state = .over(ending)
    return [
      .end(
        DownloadOutcome(
          ending: ending, byteCount: byteCount, receivedBytes: receivedBytes, tries: tries,
          seconds: now - startTime))
    ]
  }
}
