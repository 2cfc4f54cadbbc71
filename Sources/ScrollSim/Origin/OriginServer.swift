internal import FlyingFox
internal import FlyingSocks
package import Foundation
internal import GalleryKit
internal import Locking

/// An origin on this machine's loopback, as near or far, fast or slow, and reliable as it is told to be: for replays and tests.
///
/// Serves the files of a folder. The first part of a path is dropped, so that many originals can have the same file:
/// `/a/photos/1.jpg` and `/b/photos/1.jpg` are two.
package final class OriginServer: Sendable {
  /// How it answers beside ``NetworkConditions``.
  package struct Manners: Sendable {
    /// Whether it knows ranges; otherwise every answer is the whole original.
    package var knowsRanges = true
    /// Whether it says the digest of originals.
    package var givesDigests = false
    /// Decides what becomes of a request for an original, the n-th; ``NetworkConditions/fate(of:request:)`` if `nil`.
    package var fate: (@Sendable (_ original: String, _ request: Int) -> NetworkConditions.Fate)?

    package init() {}
  }

  /// What it has done.
  package struct Counts: Hashable, Sendable {
    /// Requests it was asked.
    package var requests = 0
    /// Of those, requests for a part.
    package var ranges = 0
    /// Bytes of originals that it sent.
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
  private let manners: Locked<Manners>
  private let server: HTTPServer
  let state: Locked<State>

  /// Makes a server that does not listen yet.
  ///
  /// - Throws: an error if this machine has no loopback.
  package init(folder: String, conditions: NetworkConditions, manners: Manners = Manners()) throws {
    self.folder = folder
    self.conditions = conditions
    self.manners = Locked(manners)
    state = Locked(State(link: SharedLink(bytesPerSecond: conditions.bytesPerSecond)))
    server = HTTPServer(
      address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 60, logger: .disabled)
  }

  /// What it has done so far.
  package var counts: Counts { state.withLock { $0.counts } }

  /// Changes how it answers from the next request on.
  package func behave(_ change: (inout Manners) -> Void) { manners.withLock { change(&$0) } }

  /// Listens until the calling task is cancelled.
  ///
  /// - Parameter ready: is told the address once the server answers.
  /// - Throws: an error if it cannot listen.
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

  /// Serves for as long as `body` runs, which is told the address.
  ///
  /// - Throws: what `body` throws, or an error if the server cannot listen.
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
    let manners = manners.withLock { $0 }
    let fate = manners.fate?(name, number) ?? conditions.fate(of: name, request: number)
    if case .refused(let status) = fate {
      return HTTPResponse(statusCode: HTTPStatusCode(status, phrase: "No"))
    }
    guard let original = ServedOriginal(path: path, in: folder) else {
      return HTTPResponse(statusCode: .notFound)
    }
    return original.response(
      range: manners.knowsRanges ? request.headers[HTTPHeader("Range")] : nil,
      condition: request.headers[HTTPHeader("If-Range")], givesDigest: manners.givesDigests, fate: fate,
      server: self)
  }
}
