import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

@Suite struct `JPEGs of long headers` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A JPEG of 48×32 pixels.
  private func picture(isProgressive: Bool = false) throws -> [UInt8] {
    try PictureWriter.jpeg(quality: 90, isProgressive: isProgressive).encode(TestImage.gradient(48, 32))
  }

  /// The JPEG with segments of these lengths put in behind its first marker.
  private func padded(_ jpeg: [UInt8], by lengths: [Int], marker: UInt8) -> [UInt8] {
    lengths.reduce(jpeg) { jpeg, length in
      MultiPictureBytes.inserting(marker, [UInt8](repeating: 0x5A, count: length), into: jpeg)
    }
  }

  private func probe(_ bytes: [UInt8]) throws -> ImageInfo {
    try ImageProbe.probe(path: folder.write(bytes, as: "picture.jpg"))
  }

  // 0xE0 and 0xEE are the segments of JFIF and Adobe, which libjpeg-turbo looks into; 0xFE is a comment.
  @Test(
    arguments: [0xE0, 0xE1, 0xED, 0xEE, 0xEF, 0xFE] as [UInt8],
    [[16_300], [16_384], [9_000, 9_000], [65_533, 65_533, 65_533]])
  func `a picture is described alike, whatever stands in front of its tables`(
    marker: UInt8, lengths: [Int]
  ) throws {
    for isProgressive in [false, true] {
      let plain = try picture(isProgressive: isProgressive)
      let info = try probe(padded(plain, by: lengths, marker: marker))
      #expect(info.storedSize == PixelSize(width: 48, height: 32))
      #expect(info.format == (isProgressive ? .jpegProgressive : .jpegBaseline))
    }
  }

  @Test(arguments: [[], [65_533]])
  func `a fault of the tables is found wherever they stand`(lengths: [Int]) throws {
    var plain = try picture()
    let table = try #require(plain.indices.first { plain[$0] == 0xFF && plain[$0 + 1] == 0xDB })
    // There are tables 0 to 3.
    plain[table + 4] = 0x0F
    let damaged = padded(plain, by: lengths, marker: 0xE1)
    let error = #expect(throws: CodecError.self) { try probe(damaged) }
    #expect(error?.code == .malformed)
    #expect(error?.description.contains("Bogus DQT index 15") == true)
  }

  @Test func `a header that ends too early is no picture's`() throws {
    let plain = try picture()
    let scan = try #require(plain.indices.first { plain[$0] == 0xFF && plain[$0 + 1] == 0xDA })
    let whole = padded(plain, by: [40_000], marker: 0xE1)
    let padding = whole.count - plain.count
    for count in stride(from: padding + 2, to: padding + scan, by: 13) {
      #expect(throws: CodecError.self) { try probe(Array(whole.prefix(count))) }
    }
  }

  @Test(arguments: [0, 1, 16_384, 40_000, 65_535, 65_536, 65_537, 300_000])
  func `the fingerprint is the same whether the head was read before or not`(padding: Int) throws {
    let bytes = try picture() + (0..<padding).map { UInt8(truncatingIfNeeded: $0 &* 7_919 >> 5) }
    let known = try fingerprint(bytes, headByteCount: JPEGSegments.windowByteCount)
    #expect(known != nil)
    #expect(try fingerprint(bytes, headByteCount: 64) == known)
    var changed = bytes
    changed[changed.count - 1] ^= 1
    #expect(try fingerprint(changed, headByteCount: 64) != known)
  }

  private func fingerprint(_ bytes: [UInt8], headByteCount: Int) throws -> Int64? {
    let file = try EncodedFile(path: folder.write(bytes, as: "picture.jpg"), headByteCount: headByteCount)
    return file.fingerprint
  }
}
