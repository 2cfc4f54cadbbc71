/// Whole PNGs, as they are and with corrected checksums, without which no changed byte would get past the first chunk.
enum PNGTarget: FuzzTarget {
  static let name = "png"
  static let longestInput = 16_384

  static func seeds() throws -> [String: [UInt8]] { try SeedPictures.pngs() }

  static func run(_ input: [UInt8]) {
    for bytes in [input, PNGBytes.repaired(input)] { DecodeCheck.run(bytes, choice: input.last ?? 0) }
  }
}
