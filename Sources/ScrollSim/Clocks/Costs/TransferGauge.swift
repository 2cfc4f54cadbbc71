internal import Foundation
internal import GalleryKit

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Measures what it takes to get bytes that are not in memory: from this machine's store, and over its network's own loop.
struct TransferGauge {
  /// Bytes of an embedded thumbnail up to those of a large photo.
  private static let sizes = [16_384, 65_536, 262_144, 1_048_576, 4_194_304]

  /// How often each size is fetched.
  let rounds: Int
  /// Where test files may stand for a moment: the disk that is measured.
  let folder: String

  /// Reads files that the system was told to forget.
  ///
  /// - Throws: ``TransferError`` if files cannot be written or read there.
  func store() throws -> CostTable.Transfer {
    let place = "\(folder)/scrollsim-transfer-\(ProcessInfo.processInfo.processIdentifier)"
    try FileManager.default.createDirectory(atPath: place, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: place) }
    return try transfer(of: "a file that is not in memory") { size, round in
      let path = "\(place)/\(size)-\(round)"
      try Data(repeating: UInt8(truncatingIfNeeded: round), count: size).write(to: URL(fileURLWithPath: path))
      return { try Self.readForgotten(path, byteCount: size) }
    }
  }

  /// Asks a server on this machine's loopback for so many bytes, each time over a connection of its own.
  ///
  /// - Throws: ``TransferError`` if the system gives no sockets.
  func network() throws -> CostTable.Transfer {
    let server = try LoopbackServer()
    defer { server.stop() }
    return try transfer(of: "a request over the machine's loopback") { size, _ in
      { try server.fetch(byteCount: size) }
    }
  }

  /// Times what `prepare` returns, for every size in turn, and fits a line.
  private func transfer(
    of medium: String, _ prepare: (_ size: Int, _ round: Int) throws -> () throws -> Double
  ) throws -> CostTable.Transfer {
    var samples: [(byteCount: Int, milliseconds: Double)] = []
    for round in 0..<max(1, rounds) {
      for size in Self.sizes { samples.append((size, try prepare(size, round)())) }
    }
    return fit(samples, of: medium)
  }

  /// A line through measured times.
  func fit(_ samples: [(byteCount: Int, milliseconds: Double)], of medium: String) -> CostTable.Transfer {
    let features = samples.map { [1, Double($0.byteCount) / 1e6] }
    let times = samples.map { max(1e-6, $0.milliseconds) }
    let fit = CostFit(features: features, times: times)
    return CostTable.Transfer(
      medium: medium, fixedMs: fit.coefficients[0].rounded(toPlaces: 5),
      msPerMegabyte: fit.coefficients[1].rounded(toPlaces: 5),
      spread: CostFit.quantiles(zip(features, times).map { $1 / fit.value($0) }, count: 11).map {
        $0.rounded(toPlaces: 4)
      })
  }

  /// Milliseconds to open and read a file whose pages were dropped.
  private static func readForgotten(_ path: String, byteCount: Int) throws -> Double {
    let forget = unsafe open(path, O_RDONLY)
    guard forget >= 0 else { throw TransferError(path) }
    fsync(forget)
    #if canImport(Darwin)
      _ = fcntl(forget, F_NOCACHE, 1)
    #else
      posix_fadvise(forget, 0, 0, POSIX_FADV_DONTNEED)
    #endif
    close(forget)
    var buffer = [UInt8](repeating: 0, count: byteCount)
    let start = ContinuousClock.now
    let file = unsafe open(path, O_RDONLY)
    guard file >= 0 else { throw TransferError(path) }
    defer { close(file) }
    #if canImport(Darwin)
      _ = fcntl(file, F_NOCACHE, 1)
    #endif
    var done = 0
    while done < byteCount {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe read(file, bytes.baseAddress?.advanced(by: done), byteCount - done)
      }
      guard count > 0 else { throw TransferError(path) }
      done += count
    }
    return start.duration(to: .now).milliseconds
  }
}

/// A file or a socket that could not be used for measuring.
struct TransferError: Error, CustomStringConvertible {
  let description: String

  init(_ what: String) {
    let reason = unsafe String(cString: strerror(errno))
    description = "\(what): expected to measure transfers with it, but \(reason)"
  }
}

extension Duration {
  /// Thousandths of a second.
  var milliseconds: Double { Double(components.seconds) * 1e3 + Double(components.attoseconds) / 1e15 }
}
