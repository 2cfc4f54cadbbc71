internal import GalleryEngine
internal import GalleryImages

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A hash by which a file is recognised wherever it is found again: of its length and of samples of its bytes.
///
/// Files of up to 64 KB are read whole; of others, 16 KB at either end and 4 KB at each quarter. A JPEG's head carries its
/// capture date and thumbnail, and whatever differs in the middle of a JPEG or PNG, which are compressed, differs at its end.
enum ContentFingerprint {
  private static let wholeByteCount = 1 << 16
  private static let endByteCount = 1 << 14
  private static let middleByteCount = 1 << 12

  /// The fingerprint of a file that was listed, or `nil` if it cannot be read, or another has taken its place.
  static func of(_ file: FolderListing.File, in folder: String) -> Int64? {
    let path = (Array(folder.utf8) + [UInt8(ascii: "/")] + file.path.bytes).cString
    // Without O_NONBLOCK, opening a pipe would wait for ever.
    let descriptor = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, FileIdentity(status) == file.identity else { return nil }
    let byteCount = Int(status.st_size)
    var bytes: [UInt8] = []
    for range in samples(of: byteCount) {
      guard append(range, of: descriptor, to: &bytes) else { return nil }
    }
    return Int64(bitPattern: XXHash64.hash(bytes, seed: UInt64(byteCount)))
  }

  private static func samples(of byteCount: Int) -> [Range<Int>] {
    guard byteCount > wholeByteCount else { return [0..<byteCount] }
    return [0..<endByteCount]
      + (1...3).map { quarter in byteCount / 4 * quarter..<byteCount / 4 * quarter + middleByteCount }
      + [byteCount - endByteCount..<byteCount]
  }

  private static func append(_ range: Range<Int>, of descriptor: Int32, to bytes: inout [UInt8]) -> Bool {
    guard !range.isEmpty else { return true }
    var sample = [UInt8](repeating: 0, count: range.count)
    guard unsafe pread(descriptor, &sample, range.count, off_t(range.lowerBound)) == range.count else {
      return false
    }
    bytes += sample
    return true
  }
}
