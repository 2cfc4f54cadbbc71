/// How much of an original its embedded thumbnail needs.
package enum HeadExtent {
  /// Bytes to ask for at first: enough for EXIF, which fits into one segment of 64 KB, in nearly all photos.
  static let firstByteCount = 65_536
  /// Beyond that nobody keeps thumbnails.
  private static let longestByteCount = 1 << 20
  private static let startOfScan: UInt8 = 0xDA

  /// Bytes that must still come before a decoder can read the header of a JPEG to its end; 0 if nothing is missing,
  /// or the file is something else.
  ///
  /// Walks from segment to segment (ITU-T T.81, B.1.1.4).
  package static func missing(in head: [UInt8]) -> Int {
    guard head.count < longestByteCount, head.starts(with: [0xFF, 0xD8]) else { return 0 }
    var position = 2
    while position + 4 <= head.count {
      guard head[position] == 0xFF else { return 0 }
      let marker = head[position + 1]
      if marker == 0xFF {
        position += 1
        continue
      }
      let end = position + 2 + Int(head[position + 2]) << 8 + Int(head[position + 3])
      if marker == startOfScan, end <= head.count { return 0 }
      position = end
    }
    // The segment that was begun, and what may follow it.
    return min(max(position - head.count, 0) + firstByteCount, longestByteCount - head.count)
  }
}
