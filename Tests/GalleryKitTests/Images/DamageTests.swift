import Foundation
import GalleryKit
import TestSupport
import Testing

@Suite struct `Damaged files` {
  private let ledger = MemoryLedger()

  private func decode(
    _ bytes: [UInt8], strict: Bool, as specification: ImageSpecification = .fill(30, 30)
  ) throws(CodecError) -> DecodedImage {
    try ImageDecoder.decode(bytes: bytes, as: specification, strict: strict, ledger: ledger)
  }

  private func files() throws -> [(name: String, bytes: [UInt8])] {
    let picture = try TestImage.noise(160, 120)
    return [
      ("baseline", try PictureWriter.jpeg(quality: 90).encode(picture)),
      ("progressive", try PictureWriter.jpeg(quality: 90, isProgressive: true).encode(picture)),
      ("plain PNG", try PictureWriter.png().encode(picture)),
      ("interlaced PNG", try PictureWriter.png(isInterlaced: true).encode(picture)),
    ]
  }

  @Test func `a sound file passes strictly, in any size`() throws {
    for (name, bytes) in try files() {
      for resizeMode in ResizeMode.allCases {
        for width in [30, 200] {
          let image = try decode(bytes, strict: true, as: .fill(width, 30, resizeMode))
          #expect(image.damage == nil, "\(name)")
          #expect(image.warnings.isEmpty, "\(name)")
        }
      }
    }
  }

  @Test func `half a file is a damaged picture that says so, and strictly an error`() throws {
    for (name, bytes) in try files() {
      let half = Array(bytes.prefix(bytes.count / 2))
      let image = try decode(half, strict: false, as: .whole)
      #expect(image.damage != nil, "\(name)")
      let error = #expect(throws: CodecError.self) { try decode(half, strict: true) }
      #expect(error?.code == .damaged, "\(name): \(String(describing: error))")
      #expect(error?.file == "bytes in memory")
    }
    #expect(ledger.snapshot.total == 0)
  }

  @Test func `strictly, a file is read to its end, even where the image needs only its top`() throws {
    let tall = try PictureWriter.jpeg(quality: 95).encode(TestImage.gradient(40, 1200))
    let cut = Array(tall.prefix(tall.count * 9 / 10))
    #expect(try decode(cut, strict: false, as: .fill(40, 40)).damage == nil)
    #expect(throws: CodecError.self) { try decode(cut, strict: true, as: .fill(40, 40)) }
    // A progressive file whose last scans are missing is good enough for a small picture.
    let large = try TestImage.gradient(640, 480)
    let progressive = try PictureWriter.jpeg(quality: 90, isProgressive: true).encode(large)
    let early = Array(progressive.dropLast(progressive.count / 20))
    #expect(try decode(early, strict: false).damage == nil)
    #expect(throws: CodecError.self) { try decode(early, strict: true) }
  }

  @Test func `a JPEG that breaks after its first rows keeps them, and is grey below`() throws {
    var bytes = try PictureWriter.jpeg(quality: 90).encode(TestImage.plain(64, 64, rgba: [250, 10, 10, 255]))
    // A marker that does not exist, in the middle of the scan, stops the decoder for good.
    let scan = try #require(bytes.places(of: 0xDA).first)
    let middle = (scan + bytes.count) / 2
    bytes.replaceSubrange(middle..<middle + 2, with: [0xFF, 0xC8])
    let image = try decode(bytes, strict: false, as: .whole)
    #expect(image.damage != nil)
    #expect(try #require(image.pixels.pixels.first).x > 230)
    expectRefusal(.damaged) { try decode(bytes, strict: true) }
  }

  @Test func `a progressive JPEG that breaks after whole scans shows them, as one cut off there`() throws {
    let bytes = try PictureWriter.jpeg(quality: 90, isProgressive: true).encode(TestImage.gradient(160, 120))
    let scans = bytes.places(of: 0xDA)
    try #require(scans.count > 2)
    for scan in scans.dropFirst() {
      let cut = try decode(Array(bytes[..<scan]), strict: false, as: .whole)
      // A marker that does not exist, and the header of another picture, of whatever size.
      for marker: UInt8 in [0xC8, 0xC2] {
        var broken = bytes
        broken[scan + 1] = marker
        let image = try decode(broken, strict: false, as: .whole)
        #expect(image.damage != nil && image.pixels.pixels == cut.pixels.pixels)
        expectRefusal(.damaged) { try decode(broken, strict: true) }
      }
    }
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"))
  func `the bad corpus is judged as the plain decoders judge it, within a small budget`() throws {
    let cell = ImageSpecification.fill(390, 390)
    let lenientLedger = MemoryLedger()
    var counts = (sound: 0, damaged: 0, refused: 0)
    for (name, path, notes) in try SharedData.files(of: "bad") {
      let lenient = Result { () throws(CodecError) in
        try ImageDecoder.decode(path: path, as: cell, ledger: lenientLedger).damage
      }
      let strict = Result { () throws(CodecError) in
        try ImageDecoder.decode(path: path, as: cell, strict: true, ledger: ledger).damage
      }
      switch strict {
      case .success:
        counts.sound += 1
        #expect(lenient == .success(nil), "\(name)")
        // The plain decoders know two formats, and a HEIC that is named .jpg is another.
        let isOther = notes.hasPrefix("not JPEG/PNG")
        #expect(
          notes.hasSuffix(": ok") || notes.contains("libpng 1.6.39: warn") || isOther, "\(name): \(notes)")
      case .failure(let error) where error.code == .damaged:
        counts.damaged += 1
        if case .failure(let other) = lenient { Issue.record("\(name): \(other)") }
        #expect(!notes.hasSuffix(": ok"), "\(name): \(notes)")
      case .failure(let error):
        counts.refused += 1
        #expect(lenient == .failure(error), "\(name)")
        #expect(error.description.hasPrefix("\(path): ") && error.message.count > 8)
        let isHuge = notes.contains(": huge") || error.code == .tooCostly
        #expect(!notes.hasSuffix(": ok") && !notes.contains(": warn") || isHuge, "\(name): \(error)")
      }
    }
    #expect(counts.sound >= 20 && counts.damaged >= 15 && counts.refused > 60, "\(counts)")
    #expect(lenientLedger.snapshot.peak < 200_000_000)
    #expect(ledger.snapshot.total == 0 && lenientLedger.snapshot.total == 0)
  }
}
