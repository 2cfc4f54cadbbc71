import GalleryKit
import TestSupport
import Testing

@Suite struct `PNG decoding` {
  private let ledger = MemoryLedger()

  @Test(arguments: [false, true], [false, true])
  func `a picture survives to the bit, with and without alpha and interlacing`(
    keepsAlpha: Bool, isInterlaced: Bool
  ) throws {
    let picture = try TestImage.gradient(67, 45, alpha: keepsAlpha)
    let writer = PictureWriter.png(keepsAlpha: keepsAlpha, isInterlaced: isInterlaced)
    let image = try ImageDecoder.decode(writer.encode(picture))
    #expect(TestImage.bytes(image.pixels) == TestImage.bytes(picture))
    #expect(image.damage == nil)
  }

  @Test func `interlacing changes nothing about any resized picture`() throws {
    let picture = try TestImage.gradient(333, 222, alpha: true)
    for mode in [ResizeMode.fast, .exact] {
      let twins = try [false, true].map { isInterlaced in
        let file = try PictureWriter.png(keepsAlpha: true, isInterlaced: isInterlaced).encode(picture)
        return TestImage.bytes(try ImageDecoder.decode(file, as: .fill(30, 50, mode)).pixels)
      }
      #expect(twins[0] == twins[1])
    }
  }

  @Test func `fast is the mean of whole boxes`() throws {
    // Columns of 0, 60, 0, 60, …: every box of two has the mean 30.
    let pixels = (0..<1600).map { $0 % 2 == 0 ? SIMD4<UInt8>(0, 0, 0, 255) : SIMD4<UInt8>(60, 60, 60, 255) }
    let picture = try PixelBuffer(size: PixelSize(width: 40, height: 40), pixels: pixels, ledger: ledger)
    let image = try ImageDecoder.decode(PictureWriter.png().encode(picture), as: .fill(20, 20))
    #expect(image.pixels.size == PixelSize(width: 20, height: 20))
    #expect(Set(TestImage.bytes(image.pixels)) == [30, 255])
  }

  @Test func `what is transparent lends no colour to what is not`() throws {
    let file = try PictureWriter.png(keepsAlpha: true).encode(FormatChecks.redBesideTransparentGreen())
    for mode in [ResizeMode.fast, .exact] {
      let pixels = try ImageDecoder.decode(file, as: .fill(16, 16, mode)).pixels.pixels
      #expect(pixels.allSatisfy { $0.w <= 8 || $0.y <= 8 })
    }
  }

  @Test func `a file of any height needs a row of working memory, an interlaced one all of it`() throws {
    for isInterlaced in [false, true] {
      let file = try PictureWriter.png(isInterlaced: isInterlaced).encode(TestImage.gradient(64, 3000))
      ledger.resetPeak()
      let image = try ImageDecoder.decode(file, as: .fill(64, 64), ledger: ledger)
      let scratch = ledger.snapshot.peak - image.pixels.byteCount
      #expect(scratch == (isInterlaced ? 64 * 3001 * 4 : 64 * 4))
    }
  }

  @Test(arguments: [false, true])
  func `every cut of a file is an error that names it, or a damaged picture`(isInterlaced: Bool) throws {
    // Noise, so that the compressed data is long and a cut leaves whole rows before it.
    let bytes = try PictureWriter.png(isInterlaced: isInterlaced).encode(TestImage.noise(64, 64))
    try FormatChecks.cuts(of: bytes, every: 131, before: 200)
  }

  @Test(arguments: [false, true])
  func `no damage crashes the decoder or keeps memory`(isInterlaced: Bool) throws {
    let writer = PictureWriter.png(keepsAlpha: true, isInterlaced: isInterlaced)
    FormatChecks.damage(to: try writer.encode(TestImage.gradient(48, 48, alpha: true)), seed: 2)
  }
}
