/// The bytes of PNGs, taken apart and put together by tests.
package enum PNGBytes {
  /// The first eight bytes of every PNG.
  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A chunk: length, name, data, checksum.
  package static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return big(data.count, 4) + body + big(Int(crc(body)), 4)
  }

  /// A PNG with a chunk inserted after its header.
  package static func inserting(_ name: String, _ data: [UInt8], into png: [UInt8]) -> [UInt8] {
    Array(png[..<33]) + chunk(name, data) + Array(png[33...])
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }

  /// The checksum of chunks (CRC-32).
  package static func crc(_ bytes: some Sequence<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in crc >> 8 ^ table[Int(UInt8(truncatingIfNeeded: crc) ^ byte)] }
  }
}
