/// The items that a HEIF file lists (ISO/IEC 14496-12, 8.11.6), not all of which libheif reports.
///
/// A damaged list ends where it is damaged.
enum HEIFItems {
  /// More than any file has at one level before its items.
  private static let mostBoxes = 32
  /// A photo of 200 megapixels in tiles of 512×512 takes about 20 KB.
  private static let longestList = 1 << 20

  /// Whether one of them applies a gain map by ISO 21496-1 to the picture: it is of the type `tmap` (ISO/IEC 23008-12).
  static func haveToneMap(in file: borrowing EncodedFile) -> Bool {
    // Either box begins with four bytes of version and flags.
    guard let meta = box("meta", in: 0..<file.byteCount, of: file), meta.count > 4,
      let list = box("iinf", in: meta.lowerBound + 4..<meta.upperBound, of: file)
    else { return false }
    let bytes = file.bytes(at: list.lowerBound, count: min(list.count, longestList))
    var offset = bytes.first == 0 ? 6 : 8
    while offset + 20 <= bytes.count {
      let version = bytes[offset + 8]
      if bytes.dropFirst(offset + (version < 3 ? 16 : 18)).starts(with: "tmap".utf8) { return true }
      let length = bytes[offset..<offset + 4].number
      guard length >= 20 else { return false }
      offset += length
    }
    return false
  }

  /// The content of the first box of a type.
  private static func box(
    _ type: String, in range: Range<Int>, of file: borrowing EncodedFile
  ) -> Range<Int>? {
    var offset = range.lowerBound
    for _ in 0..<mostBoxes {
      let header = file.bytes(at: offset, count: 8)
      guard header.count == 8 else { return nil }
      // A length of 0 goes on to the end.
      let length = header[..<4].number
      let end = length == 0 ? range.upperBound : offset + length
      guard end >= offset + 8, end <= range.upperBound else { return nil }
      if header[4...].elementsEqual(type.utf8) { return offset + 8..<end }
      offset = end
    }
    return nil
  }
}
