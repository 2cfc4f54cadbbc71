/// A baseline JPEG cut at its restart markers, from which others that differ in some intervals are assembled without encoding.
///
/// At a restart marker, a decoder forgets all that it knows but the tables (ITU-T T.81, E.2.4). So an interval means the same
/// pixels in every JPEG of the same size, tables and restart interval.
package struct JPEGIntervals: Sendable {
  private static let (start, end, startOfScan): (UInt8, UInt8, UInt8) = (0xD8, 0xD9, 0xDA)
  private static let restarts: ClosedRange<UInt8> = 0xD0...0xD7
  private static let exifSignature = Array(EXIF.jpegSignature.utf8)
  private static let mostEXIF = 65_527

  private let bytes: [UInt8]
  /// The range of the tables and headers, after the first marker and up to the first interval.
  private let head: Range<Int>
  /// The range of each interval with the marker after it; that of the last is the end of the picture.
  private let ranges: [Range<Int>]

  package var count: Int { ranges.count }

  /// Cuts the JPEG of an encoder: one scan, after which nothing follows.
  ///
  /// - Complexity: O(bytes).
  package init(_ jpeg: [UInt8]) {
    precondition(jpeg.starts(with: [0xFF, Self.start]), "a JPEG begins with its first marker")
    var place = 2
    while jpeg[place + 1] != Self.startOfScan { place += Self.segmentByteCount(of: jpeg, at: place) }
    place += Self.segmentByteCount(of: jpeg, at: place)
    head = 2..<place
    var ranges: [Range<Int>] = []
    var first = place
    while place < jpeg.count - 1 {
      guard jpeg[place] == 0xFF, Self.restarts.contains(jpeg[place + 1]) || jpeg[place + 1] == Self.end else {
        place += 1
        continue
      }
      place += 2
      ranges.append(first..<place)
      first = place
    }
    precondition(first == jpeg.count, "a JPEG ends with its last marker")
    bytes = jpeg
    self.ranges = ranges
  }

  private static func segmentByteCount(of jpeg: [UInt8], at place: Int) -> Int {
    2 + jpeg[place + 2...place + 3].number
  }

  /// Assembles a JPEG from this one's headers, and from intervals of this one and another of the same writer and size.
  ///
  /// - Parameter exif: a TIFF structure of at most 65,527 bytes, or `nil` for none.
  /// - Complexity: O(bytes), all of them copied.
  package func joined(with other: Self, exif: [UInt8]?, isOther: (Int) -> Bool) -> [UInt8] {
    precondition(bytes[head] == other.bytes[other.head] && count == other.count, "the JPEGs differ in kind")
    var result: [UInt8] = []
    result.reserveCapacity(max(bytes.count, other.bytes.count) + Self.mostEXIF)
    result += [0xFF, Self.start]
    if let exif { result += Self.application1(exif) }
    result += bytes[head]
    for number in 0..<count {
      result += isOther(number) ? other.bytes[other.ranges[number]] : bytes[ranges[number]]
    }
    return result
  }

  /// The marker with EXIF data (Exif 2.32, 4.7.2).
  private static func application1(_ exif: [UInt8]) -> [UInt8] {
    precondition(exif.count <= mostEXIF, "EXIF data of \(exif.count) bytes does not fit a marker")
    let length = 2 + exifSignature.count + exif.count
    return [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + exifSignature + exif
  }
}
