/// Whole PNGs, as they are and with right checksums, without which no changed byte would get past the first chunk.
enum PNGTarget: FuzzTarget {
  static let name = "png"
  static let longestInput = 16_384
  private static let file = MemoryFile()

  static func seeds() throws -> [String: [UInt8]] { try SeedPictures.pngs() }

  static func run(_ input: [UInt8]) {
    for bytes in [input, PNGBytes.repaired(input)] {
      file.write(bytes)
      DecodeCheck.run(file, choice: bytes.last ?? 0)
    }
  }
}
