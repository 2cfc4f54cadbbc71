/// The marker segments of a JPEG in front of its first scan, found by hopping from marker to marker.
///
/// libjpeg-turbo reads them too, but does not say where they lie, and needs longer to start than a small preview
/// takes to decode. Reading the first 64 KB suffices for most files.
struct JPEGSegments {
  struct Segment {
    let marker: UInt8
    /// The data behind the length, in the file.
    let range: Range<Int>
    /// The first bytes of the data, as many as tell what it is.
    let head: [UInt8]
  }

  private static let windowByteCount = 65_536
  private static let headByteCount = 36
  /// More than any camera writes; a file that has them is not searched further.
  private static let mostSegments = 1_000

  private(set) var segments: [Segment] = []
  private let window: [UInt8]
  private let start: Int

  /// Reads the segments of the JPEG that begins at `start`.
  init(_ file: borrowing EncodedFile, at start: Int = 0, windowByteCount: Int = Self.windowByteCount) {
    self.start = start
    window = file.bytes(at: start, count: windowByteCount)
    guard window.starts(with: [0xFF, 0xD8]) else { return }
    var offset = start + 2
    for _ in 0..<Self.mostSegments {
      let head = bytes(at: offset, count: 4 + Self.headByteCount, of: file)
      guard head.count >= 4 else { return }
      switch head[1] {
      case _ where head[0] != 0xFF: offset += 1  // passed over, as libjpeg-turbo does
      case 0xFF: offset += 1  // padding
      case 0xDA, 0xD9: return
      default:
        let count = Int(head[2]) << 8 | Int(head[3])
        guard count >= 2 else { return }
        let range = offset + 4..<offset + 2 + count
        segments.append(
          Segment(marker: head[1], range: range, head: Array(head.dropFirst(4).prefix(count - 2))))
        offset = range.upperBound
      }
    }
  }

  /// The data of a segment; fewer bytes where the file ends.
  func data(_ segment: Segment, of file: borrowing EncodedFile) -> [UInt8] {
    bytes(at: segment.range.lowerBound, count: segment.range.count, of: file)
  }

  /// The first application segment with this marker whose data begin so.
  func first(_ marker: UInt8, _ signature: String) -> Segment? {
    let signature = Array(signature.utf8)
    return segments.first { $0.marker == marker && $0.head.starts(with: signature) }
  }

  /// The picture's size, and whether it is progressive, by the frame header.
  var frame: (size: PixelSize, isProgressive: Bool)? {
    let frames: [UInt8] = [0xC0, 0xC1, 0xC2, 0xC9, 0xCA]
    guard let head = segments.first(where: { frames.contains($0.marker) })?.head, head.count >= 5 else {
      return nil
    }
    let size = PixelSize(
      width: Int(head[3]) << 8 | Int(head[4]), height: Int(head[1]) << 8 | Int(head[2]))
    return (size, head[0] == 8 && (segments.contains { $0.marker == 0xC2 || $0.marker == 0xCA }))
  }

  private func bytes(at offset: Int, count: Int, of file: borrowing EncodedFile) -> [UInt8] {
    let first = offset - start
    if first >= 0, first + count <= window.count { return Array(window[first..<first + count]) }
    return file.bytes(at: offset, count: count)
  }
}
