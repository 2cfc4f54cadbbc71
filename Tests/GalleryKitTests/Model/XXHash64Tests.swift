import GalleryKit
import Testing

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
