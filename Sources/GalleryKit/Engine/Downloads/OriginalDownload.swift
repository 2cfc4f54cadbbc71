package import Foundation

/// The download of one original from its origin: a value that takes events and returns actions.
///
///     waiting ──► connecting ──► receiving ──► verifying ──► done
///                   ▲    │           │
///                   │    ▼           ▼
///                 backing off until t        404, too many failures, … ──► failed
///
/// It has no clock, connection or file. The caller performs its actions, reports bytes after storing them, and reports only on
/// the last connection. Bytes from before a lost connection are kept and the rest is requested, as long as the origin confirms
/// that the original is unchanged; otherwise the download begins anew. Times are in seconds, on any clock that does not run
/// backwards.
package struct OriginalDownload: Sendable {
  /// The wanted part.
  package enum Goal: Hashable, Sendable {
    /// The first bytes, for the embedded thumbnail.
    case head(byteCount: Int)
    /// Everything.
    case whole
  }

  /// A download's state.
  package enum State: Hashable, Sendable {
    /// Not begun.
    case waiting
    /// The origin has not answered the request yet.
    case connecting
    /// Bytes arrive.
    case receiving
    /// The last try failed; the next begins at this time.
    case backingOff(until: Double)
    /// The wanted bytes are stored and being checked.
    case verifying
    /// All wanted bytes are stored.
    case done
    /// It was given up.
    case failed(DownloadError)
    /// It was cancelled.
    case cancelled
  }

  /// The caller's steps, in order.
  package enum Action: Hashable, Sendable {
    /// Ask the origin.
    case connect(OriginRequest)
    /// Close the connection; ignore anything that it still brings.
    case disconnect
    /// Forget all bytes; the next ones are of this version.
    case restart(OriginalVersion)
    /// Call ``OriginalDownload/wake(at:)`` then.
    case wake(at: Double)
    /// Check whether the head is complete, and call ``OriginalDownload/inspected(missing:at:)``.
    case inspect
    /// Compute the SHA-256 digest of all bytes, and call ``OriginalDownload/verified(_:at:)``.
    case verify
    /// It is over: see ``OriginalDownload/state``.
    case end
  }

  /// The original's address.
  package let url: URL
  /// Its state.
  package internal(set) var state = State.waiting
  /// Bytes that are stored.
  package internal(set) var byteCount: Int
  /// The version of the stored bytes.
  package internal(set) var version: OriginalVersion
  /// The number of requests.
  package private(set) var tries = 0
  /// The number of retries.
  package private(set) var retries = 0

  /// The last failure; `nil` without one.
  package private(set) var lastError: DownloadError?

  var goal: Goal
  let byteLimit: Int
  private let policy: RetryPolicy
  private var random: any RandomNumberGenerator & Sendable
  private var failures = 0
  private var startOfTry = 0
  /// Whether the answer goes on beyond the requested bytes.
  var isUnbounded = false

  /// Makes a download that has not begun.
  ///
  /// - Parameters:
  ///   - url: the original's address.
  ///   - goal: the wanted part.
  ///   - byteCount: bytes stored earlier.
  ///   - version: the version of these bytes.
  ///   - byteLimit: the most bytes that an original may have; 1 GB by default.
  ///   - policy: the retry policy.
  ///   - random: spreads the waits.
  package init(
    url: URL, goal: Goal = .whole, byteCount: Int = 0, version: OriginalVersion = OriginalVersion(),
    byteLimit: Int = 1_000_000_000, policy: RetryPolicy = RetryPolicy(),
    random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
  ) {
    self.url = url
    self.goal = goal
    // Bytes that cannot be told from another version's are useless.
    self.byteCount = version.condition == nil ? 0 : byteCount
    self.version = version.condition == nil ? OriginalVersion() : version
    self.byteLimit = byteLimit
    self.policy = policy
    self.random = random
  }

  /// Whether the download is over.
  package var isOver: Bool {
    switch state {
    case .done, .failed, .cancelled: true
    case .waiting, .connecting, .receiving, .backingOff, .verifying: false
    }
  }

  /// Begins.
  package mutating func start(at now: Double) -> [Action] {
    precondition(state == .waiting, "a download begins once")
    return hasAll ? conclude() : connect()
  }

  /// A ``Action/wake(at:)`` is due; an outdated one changes nothing.
  package mutating func wake(at now: Double) -> [Action] {
    guard case .backingOff(let time) = state, now >= time else { return [] }
    return connect()
  }

  /// `count` more bytes are stored.
  package mutating func received(_ count: Int, at now: Double) -> [Action] {
    guard state == .receiving else { return [] }
    byteCount += count
    if byteCount > byteLimit { return [.disconnect] + fail(.tooLarge(limit: byteLimit)) }
    if let total = version.byteCount, byteCount > total {
      return [.disconnect] + fail(.malformed("\(byteCount) bytes of \(total)"))
    }
    // An answer that ends by itself leaves a connection that can serve another download.
    guard case .head = goal, isUnbounded, hasAll else { return [] }
    return [.disconnect] + conclude()
  }

  /// The connection ended normally.
  package mutating func ended(at now: Double) -> [Action] {
    guard state == .receiving else { return [] }
    // The end of the connection means the end of the original only if the origin never gave a length.
    if version.byteCount == nil, goal == .whole { version.byteCount = byteCount }
    return hasAll ? conclude() : backOff(.connection(.cut), at: now)
  }

  /// The connection failed.
  package mutating func lost(_ loss: ConnectionLoss, at now: Double) -> [Action] {
    guard state == .connecting || state == .receiving else { return [] }
    return backOff(.connection(loss), at: now)
  }

  /// `missing` bytes must still come to complete the head; 0 if it is complete.
  package mutating func inspected(missing: Int, at now: Double) -> [Action] {
    guard state == .verifying, case .head = goal else { return [] }
    guard missing > 0, byteCount < version.byteCount ?? .max else { return finish(.done) }
    goal = .head(byteCount: byteCount + missing)
    return connect()
  }

  /// The digest of all bytes is known.
  package mutating func verified(_ digest: [UInt8], at now: Double) -> [Action] {
    guard state == .verifying, goal == .whole else { return [] }
    guard digest != version.digest else { return finish(.done) }
    return [forget()] + backOff(.digestMismatch, at: now)
  }

  /// Bytes could not be stored.
  package mutating func storageFailed(_ reason: String) -> [Action] {
    isOver ? [] : [.disconnect] + fail(.storage(reason))
  }

  /// Cancels the download; its stored bytes may serve another one.
  package mutating func cancel() -> [Action] {
    guard !isOver else { return [] }
    let isConnected = state == .connecting || state == .receiving
    return (isConnected ? [.disconnect] : []) + finish(.cancelled)
  }

  // MARK: Steps

  /// Whether all wanted bytes are stored.
  var hasAll: Bool {
    if let total = version.byteCount, byteCount == total { return true }
    if case .head(let wanted) = goal { return byteCount >= wanted }
    return false
  }

  mutating func connect() -> [Action] {
    var actions: [Action] = []
    // Bytes that cannot be told from another version's cannot be continued.
    if byteCount > 0, version.condition == nil { actions.append(forget()) }
    state = .connecting
    tries += 1
    startOfTry = byteCount
    var request = OriginRequest(first: byteCount, condition: version.condition)
    if case .head(let wanted) = goal { request.last = wanted - 1 }
    return actions + [.connect(request)]
  }

  mutating func forget() -> Action {
    byteCount = 0
    version = OriginalVersion()
    return .restart(version)
  }

  mutating func conclude() -> [Action] {
    state = .verifying
    switch goal {
    case .head: return [.inspect]
    case .whole: return version.digest == nil ? finish(.done) : [.verify]
    }
  }

  /// The connection is gone: tries again later, unless too many tries failed.
  mutating func backOff(
    _ cause: DownloadError.Cause, retryAfter: Double = 0, at now: Double
  ) -> [Action] {
    lastError = DownloadError(url: url, cause: cause, tries: tries)
    failures = byteCount - startOfTry >= policy.progressByteCount ? 1 : failures + 1
    guard failures < policy.failureLimit else { return fail(cause) }
    guard retryAfter <= policy.longestRetryAfter else { return fail(.waitTooLong(seconds: retryAfter)) }
    let jitter = Double(random.next() >> 11) * 0x1p-53
    let time = now + max(retryAfter, policy.delay(afterFailures: failures, jitter: jitter))
    retries += 1
    state = .backingOff(until: time)
    return [.wake(at: time)]
  }

  mutating func fail(_ cause: DownloadError.Cause) -> [Action] {
    finish(.failed(DownloadError(url: url, cause: cause, tries: tries)))
  }

  mutating func finish(_ ending: State) -> [Action] {
    state = ending
    return [.end]
  }
}
