internal import Foundation
internal import GalleryKit
internal import Support

/// Measures the cost of fetching bytes that are not in memory: from this machine's store and over its loopback.
struct TransferGauge {
  /// Byte counts from an embedded thumbnail's to a large photo's.
  private static let sizes = [16_384, 65_536, 262_144, 1_048_576, 4_194_304]

  /// The number of times to fetch each size.
  let rounds: Int
  /// The folder for temporary test files, on the measured disk.
  let folder: String

  /// Measures reads of files that the system was told to drop from its cache.
  ///
  /// - Throws: ``TransferError`` if files cannot be written or read there.
  func store() throws -> CostTable.Transfer {
    let place = try makePlace()
    defer { try? FileManager.default.removeItem(atPath: place) }
    var samples: [(byteCount: Int, milliseconds: Double)] = []
    for round in 0..<max(1, rounds) {
      for size in Self.sizes {
        let path = "\(place)/\(size)-\(round)"
        try Data(repeating: UInt8(truncatingIfNeeded: round), count: size).write(
          to: URL(fileURLWithPath: path))
        samples.append((size, try Self.readForgotten(path, byteCount: size)))
      }
    }
    return fit(samples, of: "a file that is not in memory")
  }

  /// Downloads originals of each size from an origin on this machine's loopback, as an app or a replay does.
  ///
  /// - Throws: an error if the system gives no sockets, or if files cannot be written in the folder.
  func network() async throws -> CostTable.Transfer {
    let place = try makePlace()
    defer { try? FileManager.default.removeItem(atPath: place) }
    for size in Self.sizes {
      try Data(repeating: 7, count: size).write(to: URL(fileURLWithPath: "\(place)/\(size)"))
    }
    let kept = "\(place)/kept"
    try FileManager.default.createDirectory(atPath: kept, withIntermediateDirectories: true)
    let samples = try await OriginServer.serving(folder: place, conditions: NetworkConditions()) { origin in
      let fetcher = RemoteOriginals(configuration: .init(folder: kept))
      var samples: [(byteCount: Int, milliseconds: Double)] = []
      for number in 0..<max(1, rounds) * Self.sizes.count {
        let size = Self.sizes[number % Self.sizes.count]
        let job = DownloadJob(
          id: number, url: origin.appendingPathComponent("\(number)/\(size)"), path: "\(kept)/\(number)",
          byteCount: size, goal: .whole)
        let outcome = await fetcher.outcome(of: job)
        if case .failed(let error) = outcome.ending { throw error }
        samples.append((size, outcome.seconds * 1000))
      }
      return samples
    }
    return fit(samples, of: "a download over the machine's loopback")
  }

  /// A new folder on the measured disk.
  private func makePlace() throws -> String {
    let place = "\(folder)/scrollsim-transfer-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    return place
  }

  /// Fits a line to measured times.
  func fit(_ samples: [(byteCount: Int, milliseconds: Double)], of medium: String) -> CostTable.Transfer {
    let features = samples.map { [1, Double($0.byteCount) / 1e6] }
    let fit = CostFit(features: features, times: samples.map { max(1e-6, $0.milliseconds) })
    return CostTable.Transfer(
      medium: medium, fixedMs: fit.tableCoefficients[0], msPerMegabyte: fit.tableCoefficients[1],
      spread: fit.spread(11))
  }

  /// Milliseconds to open and read a file whose pages were dropped.
  private static func readForgotten(_ path: String, byteCount: Int) throws -> Double {
    do throws(SystemError) {
      let written = try OpenFile(path)
      try? written.sync()
      written.bypassCache()
      var buffer = [UInt8](repeating: 0, count: byteCount)
      let start = ContinuousClock.now
      let file = try OpenFile(path)
      #if os(macOS)
        // On macOS, each open file bypasses the cache separately.
        file.bypassCache()
      #endif
      var done = 0
      while done < byteCount {
        let count = unsafe try buffer.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
          unsafe try file.read(
            into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[done...])),
            at: done)
        }
        guard count > 0 else { throw SystemError(EIO) }
        done += count
      }
      return (ContinuousClock.now - start) / .milliseconds(1)
    } catch {
      throw TransferError(path, error)
    }
  }
}

extension RemoteOriginals {
  /// Downloads and waits for the end; job numbers begin at 0.
  fileprivate func outcome(of job: DownloadJob) async -> DownloadOutcome {
    await withCheckedContinuation { continuation in
      perform(OriginalOrder(number: job.id, task: .fetch(job))) { report in
        if case .ended(let outcome) = report { continuation.resume(returning: outcome) }
      }
    }
  }
}

/// A file that could not be used for measuring.
package struct TransferError: Error, CustomStringConvertible {
  package let description: String

  init(_ what: String, _ error: SystemError) {
    description = "\(what): expected to measure transfers with it, but \(error.reason)"
  }
}

extension TransferGauge {
  private static let sides = [64, 128, 256, 390, 600]

  /// Measures writes of thumbnails to a store, and reads of them from memory, as in normal use.
  ///
  /// - Parameter asset: an asset whose original exists.
  /// - Throws: an error if a store in the folder fails.
  func thumbnails(of asset: Asset) throws -> CostTable.Thumbnails {
    let place = "\(folder)/scrollsim-thumbnails-\(ProcessInfo.processInfo.processIdentifier)"
    defer { try? FileManager.default.removeItem(atPath: place) }
    let store = try ThumbnailStore(.persistent(folder: place), byteLimit: .max)
    defer { store.close() }
    let ledger = MemoryLedger()
    var reads: [(byteCount: Int, milliseconds: Double)] = []
    var writes = reads
    for round in 0..<max(1, rounds) {
      for side in Self.sides {
        // A different size each time, so that each thumbnail is distinct.
        let specification = ImageSpecification(targetSize: PixelSize(width: side, height: side + round))
        let image = DecodedImage(
          pixels: try PixelBuffer(size: specification.targetSize, ledger: ledger))
        let start = ContinuousClock.now
        StoredImage(of: asset, as: specification, in: store)?.keep(image)
        let middle = ContinuousClock.now
        let found = StoredImage(of: asset, as: specification, in: store)
        guard let stored = found?.image(for: .image, ledger: ledger) else {
          throw TransferError(place, SystemError(ENOENT))
        }
        let end = ContinuousClock.now
        writes.append((stored.bytesRead, (middle - start) / .milliseconds(1)))
        reads.append((stored.bytesRead, (end - middle) / .milliseconds(1)))
      }
    }
    return CostTable.Thumbnails(
      read: fit(reads, of: "a stored thumbnail whose file is in memory"),
      write: fit(writes, of: "a thumbnail to be stored"))
  }
}
