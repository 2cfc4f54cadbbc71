/// PNGs as chunks: length, type, data, checksum (PNG 1.2, section 3.2).
enum PNGBytes {
  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A chunk with its length and its checksum.
  static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let checked = Array(type.utf8) + data
    return bigEndian(UInt32(data.count)) + checked + bigEndian(CRC32.of(checked[...]))
  }

  /// The bytes with the signature and the checksum of every whole chunk corrected.
  static func repaired(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.replaceSubrange(0..<min(8, bytes.count), with: signature.prefix(bytes.count))
    var start = 8
    while start + 12 <= bytes.count {
      let length = bytes[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      let end = start + 8 + length
      guard end + 4 <= bytes.count else { break }
      bytes.replaceSubrange(end..<end + 4, with: bigEndian(CRC32.of(bytes[start + 4..<end])))
      start = end + 4
    }
    return bytes
  }

  /// A PNG with another chunk after its header.
  static func inserting(_ type: String, _ data: [UInt8], in png: [UInt8]) -> [UInt8] {
    // The signature, and IHDR with its 13 bytes.
    let head = 8 + 12 + 13
    return png[..<head] + chunk(type, data) + png[head...]
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
  }
}

/// The checksum of PNG chunks (PNG 1.2, section 15).
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }

  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
  }
}
