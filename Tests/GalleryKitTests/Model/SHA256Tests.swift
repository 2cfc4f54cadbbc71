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
