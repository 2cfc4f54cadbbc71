internal import Dispatch
internal import Foundation
internal import GalleryEngine
internal import Support

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// HTTP requests that pass on bytes as they arrive, to the transfers that made them.
///
/// Measured behaviour of `URLSession` on Linux (Swift 6.3): bytes come in pieces of 16 KB and are never gathered; a
/// thousand requests leave about 1 MB behind; a request that waits for one of the session's connections runs into its
/// time limit meanwhile, so callers limit the number of concurrent requests; and waiting for the first answer on a new
/// connection keeps a third of a core busy, though not on a reused one.
final class OriginSession: Sendable {
  private let listener = OriginListener()
  private let session: URLSession

  /// Makes a session that calls back on the queue, which must be serial.
  ///
  /// - Parameter timeout: seconds without any bytes after which a connection counts as lost: from 1 to a day's.
  init(queue: DispatchQueue, timeout: Double) {
    let configuration = URLSessionConfiguration.ephemeral
    // On Linux it counts whole seconds, less than one as 0, and more than an `Int` holds end the process. `max` gives 1 for NaN.
    configuration.timeoutIntervalForRequest = min(max(1, timeout.rounded(.up)), 86_400)
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

  /// Requests an original for a transfer, which gets the events until ``disconnect(_:)``.
  func connect(to url: URL, _ wanted: OriginRequest, for transfer: OriginalTransfer) -> URLSessionTask {
    var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
    // Ranges count unencoded bytes.
    request.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
    if let range = wanted.range { request.setValue(range, forHTTPHeaderField: "Range") }
    if let condition = wanted.condition { request.setValue(condition, forHTTPHeaderField: "If-Range") }
    let connection = session.dataTask(with: request)
    listener.transfers.withLock { $0[connection.taskIdentifier] = transfer }
    connection.resume()
    return connection
  }

  /// Closes the connection; its transfer gets no more events of it.
  func disconnect(_ connection: URLSessionTask) {
    _ = listener.transfers.withLock { $0.removeValue(forKey: connection.taskIdentifier) }
    connection.cancel()
  }
}

/// Passes the events of a session's connections to their transfers.
private final class OriginListener: NSObject, URLSessionDataDelegate {
  let transfers = Locked<[Int: OriginalTransfer]>([:])

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    if let response = response as? HTTPURLResponse {
      transfer(of: dataTask)?
        .answered(OriginAnswer(status: response.statusCode) { response.value(forHTTPHeaderField: $0) })
    }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    transfer(of: dataTask)?.received(data)
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let transfer = transfers.withLock { $0.removeValue(forKey: task.taskIdentifier) }
    transfer?.ended(error.map(Self.loss))
  }

  private func transfer(of task: URLSessionTask) -> OriginalTransfer? {
    transfers.withLock { $0[task.taskIdentifier] }
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
