/// The bytes of files of several pictures, as the Multi-Picture Format (CIPA DC-007) lays them out.
package enum MultiPictureBytes {
  /// A JPEG with other pictures after it and an index of them in a separate APP2 segment.
  ///
  /// - Parameter others: each with its type: 0x10001 and 0x10002 are large thumbnails, 0 is unspecified.
  package static func file(_ primary: [UInt8], others: [(type: Int, bytes: [UInt8])]) -> [UInt8] {
    let count = others.count + 1
    let entriesOffset = 8 + 2 + 2 * 12 + 4
    let segmentByteCount = 2 + 4 + entriesOffset + 16 * count
    var tiff = Array("II".utf8) + little(42, 2) + little(8, 4) + little(2, 2)
    tiff += little(0xB001, 2) + little(4, 2) + little(1, 4) + little(count, 4)
    tiff += little(0xB002, 2) + little(7, 2) + little(16 * count, 4) + little(entriesOffset, 4)
    tiff += little(0, 4)
    let primaryByteCount = primary.count + 2 + segmentByteCount
    tiff += little(0x03_0000, 4) + little(primaryByteCount, 4) + little(0, 4) + little(0, 4)
    // Offsets count from the TIFF structure: after SOI, the marker, its length and the signature.
    var offset = primaryByteCount - 10
    for other in others {
      tiff += little(other.type, 4) + little(other.bytes.count, 4) + little(offset, 4) + little(0, 4)
      offset += other.bytes.count
    }
    let segment = segment(0xE2, Array("MPF\0".utf8) + tiff)
    return Array(primary[..<2]) + segment + Array(primary[2...]) + others.flatMap(\.bytes)
  }

  /// A JPEG with a segment inserted after its first marker.
  package static func inserting(_ marker: UInt8, _ data: [UInt8], into jpeg: [UInt8]) -> [UInt8] {
    Array(jpeg[..<2]) + segment(marker, data) + Array(jpeg[2...])
  }

  private static func segment(_ marker: UInt8, _ data: [UInt8]) -> [UInt8] {
    [0xFF, marker] + big(data.count + 2, 2) + data
  }
}
