/// The 64-bit hash XXH64 of bytes in memory, by the specification of xxHash 0.1.1.
///
/// Made to see damage at the speed of memory (four independent lanes, so that a processor works on all at once), not to
/// withstand forgery; ``SHA256`` is for fingerprints that must.
package struct XXHash64 {
  private static let prime1: UInt64 = 0x9E37_79B1_85EB_CA87
  private static let prime2: UInt64 = 0xC2B2_AE3D_27D4_EB4F
  private static let prime3: UInt64 = 0x1656_67B1_9E37_79F9
  private static let prime4: UInt64 = 0x85EB_CA77_C2B2_AE63
  private static let prime5: UInt64 = 0x27D4_EB2F_1656_67C5

  /// The hash of the bytes.
  ///
  /// - Complexity: O(*n*).
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

  /// The hash of the bytes.
  ///
  /// - Complexity: O(*n*).
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
