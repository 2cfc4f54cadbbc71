package import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

package struct DownloadError: Error, Hashable, CustomStringConvertible {
  package enum Cause: Hashable, Sendable, CustomStringConvertible {
    case status(Int)
    case connection(ConnectionLoss)
    case tooLarge(limit: Int)
    /// The origin's answer is malformed; the words say how.
    case malformed(String)
    case storage(String)

    package var description: String {
      switch self {
      case .status(let status):
        "expected the original, but the origin answered \(status) "
          + "(\(HTTPURLResponse.localizedString(forStatusCode: status)))"
      case .connection(let loss): "\(loss.rawValue); check the network and the origin"
      case .tooLarge(let limit): "the original has more than the \(limit) bytes that are allowed"
      case .malformed(let words): "expected an answer according to RFC 9110, found \(words)"
      case .storage(let words): "the received bytes could not be stored: \(words)"
      }
    }
  }

  package let url: URL
  package let cause: Cause
  package let tries: Int

  package init(url: URL, cause: Cause, tries: Int) {
    self.url = url
    self.cause = cause
    self.tries = tries
  }

  package var description: String {
    let count = tries == 1 ? "once" : "\(tries) times"
    return "\(url.absoluteString): tried \(count), \(cause)"
  }
}

package enum ConnectionLoss: String, Hashable, Sendable, Codable {
  /// No server listens there, or the name is not known.
  case refused = "no connection could be made"
  case timedOut = "nothing was received for too long"
  /// The connection ended before the origin answered: systems do not say why, or each does in its own words.
  case unanswered = "the connection ended without an answer, as when a certificate is not trusted"
  /// The connection ended before all bytes arrived.
  case cut = "the connection ended too early"
}

/// The number of tries of a download, and the waits between them.
///
/// Waits double from one failure to the next, up to a limit, and are shortened by up to a half at random, so that downloads that
/// failed together do not return together (Brooker, "Exponential Backoff And Jitter", AWS, 2015).
package struct RetryPolicy: Hashable, Sendable {
  /// Consecutive failures after which a download is given up; 5 by default.
  package var failureLimit: Int
  /// Seconds to wait after the first failure; 0.5 by default.
  package var firstDelay: Double
  /// The most seconds to wait, unless the origin asks for more; 30 by default.
  package var longestDelay: Double
  /// The longest wait in seconds that an origin may ask for; if it asks for more, the download is given up.
  static let longestRetryAfter = 120.0
  /// Bytes that a try must bring so that earlier failures no longer count.
  static let progressByteCount = 65_536

  package init(failureLimit: Int = 5, firstDelay: Double = 0.5, longestDelay: Double = 30) {
    self.failureLimit = failureLimit
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
  }

  /// Seconds to wait after `failures` failures in a row, at least 1; `jitter` is a random number from 0 up to 1.
  package func delay(afterFailures failures: Int, jitter: Double) -> Double {
    min(longestDelay, firstDelay * pow(2, Double(failures - 1))) * (1 - jitter / 2)
  }
}
