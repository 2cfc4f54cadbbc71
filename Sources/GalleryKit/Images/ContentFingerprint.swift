internal import GalleryEngine
package import Support

/// A hash of a file's length and of samples of its bytes, which recognises the file wherever it is found again.
///
/// Files of up to 64 KB are read whole; larger ones, 16 KB at either end and 4 KB at each quarter. A JPEG's head carries its
/// capture date and thumbnail, and a difference in the middle of a JPEG or PNG, which are compressed, also changes its end.
package enum ContentFingerprint {
  private static let wholeByteCount = 1 << 16
  private static let endByteCount = 1 << 14
  private static let middleByteCount = 1 << 12

  /// The fingerprint of the file at a path, or `nil` if it cannot be read or another file has taken its place.
  package static func of(path: some SystemPath, expecting identity: FileIdentity) -> Int64? {
    do throws(SystemError) {
      let file = try OpenFile(path)
      let status = try file.status()
      return status.identity == identity ? of(file, byteCount: status.byteCount) : nil
    } catch {
      return nil
    }
  }

  /// The fingerprint of an open file, or `nil` if it cannot be read; `head` has its first bytes, if they are read already.
  static func of(_ file: borrowing OpenFile, byteCount: Int, head: [UInt8] = []) -> Int64? {
    // All threads share Swift's one empty array, and making one with a capacity of none writes to it.
    guard byteCount > 0 else { return Int64(bitPattern: XXHash64.hash([])) }
    let samples = samples(of: byteCount)
    let count = samples.reduce(0) { $0 + $1.count }
    var isWhole = true
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      for sample in samples {
        let known = head[sample.clamped(to: head.indices)]
        _ = unsafe buffer[filled...].initialize(fromContentsOf: known)
        let rest = filled + known.count..<filled + sample.count
        if !rest.isEmpty {
          let place = unsafe UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[rest]))
          let count = try? unsafe file.read(into: place, at: sample.lowerBound + known.count)
          guard count == rest.count else {
            isWhole = false
            return
          }
        }
        filled += sample.count
      }
    }
    return isWhole ? Int64(bitPattern: XXHash64.hash(bytes, seed: UInt64(byteCount))) : nil
  }

  private static func samples(of byteCount: Int) -> [Range<Int>] {
    guard byteCount > wholeByteCount else { return [0..<byteCount] }
    return [0..<endByteCount]
      + (1...3).map { quarter in byteCount / 4 * quarter..<byteCount / 4 * quarter + middleByteCount }
      + [byteCount - endByteCount..<byteCount]
  }
}
