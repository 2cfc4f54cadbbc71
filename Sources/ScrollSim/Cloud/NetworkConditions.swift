internal import GalleryKit

/// The conditions on the way to an origin: the same for a real server and a computed one.
package struct NetworkConditions: Hashable, Sendable, Codable {
  package enum Fate: Hashable, Sendable {
    case served
    /// An answer of this status alone.
    case refused(status: Int)
    /// A connection that ends after this share of the answer's bytes.
    case cut(share: Double)
  }

  /// Seconds from a request to the first byte of its answer.
  package var latency = 0.0
  /// The bandwidth that all connections share; `nil` for no limit.
  package var bytesPerSecond: Double?
  /// The share of requests that fail, 0…1: half of them are refused with 503, half are cut.
  package var failures = 0.0
  /// Seeds the choice of the failing requests.
  package var seed: UInt64 = 1

  /// - Parameters:
  ///   - original: the first part of its address's path.
  ///   - request: counts the requests for that original from 0.
  package func fate(of original: String, request: Int) -> Fate {
    var generator = SeededGenerator(seed: seed ^ SeededGenerator.hash(of: original), stream: UInt64(request))
    guard Double(generator.unit()) < failures else { return .served }
    return generator.unit() < 0.5 ? .refused(status: 503) : .cut(share: Double(generator.unit()))
  }
}

/// A line with shared bandwidth: pieces of bytes leave in turn.
package struct SharedLink: Sendable {
  /// Bytes of one piece, at most.
  package static let pieceByteCount = 16_384

  private let bytesPerSecond: Double?
  private var freeTime = 0.0

  package init(bytesPerSecond: Double?) { self.bytesPerSecond = bytesPerSecond }

  /// The time at which a piece that is ready now has gone through.
  package mutating func departure(of byteCount: Int, at now: Double) -> Double {
    guard let bytesPerSecond else { return now }
    freeTime = max(now, freeTime) + Double(byteCount) / bytesPerSecond
    return freeTime
  }
}

extension RemoteSource {
  package func conditions(seed: UInt64) -> NetworkConditions {
    NetworkConditions(latency: latency, bytesPerSecond: bandwidth / 8, failures: failures, seed: seed)
  }
}
