internal import Dispatch
internal import Foundation
internal import GalleryEngine
internal import Threading

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Receives a connection's events, on the session's queue.
protocol OriginSessionDelegate: AnyObject, Sendable {
  func answered(_ answer: OriginAnswer, on connection: OriginSession.Connection)
  func received(_ bytes: Data, on connection: OriginSession.Connection)
  /// The last call: the loss of the connection, or `nil` if it ended properly.
  func ended(_ loss: ConnectionLoss?, on connection: OriginSession.Connection)
}

/// HTTP requests that pass on bytes as they arrive.
///
/// Measured behaviour of `URLSession` on Linux (Swift 6.3): bytes come in pieces of 16 KB and are never gathered; a
/// thousand requests leave about 1 MB behind; a request that waits for one of the session's connections runs into its
/// time limit meanwhile, so callers limit the number of concurrent requests; and waiting for the first answer on a new
/// connection keeps a third of a core busy, though not on a reused one.
final class OriginSession: Sendable {
  /// Identifies one request; never reused.
  struct Connection: Hashable, Sendable {
    fileprivate let task: URLSessionDataTask
  }

  private let listener = OriginListener()
  private let session: URLSession

  /// Makes a session that calls back on the queue, which must be serial.
  ///
  /// - Parameter timeout: seconds without any bytes after which a connection counts as lost.
  init(queue: DispatchQueue, timeout: Double) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    configuration.httpMaximumConnectionsPerHost = 64
    configuration.urlCache = nil
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    let operations = OperationQueue()
    operations.maxConcurrentOperationCount = 1
    unsafe operations.underlyingQueue = queue
    session = URLSession(configuration: configuration, delegate: listener, delegateQueue: operations)
  }

  // A session holds its delegate until it is invalidated.
  deinit { session.invalidateAndCancel() }

  /// Requests an original.
  func connect(to url: URL, _ wanted: OriginRequest, delegate: any OriginSessionDelegate) -> Connection {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    // Ranges count unencoded bytes.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    if let range = wanted.range { request.setValue(range, forHTTPHeaderField: "Range") }
    if let condition = wanted.condition, wanted.first > 0 {
      request.setValue(condition, forHTTPHeaderField: "If-Range")
    }
    let connection = Connection(task: session.dataTask(with: request))
    listener.delegates.withLock { $0[connection] = delegate }
    connection.task.resume()
    return connection
  }

  /// Closes the connection; its delegate hears no more of it.
  func disconnect(_ connection: Connection) {
    _ = listener.delegates.withLock { $0.removeValue(forKey: connection) }
    connection.task.cancel()
  }
}

/// Receives the events of all connections of a session, and passes them to the connections' delegates.
private final class OriginListener: NSObject, URLSessionDataDelegate {
  let delegates = Locked<[OriginSession.Connection: any OriginSessionDelegate]>([:])

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    let connection = OriginSession.Connection(task: dataTask)
    if let response = response as? HTTPURLResponse {
      let answer = OriginAnswer(status: response.statusCode) { response.value(forHTTPHeaderField: $0) }
      delegate(of: connection)?.answered(answer, on: connection)
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let connection = OriginSession.Connection(task: dataTask)
    delegate(of: connection)?.received(data, on: connection)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let task = task as? URLSessionDataTask else { return }
    let connection = OriginSession.Connection(task: task)
    let delegate = delegates.withLock { $0.removeValue(forKey: connection) }
    delegate?.ended(error.map(Self.loss), on: connection)
  }

  private func delegate(of connection: OriginSession.Connection) -> (any OriginSessionDelegate)? {
    delegates.withLock { $0[connection] }
  }

  private static func loss(_ error: any Error) -> ConnectionLoss {
    switch (error as? URLError)?.code {
    case .timedOut: .timedOut
    case .cannotConnectToHost, .cannotFindHost, .dnsLookupFailed, .notConnectedToInternet, .badURL,
      .unsupportedURL:
      .refused
    default: .cut
    }
  }
}
