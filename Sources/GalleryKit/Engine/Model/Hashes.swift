/// The SHA-256 digest of a stream of bytes (FIPS 180-4); fingerprints tell results of different scenarios or libraries apart.
package struct SHA256 {
  private var state: [UInt32] = [
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19,
  ]
  /// Bytes that do not fill a block yet; fewer than 64.
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0
  private var schedule = [UInt32](repeating: 0, count: 64)

  package init() { pending.reserveCapacity(64) }

  package mutating func update(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      pending.append(byte)
      byteCount &+= 1
      if pending.count == 64 { compress() }
    }
  }

  /// The digest of all bytes so far, 32 bytes; more can be added afterwards.
  package func finalize() -> [UInt8] {
    var digest = self
    let bitCount = byteCount &* 8
    // A one, and zeros that leave room for the count in the last block.
    digest.update([0x80] + repeatElement(0, count: (119 - pending.count) % 64))
    digest.update((0..<8).map { UInt8(truncatingIfNeeded: bitCount >> (56 - 8 * UInt64($0))) })
    return (0..<32).map { UInt8(truncatingIfNeeded: digest.state[$0 / 4] >> (24 - 8 * UInt32($0 % 4))) }
  }

  package static func hex(of bytes: some Sequence<UInt8>) -> String {
    var digest = SHA256()
    digest.update(bytes)
    return digest.hexadecimal
  }

  /// The digest of all bytes so far as 64 lower-case hexadecimal digits; more can be added afterwards.
  package var hexadecimal: String {
    finalize().map { $0.hexadecimal() }.joined()
  }

  private mutating func compress() {
    for index in 0..<16 {
      schedule[index] = pending[index * 4..<index * 4 + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
    for index in 16..<64 {
      let early = schedule[index - 15]
      let late = schedule[index - 2]
      let small0 = Self.rotate(early, 7) ^ Self.rotate(early, 18) ^ early >> 3
      let small1 = Self.rotate(late, 17) ^ Self.rotate(late, 19) ^ late >> 10
      schedule[index] = schedule[index - 16] &+ small0 &+ schedule[index - 7] &+ small1
    }
    var (a, b, c, d) = (state[0], state[1], state[2], state[3])
    var (e, f, g, h) = (state[4], state[5], state[6], state[7])
    for index in 0..<64 {
      let big1 = Self.rotate(e, 6) ^ Self.rotate(e, 11) ^ Self.rotate(e, 25)
      let choice = (e & f) ^ (~e & g)
      let first = h &+ big1 &+ choice &+ Self.constants[index] &+ schedule[index]
      let big0 = Self.rotate(a, 2) ^ Self.rotate(a, 13) ^ Self.rotate(a, 22)
      let majority = (a & b) ^ (a & c) ^ (b & c)
      (h, g, f, e, d, c, b, a) = (g, f, e, d &+ first, c, b, a, first &+ big0 &+ majority)
    }
    for (index, word) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= word }
    pending.removeAll(keepingCapacity: true)
  }

  private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
    word >> count | word << (32 - count)
  }

  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}

/// The 64-bit hash XXH64 of bytes in memory, by the specification of xxHash 0.1.1.
///
/// The hash detects damage at the speed of memory (four independent lanes, so that a processor works on all at once), but
/// does not withstand forgery; ``SHA256`` is for fingerprints that must.
package struct XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  package static func hash(_ bytes: UnsafeRawBufferPointer, seed: UInt64 = 0) -> UInt64 {
    let count = bytes.count
    var place = 0
    var hash: UInt64
    if count >= 32 {
      var a = seed &+ prime1 &+ prime2
      var b = seed &+ prime2
      var c = seed
      var d = seed &- prime1
      while place &+ 32 <= count {
        a = unsafe round(a, word(bytes, place))
        b = unsafe round(b, word(bytes, place &+ 8))
        c = unsafe round(c, word(bytes, place &+ 16))
        d = unsafe round(d, word(bytes, place &+ 24))
        place &+= 32
      }
      hash = rotate(a, 1) &+ rotate(b, 7) &+ rotate(c, 12) &+ rotate(d, 18)
      for lane in [a, b, c, d] { hash = (hash ^ round(0, lane)) &* prime1 &+ prime4 }
    } else {
      hash = seed &+ prime5
    }
    hash &+= UInt64(count)
    while place + 8 <= count {
      hash = rotate(hash ^ round(0, unsafe word(bytes, place)), 27) &* prime1 &+ prime4
      place += 8
    }
    if place + 4 <= count {
      let half = unsafe UInt32(
        littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt32.self))
      hash = rotate(hash ^ UInt64(half) &* prime1, 23) &* prime2 &+ prime3
      place += 4
    }
    while place < count {
      hash = rotate(hash ^ UInt64(unsafe bytes[place]) &* prime5, 11) &* prime1
      place += 1
    }
    hash = (hash ^ hash >> 33) &* prime2
    hash = (hash ^ hash >> 29) &* prime3
    return hash ^ hash >> 32
  }

  package static func hash(_ bytes: some Sequence<UInt8>, seed: UInt64 = 0) -> UInt64 {
    let bytes = Array(bytes)
    return unsafe bytes.withUnsafeBytes { unsafe hash($0, seed: seed) }
  }

  private static func word(_ bytes: UnsafeRawBufferPointer, _ place: Int) -> UInt64 {
    unsafe UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: place, as: UInt64.self))
  }

  private static func round(_ lane: UInt64, _ word: UInt64) -> UInt64 {
    rotate(lane &+ word &* prime2, 31) &* prime1
  }

  private static func rotate(_ word: UInt64, _ count: UInt64) -> UInt64 {
    word << count | word >> (64 - count)
  }
}

extension FixedWidthInteger where Self: UnsignedInteger {
  /// All hexadecimal digits, leading zeros included.
  package func hexadecimal(uppercase: Bool = false) -> String {
    let digits = String(self, radix: 16, uppercase: uppercase)
    return String(repeating: "0", count: Self.bitWidth / 4 - digits.utf8.count) + digits
  }
}

extension [UInt8] {
  /// Appends a number in little-endian order.
  package mutating func append(number: some FixedWidthInteger) {
    unsafe Swift.withUnsafeBytes(of: number.littleEndian) { unsafe append(contentsOf: $0) }
  }
}
