/// Whole PNGs, as they are and with corrected checksums, without which no changed byte would get past the first chunk.
enum PNGTarget: FuzzTarget {
  static let name = "png"
  static let longestInput = 16_384

  static func seeds() throws -> [String: [UInt8]] { try SeedPictures.pngs() }

  static func run(_ input: [UInt8]) {
    for bytes in [input, repaired(input)] { DecodeCheck.run(bytes, choice: input.last ?? 0) }
  }

  /// The bytes with the signature and the checksum of every whole chunk corrected.
  private static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(0..<min(8, bytes.count), with: PNGBytes.signature.prefix(bytes.count))
    var start = 8
    while start + 12 <= bytes.count {
      let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = start + 8 + length
      guard end + 4 <= bytes.count else { break }
      bytes.replaceSubrange(end..<end + 4, with: big(Int(PNGBytes.crc(bytes[start + 4..<end])), 4))
      start = end + 4
    }
    return bytes
  }
}
