internal import Foundation
internal import GalleryKit

/// Replays a trace of sized requests through the image manager's own cache, for comparison with cache simulators over the
/// traces that they read.
///
/// A miss makes an image without pixels, which the cache keeps, books in a ledger and evicts. A hit hands no image over, as
/// simulators have none.
struct CacheReplay: Sendable {
  /// The result of a replay.
  struct Outcome: Hashable, Sendable {
    /// Requests of the trace.
    var requests = 0
    /// Requests whose object was not cached.
    var misses = 0
    /// Objects evicted for lack of room.
    var evictions = 0
  }

  /// The cache's capacity in bytes.
  let byteLimit: Int
  /// The policy by which the full cache evicts.
  let eviction: any EvictionPolicy.Type

  /// A record of libCacheSim's oracleGeneral format: time, object, size, and the object's next request; little-endian,
  /// without gaps.
  static let recordByteCount = 24
  private static let specification = ImageSpecification(targetSize: PixelSize(width: 1, height: 1))

  /// Replays a file of oracleGeneral records.
  ///
  /// Sizes are rounded up to whole pixels of four bytes.
  ///
  /// - Throws: ``CacheTraceError`` if the file cannot be read, or holds no such records.
  func run(path: String) throws(CacheTraceError) -> Outcome {
    guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path), options: .alwaysMapped) else {
      throw CacheTraceError(path: path, reason: "cannot be read")
    }
    guard !bytes.isEmpty, bytes.count.isMultiple(of: Self.recordByteCount) else {
      throw CacheTraceError(
        path: path,
        reason:
          "expected records of \(Self.recordByteCount) bytes (oracleGeneral), found \(bytes.count) bytes")
    }
    return unsafe bytes.withUnsafeBytes { unsafe replay($0) }
  }

  private func replay(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    let ledger = MemoryLedger()
    var cache = ImageCache(byteLimit: byteLimit, eviction: eviction)
    var outcome = Outcome()
    for offset in stride(from: 0, to: bytes.count, by: Self.recordByteCount) {
      let object = unsafe bytes.loadUnaligned(fromByteOffset: offset + 4, as: UInt64.self).littleEndian
      let size = unsafe bytes.loadUnaligned(fromByteOffset: offset + 12, as: UInt32.self).littleEndian
      let key = ImageKey(
        asset: LocalIdentifier.ofSynthetic(Int(truncatingIfNeeded: object)), specification: Self.specification
      )
      outcome.requests += 1
      guard !cache.use(key) else { continue }
      outcome.misses += 1
      let pixels = PixelBuffer(
        accounting: PixelSize(width: max(1, (Int(size) + 3) / 4), height: 1), ledger: ledger)
      outcome.evictions += cache.insert(DecodedImage(pixels: pixels), for: key).count
    }
    return outcome
  }
}

/// An unreadable or invalid trace of requests.
struct CacheTraceError: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "\(path): \(reason)" }
}
