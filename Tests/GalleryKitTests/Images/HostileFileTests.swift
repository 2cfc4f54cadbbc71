import Foundation
import GalleryKit
import TestSupport
import Testing

@Suite struct `Hostile files` {
  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"))
  func `a header that asks for too much is refused by probing, too`() throws {
    let folder = try #require(SharedData.corpus("bad"))
    for name in ["derived__bomb-30000x30000-1bit.png", "derived__declares-65500x65500.jpg"] {
      expectRefusal(.tooCostly) { try ImageProbe.probe(path: "\(folder)/\(name)") }
    }
  }

  @Test(.enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"))
  func `every sound photo and PNG decodes without complaint, to the predicted size`() throws {
    // Not square, so that a rotated photo's sides differ.
    let target = ImageSpecification.fill(390, 270)
    let ledger = MemoryLedger()
    for part in ["photos", "png", "orientation"] {
      let folder = try #require(SharedData.corpus(part))
      for name in try FileManager.default.contentsOfDirectory(atPath: folder).sorted() {
        let path = "\(folder)/\(name)"
        let info = try ImageProbe.probe(path: path)
        if part == "png", info.storedSize.width * info.storedSize.height > SharedData.mostPixels { continue }
        let image = try ImageDecoder.decode(path: path, as: target, ledger: ledger)
        #expect(image.damage == nil && image.pixels.size == info.foretold(target), "\(name)")
      }
    }
  }

  @Test func `what is no file, or no picture, is reported as such`() throws {
    let folder = TemporaryFolder()
    let text = try folder.write("<html>", as: "page.jpg")
    let cases: [(String, String)] = [
      (folder.file("none.jpg"), "No such file or directory"),
      (folder.path, "expected a file, found something else"),
      (text, "expected a JPEG, PNG, WebP, HEIF or AVIF, found a file that starts with 3C 68 74 6D 6C 3E"),
      (try folder.write([], as: "empty.png"), "found an empty file"),
    ]
    for (path, words) in cases {
      let error = #expect(throws: CodecError.self) {
        try ImageDecoder.decode(path: path, as: .fill(390, 390), ledger: MemoryLedger())
      }
      #expect(try #require(error).description.contains(words))
      #expect(try #require(error).description.hasPrefix(path))
    }
  }

  /// A small progressive JPEG whose header claims another size.
  private func progressive(claiming side: Int) throws -> [UInt8] {
    var bytes = try PictureWriter.jpeg(quality: 80, subsampling: .none, isProgressive: true)
      .encode(TestImage.gradient(64, 48))
    let frame = try #require(bytes.places(of: 0xC2).first)
    let claim = big(side, 2)
    bytes.replaceSubrange(frame + 5..<frame + 9, with: claim + claim)
    return bytes
  }

  /// The same file with its first scan, tables and all, `times` more times.
  private func repeatingFirstScan(_ bytes: [UInt8], times: Int) throws -> [UInt8] {
    let marks = bytes.places(of: 0xDA)
    try #require(marks.count > 2)
    // The tables of the second scan lie between the two; the first scan's tables stay valid without them.
    let end = try #require(bytes.places(of: 0xC4).first { $0 > marks[0] })
    let scan = bytes[marks[0]..<end]
    return Array(bytes[..<end]) + Array(repeatElement(scan, count: times).joined()) + Array(bytes[end...])
  }

  @Test func `progressive files that are made to cost are refused by their header where that tells`() throws {
    for side in [65_500, 16_000, 12_000, 7_200] {
      expectRefusal(.tooCostly) { try ImageProbe.probe(bytes: progressive(claiming: side)) }
    }
  }

  @Test(arguments: [(64, 500), (5_600, 60)])
  func `those of too many scans are refused for them, and book what they hold until then`(
    side: Int, scans: Int
  ) throws {
    let ledger = MemoryLedger()
    let many = try repeatingFirstScan(progressive(claiming: side), times: scans)
    expectRefusal(.tooCostly, "scans") { try ImageDecoder.decode(many, ledger: ledger) }
    // Of each of three components, 64 coefficients of two bytes a block.
    #expect(ledger.snapshot.peakScratch == 3 * side * side / 64 * 128)
    #expect(ledger.snapshot.total == 0 && ledger.snapshot.liveBuffers == 0)
  }

  @Test func `a progressive file for a cell ends with the scans that show, however many there are`() throws {
    let many = try repeatingFirstScan(progressive(claiming: 64), times: 500)
    #expect(try ImageDecoder.decode(many, as: .fill(8, 8)).pixels.size == PixelSize(width: 8, height: 8))
  }

