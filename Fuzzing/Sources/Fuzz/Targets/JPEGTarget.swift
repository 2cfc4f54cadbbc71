/// Whole JPEGs; the last byte, which no decoder reads, chooses how they are decoded.
enum JPEGTarget: FuzzTarget {
  static let name = "jpeg"
  static let longestInput = 16_384

  static func seeds() throws -> [String: [UInt8]] { try SeedPictures.jpegs() }

  static func run(_ input: [UInt8]) {
    var input = input
    // Decoders refuse other first bytes at once, and the other targets test those.
    input.replaceSubrange(0..<min(2, input.count), with: [0xFF, 0xD8].prefix(input.count))
    DecodeCheck.run(input, choice: input.last ?? 0)
  }
}
