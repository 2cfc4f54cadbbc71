import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

@Suite struct MemoryLedgerTests {
  @Test func `the peak of working memory names the photo that took most of it`() {
    let ledger = MemoryLedger()
    ledger.add(100, to: .scratch, of: "a")
    ledger.add(300, to: .scratch, of: "b")
    #expect(ledger.snapshot.peakScratchPhoto == "b")
    ledger.remove(300, from: .scratch, of: "b")
    ledger.add(250, to: .scratch, of: "c")
    #expect(ledger.snapshot.peakScratchPhoto == "b", "400 bytes are still the most")
    ledger.add(100, to: .scratch, of: "a")
    #expect(ledger.snapshot.peakScratch == 450 && ledger.snapshot.peakScratchPhoto == "c")
    ledger.resetPeak()
    #expect(ledger.snapshot.peakScratch == 450 && ledger.snapshot.peakScratchPhoto == "c")
  }

  @Test func `what a decoder takes is booked under the photo that its thread decodes, and only scratch is`()
    throws
  {
    let ledger = MemoryLedger()
    let bytes = try PictureWriter.jpeg(quality: 80).encode(TestImage.gradient(60, 40))
    let specification = ImageSpecification(targetSize: PixelSize(width: 20, height: 20), resizeMode: .exact)
    let image = try MemoryLedger.$photo.withValue("IMG_1.jpg") {
      try ImageDecoder.decode(bytes: bytes, as: specification, ledger: ledger)
    }
    #expect(ledger.snapshot.peakScratchPhoto == "IMG_1.jpg")
    #expect(ledger.bytes(of: .scratch) == 0)
    #expect(ledger.bytes(of: .inFlight) == image.pixels.byteCount)
  }
}