  @Test func `a JPEG of more markers than any camera writes is refused, wherever they are`() throws {
    let marker: [UInt8] = [0xFF, 0xE1, 0, 2]
    func inserting(_ count: Int, into jpeg: [UInt8], at place: Int) -> [UInt8] {
      let markers = Array(repeatElement(marker, count: count).joined())
      return Array(jpeg[..<place]) + markers + Array(jpeg[place...])
    }
    let picture = try TestImage.gradient(64, 48)
    let plain = try PictureWriter.jpeg().encode(picture)
    let inPasses = try PictureWriter.jpeg(isProgressive: true).encode(picture)
    let scans = inPasses.places(of: 0xDA)
    try #require(scans.count > 1)
    let ledger = MemoryLedger()
    for (jpeg, place) in [(plain, 2), (inPasses, scans[1])] {
      let many = inserting(30_000, into: jpeg, at: place)
      expectRefusal(.tooCostly, "markers") { try ImageDecoder.decode(many, ledger: ledger) }
      let some = inserting(2_000, into: jpeg, at: place)
      #expect(try ImageDecoder.decode(some, ledger: ledger).damage == nil)
    }
    expectRefusal(.tooCostly) { try ImageProbe.probe(bytes: inserting(30_000, into: plain, at: 2)) }
    #expect(ledger.snapshot.total == 0)
  }

  @Test func `a JPEG of two components, of which no colours can be made, is refused by probing, too`() {
    let frame: [UInt8] = [0xFF, 0xC0, 0, 14, 8, 0, 8, 0, 8, 2, 1, 0x11, 0, 2, 0x11, 0]
    let scan: [UInt8] = [0xFF, 0xDA, 0, 10, 2, 1, 0, 2, 0, 0, 63, 0]
    expectRefusal(.unsupported, "colours") { try ImageProbe.probe(bytes: [0xFF, 0xD8] + frame + scan) }
  }

  @Test func `a JPEG of a kind for archives is reported as one, by probing too, with what to do`() {
    func expectRefusals(_ marker: UInt8, bits: UInt8, spectrum: [UInt8], _ kind: String) {
      let frame: [UInt8] = [0xFF, marker, 0, 11, bits, 0, 8, 0, 8, 1, 1, 0x11, 0]
      let bytes: [UInt8] = [0xFF, 0xD8] + frame + [0xFF, 0xDA, 0, 8, 1, 1, 0] + spectrum + [0]
      let words = "expected a baseline or progressive JPEG of 8 bits a sample, found \(kind); convert it"
      expectRefusal(.unsupported, words) { try ImageProbe.probe(bytes: bytes) }
      expectRefusal(.unsupported, words) { try ImageDecoder.decode(bytes) }
    }
    expectRefusals(0xC3, bits: 8, spectrum: [1, 0], "a lossless one (SOF3)")
    expectRefusals(0xC1, bits: 12, spectrum: [0, 63], "one of 12 bits")
  }

  @Test func `a target that is too long to resample to is refused, and a picture as long is not`() throws {
    let picture = try PictureWriter.png().encode(TestImage.gradient(8, 8))
    for (width, height) in [(100_000_000, 1), (1, 65_536)] {
      expectRefusal(.tooCostly, "a target of at most 65535 pixels a side, found \(width)×\(height)") {
        try ImageDecoder.decode(picture, as: .fill(width, height, .exact))
      }
    }
    let long = try PictureWriter.png().encode(TestImage.gradient(65_536, 1))
    #expect(try ImageDecoder.decode(long).pixels.size.width == 65_536)
  }

  @Test func `an interlaced PNG that would fill the memory is refused by its header`() throws {
    // 10000×10000 takes 400 MB unpacked; the header of a small one is made to say so, with its checksum.
    var bytes = try PictureWriter.png(isInterlaced: true).encode(TestImage.gradient(8, 8))
    bytes.replaceSubrange(16..<24, with: [0, 0, 0x27, 0x10, 0, 0, 0x27, 0x10])
    bytes.replaceSubrange(29..<33, with: big(Int(PNGBytes.crc(bytes[12..<29])), 4))
    expectRefusal(.tooCostly, "400 MB") { try ImageProbe.probe(bytes: bytes) }
  }

  @Test func `of chunks of coded colours, of which a PNG needs one, few are kept`() throws {
    var bytes = try PictureWriter.png().encode(TestImage.gradient(8, 8))
    for _ in 0..<12 { bytes = PNGBytes.inserting("cICP", [1, 13, 0, 1, 0], into: bytes) }
    let image = try ImageDecoder.decode(bytes)
    #expect(image.damage == nil)
    #expect(image.warnings.contains { $0.contains("chunk cache") }, "\(image.warnings)")
  }
}
