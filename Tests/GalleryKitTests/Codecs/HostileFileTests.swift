import Foundation
import GalleryKit
import TestSupport
import Testing

@Suite struct `Hostile files` {
  private let cell = ImageSpecification(targetSize: PixelSize(width: 390, height: 390), resizeMode: .fast)
  /// Without optimisation, averaging the pixels of a large PNG takes seconds.
  #if DEBUG
    private static let mostPNGPixels = 300_000
  #else
    private static let mostPNGPixels = Int.max
  #endif

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"))
  func `every bad file is an error that names it, or a picture within a small budget`() throws {
    let folder = try #require(SharedData.corpus("bad"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    let ledger = MemoryLedger()
    var outcomes = (pictures: 0, errors: 0)
    for name in names {
      do {
        _ = try ImageDecoder.decode(path: "\(folder)/\(name)", as: cell, ledger: ledger)
        outcomes.pictures += 1
      } catch {
        #expect(error.description.hasPrefix("\(folder)/\(name): "))
        #expect(error.message.count > 8)
        outcomes.errors += 1
      }
    }
    #expect(outcomes.pictures > 30 && outcomes.errors > 60)
    #expect(ledger.snapshot.peak < 200_000_000)
    #expect(ledger.snapshot.total == 0)
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"))
  func `what the header asks too much for is refused by probing too`() throws {
    let folder = try #require(SharedData.corpus("bad"))
    for name in ["derived__bomb-30000x30000-1bit.png", "derived__declares-65500x65500.jpg"] {
      let error = #expect(throws: CodecError.self) { try ImageProbe.probe(path: "\(folder)/\(name)") }
      #expect(error?.code == .tooCostly)
    }
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"))
  func `every sound photo and PNG decodes without complaint`() throws {
    let ledger = MemoryLedger()
    for part in ["photos", "png"] {
      let folder = try #require(SharedData.corpus(part))
      for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
        let path = "\(folder)/\(name)"
        let size = try ImageProbe.probe(path: path).storedSize
        if part == "png", size.width * size.height > Self.mostPNGPixels { continue }
        let image = try ImageDecoder.decode(path: path, as: cell, ledger: ledger)
        #expect(image.damage == nil, "\(name)")
        if min(size.width, size.height) >= 390 {
          #expect(min(image.pixels.size.width, image.pixels.size.height) >= 390, "\(name)")
        }
      }
    }
  }

  @Test func `what is no file, and what is no picture, is said so`() throws {
    let folder = try TemporaryFolder()
    let text = try folder.write(Array("<html>".utf8), as: "page.jpg")
    let cases: [(String, String)] = [
      (folder.file("none.jpg"), "No such file or directory"),
      (folder.path, "expected a file, found something else"),
      (
        text,
        "expected a JPEG (FF D8) or a PNG (89 50 4E 47), found a file that starts with 3C 68 74 6D 6C 3E"
      ),
      (try folder.write([], as: "empty.png"), "found an empty file"),
    ]
    for (path, words) in cases {
      let error = #expect(throws: CodecError.self) {
        try ImageDecoder.decode(path: path, as: cell, ledger: MemoryLedger())
      }
      #expect(try #require(error).description.contains(words))
      #expect(try #require(error).description.hasPrefix(path))
    }
  }

  @Test func `an interlaced PNG that would fill the memory is refused by its header`() throws {
    // 10000×10000 takes 400 MB unpacked; the header of a small one is made to say so, with its checksum.
    let folder = try TemporaryFolder()
    var bytes = try PNGWriter(isInterlaced: true).encode(TestImage.gradient(8, 8))
    bytes.replaceSubrange(16..<24, with: [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10])
    let crc = CRC32.of(bytes[12..<29])
    bytes.replaceSubrange(29..<33, with: (0..<4).map { UInt8(truncatingIfNeeded: crc >> (24 - 8 * $0)) })
    let path = try folder.write(bytes, as: "large.png")
    let error = #expect(throws: CodecError.self) { try ImageProbe.probe(path: path) }
    #expect(error?.code == .tooCostly)
    #expect(error?.message.contains("400 MB") == true)
  }
}

/// The checksum of PNG chunks.
private enum CRC32 {
  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc & 1 == 1 ? (crc >> 1) ^ 0xEDB8_8320 : crc >> 1 }
    }
    return ~crc
  }
}
