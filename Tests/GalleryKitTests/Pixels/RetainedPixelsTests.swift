import GalleryEngine
import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

/// Pixels that a toolkit in C holds.
struct `Retained pixels` {
  @Test func `stay when the buffer's last owner in Swift releases it, and leave with their last holder`()
    throws
  {
    let ledger = MemoryLedger()
    var buffer: PixelBuffer? = try TestImage.gradient(20, 10, ledger: ledger)
    let expected = try #require(buffer?.pixels)
    let other = unsafe try #require(buffer?.retained())
    let retained = unsafe try #require(buffer?.retained())
    buffer = nil
    unsafe #expect(other.address == retained.address)
    unsafe PixelBuffer.Retained.release(other.owner)
    #expect(ledger.snapshot.total == 800)
    unsafe #expect(retained.size == PixelSize(width: 20, height: 10) && retained.bytesPerRow == 80)
    unsafe #expect(retained.byteCount == 800 && retained.format == .rgba)
    for row in 0..<10 {
      for column in 0..<20 {
        let pixel = unsafe retained.address.load(
          fromByteOffset: row * retained.bytesPerRow + column * 4, as: SIMD4<UInt8>.self)
        #expect(pixel == expected[row * 20 + column])
      }
    }
    unsafe PixelBuffer.Retained.release(retained.owner)
    unsafe PixelBuffer.Retained.release(nil)
    #expect(ledger.snapshot.total == 0)
  }

  @Test func `are multiplied by alpha and converted to BGRA for Cairo, in separate memory`() throws {
    let ledger = MemoryLedger()
    let pixels: [SIMD4<UInt8>] = [
      [255, 100, 1, 255], [255, 100, 3, 128], [200, 100, 50, 0], [10, 20, 30, 1],
    ]
    var buffer: PixelBuffer? = try PixelBuffer(
      size: PixelSize(width: 2, height: 2), pixels: pixels, ledger: ledger)
    let retained = unsafe try #require(buffer?.retained(as: .premultipliedBGRA))
    #expect(ledger.snapshot.total == 32 && buffer?.pixels == pixels)
    buffer = nil
    let found = (0..<4).map { unsafe retained.address.load(fromByteOffset: $0 * 4, as: SIMD4<UInt8>.self) }
    // By hand: colour × alpha ÷ 255, rounded.
    #expect(found == [[1, 100, 255, 255], [2, 50, 128, 128], [0, 0, 0, 0], [0, 0, 0, 1]])
    unsafe PixelBuffer.Retained.release(retained.owner)
    #expect(ledger.snapshot.total == 0)
  }

  @Test func `do not exist in a buffer that only accounts for them`() {
    let buffer = PixelBuffer(accounting: PixelSize(width: 4, height: 4), ledger: MemoryLedger())
    for format in [PixelBuffer.Format.rgba, .premultipliedBGRA] {
      unsafe #expect(buffer.retained(as: format) == nil)
    }
  }
}

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

  @Test func `what a decoder takes is booked under its thread's photo, and only scratch is`() throws {
    let ledger = MemoryLedger()
    let bytes = try PictureWriter.jpeg(quality: 80).encode(TestImage.gradient(60, 40))
    let image = try MemoryLedger.$photo.withValue("IMG_1.jpg") {
      try ImageDecoder.decode(bytes, as: .fill(20, 20, .exact), ledger: ledger)
    }
    #expect(ledger.snapshot.peakScratchPhoto == "IMG_1.jpg")
    #expect(ledger.bytes(of: .scratch) == 0)
    #expect(ledger.bytes(of: .inFlight) == image.pixels.byteCount)
  }
}
