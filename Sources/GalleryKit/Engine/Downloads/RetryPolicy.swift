internal import Foundation

/// How often a download is tried, and how long it waits in between.
///
/// Waits double from one failure to the next, up to a limit, and are shortened by up to a half at random, so that
/// those who failed together do not come back together (Brooker, "Exponential Backoff And Jitter", AWS, 2015).
public struct RetryPolicy: Hashable, Sendable {
  /// Failures in a row after which a download is given up; 5 by default.
  public var failureLimit: Int
  /// Seconds to wait after the first failure; 0.5 by default.
  public var firstDelay: Double
  /// The most seconds to wait, unless the origin asks for more; 30 by default.
  public var longestDelay: Double
  /// The most seconds that an origin may ask to wait before the download is given up instead; 120 by default.
  public var longestRetryAfter: Double
  /// Bytes that a try must have brought for the failures before it to be forgotten; 64 KB by default.
  public var progressByteCount: Int

  /// Makes a policy.
  public init(
    failureLimit: Int = 5, firstDelay: Double = 0.5, longestDelay: Double = 30,
    longestRetryAfter: Double = 120, progressByteCount: Int = 65_536
  ) {
    self.failureLimit = failureLimit
    self.firstDelay = firstDelay
    self.longestDelay = longestDelay
    self.longestRetryAfter = longestRetryAfter
    self.progressByteCount = progressByteCount
  }

  /// Seconds to wait after so many failures in a row.
  ///
  /// - Parameters:
  ///   - failures: at least 1.
  ///   - jitter: a random number from 0 up to 1.
  public func delay(afterFailures failures: Int, jitter: Double) -> Double {
    min(longestDelay, firstDelay * pow(2, Double(failures - 1))) * (1 - jitter / 2)
  }
}
