/// Hand-made PNGs of colour types and depths that the encoder does not write; their pixels are stored, not compressed
/// (RFC 1950 and 1951).
enum PNGKinds {
  private static let side = 8

  static func png(colour: Int, depth: Int, isInterlaced: Bool) -> [UInt8] {
    let channels = [0: 1, 2: 3, 3: 1, 4: 2, 6: 4][colour] ?? 1
    var header = big(side, 4) + big(side, 4)
    header += [UInt8(depth), UInt8(colour), 0, 0, isInterlaced ? 1 : 0]
    var png = PNGBytes.signature + PNGBytes.chunk("IHDR", header)
    if colour == 3 {
      let entries = 1 << min(depth, 4)
      png += PNGBytes.chunk("PLTE", (0..<entries * 3).map { UInt8($0 * 5 % 256) })
      png += PNGBytes.chunk("tRNS", (0..<entries).map { UInt8($0 * 16 % 256) })
    }
    if colour == 0 { png += PNGBytes.chunk("tRNS", [0, 1]) }
    let rows = isInterlaced ? passes : [(side, side)]
    let data = rows.flatMap { width, height in
      (0..<height).flatMap { row in
        let count = (width * channels * depth + 7) / 8
        // Each row uses another filter. A palette's indices are 0, so that every palette has them.
        return [UInt8(row % 5)] + (0..<count).map { UInt8(colour == 3 ? 0 : $0 * 31 % 256) }
      }
    }
    return png + PNGBytes.chunk("IDAT", stored(data)) + PNGBytes.chunk("IEND", [])
  }

  /// Columns and rows of the seven passes over a picture of 8×8.
  private static let passes = [(1, 1), (1, 1), (2, 1), (2, 2), (4, 2), (4, 4), (8, 4)]

  /// A zlib stream of one uncompressed block.
  private static func stored(_ data: [UInt8]) -> [UInt8] {
    let count = UInt16(data.count)
    let low = UInt8(truncatingIfNeeded: count)
    let high = UInt8(count >> 8)
    var sums: (a: UInt32, b: UInt32) = (1, 0)
    for byte in data {
      sums.a = (sums.a + UInt32(byte)) % 65_521
      sums.b = (sums.b + sums.a) % 65_521
    }
    return [0x78, 0x01, 1, low, high, ~low, ~high] + data + big(Int(sums.b << 16 | sums.a), 4)
  }
}
