import GalleryKit
import Testing

struct SHA256Tests {
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
  ])
  func `the published vectors hold`(message: String, digest: String) {
    #expect(SHA256.hex(of: message.utf8) == digest)
  }

  @Test func `a stream of many blocks has the published digest`() {
    #expect(
      SHA256.hex(of: repeatElement(UInt8(ascii: "a"), count: 100_000))
        == "6d1cf22d7cc09b085dfc25ee1a1f3ae0265804c607bc2074ad253bcc82fd81ee")
  }

  @Test(arguments: [0, 1, 55, 56, 63, 64, 65, 127, 128, 200])
  func `a stream may arrive in pieces`(length: Int) {
    let bytes = (0..<length).map { UInt8($0) }
    var pieces = SHA256()
    for byte in bytes { pieces.update([byte]) }
    var whole = SHA256()
    whole.update(bytes)
    #expect(pieces.finalize() == whole.finalize())
    #expect(pieces.finalize().count == 32)
  }
}

/// The vectors are those of the reference implementation, xxHash 0.8.
struct XXHash64Tests {
  @Test(
    arguments: [
      (0, 0, 0xEF46_DB37_51D8_E999), (31, 0, 0xC346_D2B5_9B4D_8EE1), (32, 0, 0xCBF5_9C51_16FF_32B4),
      (101, 0, 0xE990_3849_5F85_381E), (4099, 0, 0xD1EB_C6E9_0972_9B6D),
      (101, 0x9E37_79B1_85EB_CA8D, 0x13B5_7B30_0B1F_5A6F),
    ] as [(Int, UInt64, UInt64)])
  func `bytes that count from 0 to 250 hash as the reference does`(count: Int, seed: UInt64, hash: UInt64) {
    #expect(XXHash64.hash((0..<count).map { UInt8($0 % 251) }, seed: seed) == hash)
  }

  @Test func `texts hash as the reference does`() {
    #expect(XXHash64.hash("a".utf8) == 0xD24E_C4F1_A98C_6E5B)
    #expect(XXHash64.hash("abc".utf8) == 0x44BC_2CF5_AD77_0999)
  }
}
