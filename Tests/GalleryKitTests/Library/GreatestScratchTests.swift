import Foundation
import GalleryKit
import TestSupport
import Testing

/// The photo that takes the most working memory to decode, named before any is decoded.
struct GreatestScratchTests {
  let fixture: LibraryFixture

  init() throws { fixture = try LibraryFixture() }

  private func put(_ bytes: [UInt8], _ name: String) throws {
    try Data(bytes).write(to: URL(fileURLWithPath: "\(fixture.folder)/\(name)"))
  }

  @Test func `a progressive JPEG takes more than a larger picture that is read row by row`() throws {
    try put(PictureWriter.jpeg(quality: 80).encode(TestImage.gradient(400, 300)), "rows.jpg")
    try put(
      PictureWriter.jpeg(quality: 80, isProgressive: true).encode(TestImage.gradient(200, 200)), "scans.jpg")
    try put(
      PictureWriter.jpeg(quality: 80, isProgressive: true).encode(TestImage.gradient(100, 90)), "small.jpg")
    try put(PictureWriter.png(isInterlaced: true).encode(TestImage.gradient(120, 100)), "interlaced.png")
    let library = try fixture.open()
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

  @Test func `without such photos there is nothing to say`() throws {
    try put(PictureWriter.jpeg(quality: 80).encode(TestImage.gradient(40, 30)), "rows.jpg")
    let library = try fixture.open()
    _ = try library.index()
    #expect(try library.greatestScratch() == nil)
  }
}
