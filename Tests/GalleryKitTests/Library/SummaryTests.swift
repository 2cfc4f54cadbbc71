import Foundation
import GalleryKit
import TestSupport
import Testing

extension LibrarySummary.Megapixels {
  fileprivate var spread: [Double] { [min, median, max] }
}

struct SummaryTests {
  let fixture = LibraryFixture()

  @Test func `a summary adds up what a default fetch finds`() throws {
    try fixture.write("1000×1000 1 500", to: "a.jpg")
    try fixture.write("2000×1000 6 700", to: "b.png")
    try fixture.write("3000×2000 1 100", to: "c/c.jpg")
    try fixture.write("4000×3000 1 900", to: "d.jpg")
    try fixture.write("broken", to: "e.jpg", modified: 300)
    try fixture.write("9000×9000 1 999", to: "hidden.jpg")
    let library = try fixture.indexed()
    try library.hide(try library.fetchAssets().prefix(1).identifiers)

    let summary = try library.summary()
    #expect(summary.photos == 5)
    #expect(summary.hidden == 1)
    #expect(summary.failed == 1)
    #expect(summary.distinctFiles == 5)
    #expect(summary.bytes == 4 * 16 + 6)
    #expect(summary.formats == [.jpegBaseline: 3, .png: 1, .unknown: 1])
    #expect(summary.megapixels?.spread == [1, 4, 12])
    #expect(summary.decodedBytes == 21_000_000 * 4)
    #expect(summary.firstCreationDate == Date(timeIntervalSince1970: 100))
    #expect(summary.lastCreationDate == Date(timeIntervalSince1970: 900))
    #expect(summary.failures.map { "\($0.path): \($0.reason)" } == ["e.jpg: not a photo"])
    let lines = try library.fetchAssets().map {
      "\($0.localIdentifier) \($0.pixelSize.width) \($0.pixelSize.height) \($0.original.byteCount)\n"
    }
    #expect(summary.sha256 == SHA256.hex(of: lines.joined().utf8))
  }

  @Test func `files shared by many assets are weighed once and shown often`() throws {
    let summary = try fixture.generate(10, over: 3).summary()
    #expect(summary.photos == 10)
    #expect(summary.distinctFiles == 3)
    #expect(summary.bytes == 3 * 6)
    #expect(summary.decodedBytes == 10 * 1200 * 4)
    #expect(summary.megapixels?.spread == [0.0012, 0.0012, 0.0012])
  }

  @Test func `sizes that damage has left are refused, and not added up`() throws {
    let library = try fixture.generate(3)
    try library.apply([CatalogueStatement("UPDATE file SET width = 1 << 57", [])])
    #expect(throws: LibraryError.self) { try library.summary() }
  }

  @Test func `the days of a library are those of its photos' clocks`() throws {
    try fixture.write(to: "a.jpg")
    let library = try fixture.open()
    // Half past midnight of 2 January 1970 in Tokyo, where it is nine hours later than in UTC.
    _ = try library.index(
      probe: LibraryFixture.reading { info in
        info.captureDate = Date(timeIntervalSince1970: 15.5 * 3600)
        info.captureZone = 9 * 3600
      })
    let summary = try library.summary()
    #expect(summary.firstCreationDate == Date(timeIntervalSince1970: 24.5 * 3600))
    #expect(summary.lastCreationDate == summary.firstCreationDate)
  }

  @Test func `an empty library has no sizes and no dates`() throws {
    let summary = try fixture.open().summary()
    #expect(summary.photos == 0)
    #expect(summary.bytes == 0)
    #expect(summary.megapixels == nil)
    #expect(summary.firstCreationDate == nil)
    #expect(summary.sha256 == SHA256.hex(of: []))
  }

  @Test func `failures are counted all and listed up to a hundred`() throws {
    for number in 0..<120 { try fixture.write("broken", to: "\(1000 + number).jpg") }
    let library = try fixture.open()
    #expect(try library.index(probe: fixture.probe).failures.count == 120)
    let summary = try library.summary()
    #expect(summary.failed == 120)
    #expect(summary.failures.map(\.path) == (1000..<1100).map { "\($0).jpg" })
  }

  // MARK: Working memory

  private func put(_ bytes: [UInt8], _ name: String) throws { try fixture.write(Data(bytes), to: name) }

  @Test func `a progressive JPEG takes more than a larger picture that is read row by row`() throws {
    try put(PictureWriter.jpeg(quality: 80).encode(TestImage.gradient(400, 300)), "rows.jpg")
    let library = try fixture.indexedPictures()
    #expect(try library.greatestScratch() == nil)
    try put(
      PictureWriter.jpeg(quality: 80, isProgressive: true).encode(TestImage.gradient(200, 200)), "scans.jpg")
    try put(
      PictureWriter.jpeg(quality: 80, isProgressive: true).encode(TestImage.gradient(100, 90)), "small.jpg")
    try put(PictureWriter.png(isInterlaced: true).encode(TestImage.gradient(120, 100)), "interlaced.png")
    _ = try library.index()
    let most = try #require(try library.greatestScratch())
    #expect(most.path == "scans.jpg" && most.format == .jpegProgressive)

    let ledger = MemoryLedger()
    let specification = ImageSpecification(targetSize: PixelSize(width: 50, height: 50))
    for name in ["rows.jpg", "small.jpg", "interlaced.png"] {
      _ = try ImageDecoder.decode(path: "\(fixture.folder)/\(name)", as: specification, ledger: ledger)
      #expect(ledger.snapshot.peakScratch < most.byteCount, "\(name)")
    }
    let whole = ImageSpecification(targetSize: .maximum)
    _ = try ImageDecoder.decode(path: "\(fixture.folder)/scans.jpg", as: whole, ledger: ledger)
    #expect(ledger.snapshot.peakScratch >= most.byteCount)
  }
}
