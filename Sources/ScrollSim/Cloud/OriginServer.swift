internal import FlyingFox
internal import FlyingSocks
package import Foundation
internal import GalleryKit
internal import Support

/// An origin on this machine's loopback, of chosen latency, bandwidth and reliability, for replays and tests.
///
/// It serves the files of a folder. It drops the first part of a path, so that many originals can have the same file:
/// `/a/photos/1.jpg` and `/b/photos/1.jpg` are two originals.
package final class OriginServer: Sendable {
  /// The outcome of an original's n-th request.
  package typealias Fates = @Sendable (_ original: String, _ request: Int) -> NetworkConditions.Fate

  package struct Counts: Hashable, Sendable {
    package var requests = 0
    /// Received requests for a part.
    package var ranges = 0
    package var bytes = 0
    /// Answers that are being sent.
    package var open = 0
  }

  struct State {
    var counts = Counts()
    var link: SharedLink
    /// Requests so far, by the original's name.
    var requests: [String: Int] = [:]
  }

  private let folder: String
  private let conditions: NetworkConditions
  private let knowsRanges: Bool
  private let fate: Fates
  private let server: HTTPServer
  let state: Locked<State>

  /// - Parameter knowsRanges: whether it supports ranges; otherwise every answer is the whole original.
  /// - Throws: an error if this machine has no loopback.
  package init(
    folder: String, conditions: NetworkConditions, knowsRanges: Bool = true, fate: Fates? = nil
  ) throws {
    (self.folder, self.conditions, self.knowsRanges) = (folder, conditions, knowsRanges)
    self.fate = fate ?? conditions.fate
    state = Locked(State(link: SharedLink(bytesPerSecond: conditions.bytesPerSecond)))
    server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 60,
      pool: PromptSockets(pool: HTTPServer.defaultPool()), logger: .disabled)
  }

  package var counts: Counts { state.withLock { $0.counts } }

  /// Listens until the calling task is cancelled; `ready` receives the address once the server answers.
  package func run(ready: @escaping @Sendable (URL) -> Void) async throws {
    await server.appendRoute("GET *") { [weak self] request in
      guard let self else { return HTTPResponse(statusCode: .serviceUnavailable) }
      return try await self.answer(request)
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.server.run() }
      group.addTask {
        try await self.server.waitUntilListening()
        if case .ip4(_, let port) = await self.server.listeningAddress,
          let url = URL(string: "http://127.0.0.1:\(port)/")
        {
          ready(url)
        }
      }
      try await group.waitForAll()
    }
  }

  /// Serves while `body` runs, which receives the address.
  package static func serving<Value>(
    folder: String, conditions: NetworkConditions, _ body: (URL) async throws -> Value
  ) async throws -> Value {
    let server = try OriginServer(folder: folder, conditions: conditions)
    let (addresses, continuation) = AsyncStream.makeStream(of: Result<URL, any Error>.self)
    let serving = Task {
      do { try await server.run { continuation.yield(.success($0)) } } catch {
        continuation.yield(.failure(error))
      }
      continuation.finish()
    }
    defer { serving.cancel() }
    for await address in addresses { return try await body(try address.get()) }
    throw CancellationError()
  }

  private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
    let path = request.path
    let name = path.split(separator: "/").first.map(String.init) ?? path
    let isRange = request.headers[HTTPHeader("Range")] != nil
    let number = state.withLock { state in
      state.counts.requests += 1
      state.counts.ranges += isRange ? 1 : 0
      defer { state.requests[name, default: 0] += 1 }
      return state.requests[name] ?? 0
    }
    try await Task.sleep(for: .seconds(conditions.latency))
    let fate = fate(name, number)
    if case .refused(let status) = fate {
      return HTTPResponse(statusCode: HTTPStatusCode(status, phrase: "No"))
    }
    guard let original = ServedOriginal(path: path, in: folder) else {
      return HTTPResponse(statusCode: .notFound)
    }
    return original.response(
      range: knowsRanges ? request.headers[HTTPHeader("Range")] : nil,
      condition: request.headers[HTTPHeader("If-Range")], fate: fate, server: self)
  }
}

/// Sockets of an origin that send what they are given at once.
///
/// A header and the bytes after it are two writes. By itself, TCP holds the second one until the first is
/// acknowledged (Nagle's algorithm, RFC 896), and the client's system waits up to 40 ms before it
/// acknowledges: a pause of the loopback that is not in the ``NetworkConditions``.
struct PromptSockets<Pool: AsyncSocketPool>: AsyncSocketPool {
  /// The pool that waits for sockets.
  let pool: Pool

  func prepare() async throws { try await pool.prepare() }

  func run() async throws { try await pool.run() }

  /// A listening socket passes its options on to its connections, and each connection waits for its first
  /// request.
  func suspendSocket(_ socket: Socket, untilReadyFor events: Socket.Events) async throws {
    // A socket whose other side has gone may take no options; waiting for it reports that.
    if events.contains(.read) {
      try? socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
    }
    try await pool.suspendSocket(socket, untilReadyFor: events)
  }
}
