import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

@Suite(.enabled(if: ImageFormat.tiff.isReadable, "this build reads no TIFF"))
struct `TIFF` {
  /// The gradient as samples, `count` for each pixel.
  private func samples(_ count: Int, alpha: Bool = false) throws -> [UInt8] {
    let pixels = TestImage.bytes(try TestImage.gradient(64, 48, alpha: alpha))
    return stride(from: 0, to: pixels.count, by: 4).flatMap { pixels[$0..<$0 + count] }
  }

  private func page(
    _ tiff: TIFFBytes = TIFFBytes(), bits: Int = 8, samples: Int, photometric: Int = 2, strip: [UInt8]
  ) -> [UInt8] {
    tiff.page(width: 64, height: 48, bits: bits, samples: samples, photometric: photometric, strip: strip)
  }

  @Test(arguments: [false, true])
  func `samples of 8 and 16 bits are decoded, in either byte order`(isBigEndian: Bool) throws {
    let tiff = TIFFBytes(isBigEndian: isBigEndian)
    let rgb = try samples(3)
    #expect(try FormatChecks.differenceFromGradient(page(tiff, samples: 3, strip: rgb)) == 0)
    let deep = page(tiff, bits: 16, samples: 3, strip: rgb.flatMap { [$0, $0] })
    #expect(try FormatChecks.differenceFromGradient(deep) == 0)
    #expect(try ImageProbe.probe(bytes: deep).format == .tiff)
    try FormatChecks.everyMode(of: deep)
  }

  @Test func `alpha is straight, and inks become colours`() throws {
    // 2 says that colours were not multiplied by it.
    let alpha = page(
      TIFFBytes(main: [.short(0x0152, 2)]), samples: 4, strip: try samples(4, alpha: true))
    // Multiplication by little alpha loses the colour.
    #expect(try FormatChecks.differenceFromGradient(alpha, alpha: true) < 2)
    let inks = page(
      samples: 4, photometric: 5, strip: try samples(4).enumerated().map { $0 % 4 == 3 ? 0 : 255 - $1 })
    #expect(try FormatChecks.differenceFromGradient(inks) < 1)
  }

  @Test func `a page is turned as it says, and tells when and where it was taken`() throws {
    let tiff = TIFFBytes(
      main: [.short(0x0112, 6)], exif: [.text(0x9003, "2020:01:24 23:11:53")],
      gps: [
        .text(1, "N"), .fractions(2, [(48, 1), (30, 1), (0, 1)]), .text(3, "E"),
        .fractions(4, [(16, 1), (30, 1), (0, 1)]),
      ])
    let bytes = page(tiff, samples: 3, strip: try samples(3))
    let info = try ImageProbe.probe(bytes: bytes)
    #expect(info.orientation == .right && info.uprightSize == PixelSize(width: 48, height: 64))
    #expect(info.captureDate == Date(timeIntervalSince1970: 1_579_907_513))
    #expect(info.location?.longitude == 16.5)
    let image = try ImageDecoder.decode(bytes: bytes, as: FormatChecks.whole, ledger: MemoryLedger())
    let upright = try ImageDecoder.decode(
      bytes: PNGWriter(exif: EXIFWriter(orientation: .right)).encode(TestImage.gradient(64, 48)),
      as: FormatChecks.whole, ledger: MemoryLedger())
    #expect(TestImage.meanDifference(image.pixels, upright.pixels) == 0)
  }

  @Test func `a kind of samples that is not decoded is refused in words`() throws {
    let floats = page(TIFFBytes(main: [.short(0x0153, 3)]), bits: 32, samples: 1, photometric: 1, strip: [])
    let error = #expect(throws: CodecError.self) { try ImageProbe.probe(bytes: floats) }
    #expect(error?.code == .unsupported && error?.message.contains("32-bit") == true)
  }

  @Test func `a header that claims too much is refused`() throws {
    let claims = TIFFBytes().page(
      width: 60_000, height: 60_000, samples: 3, photometric: 2, strip: [1, 2, 3])
    let error = #expect(throws: CodecError.self) { try ImageProbe.probe(bytes: claims) }
    #expect(error?.code == .tooCostly)
  }

  @Test func `a file that breaks off is a damaged picture`() throws {
    let gray: [UInt8] = (0..<64 * 600).map { UInt8(1 + $0 % 200) }
    let bytes = TIFFBytes().page(width: 64, height: 600, samples: 1, photometric: 1, strip: gray)
    let cut = Array(bytes.dropLast(64 * 100))
    let ledger = MemoryLedger()
    let image = try ImageDecoder.decode(bytes: cut, as: FormatChecks.whole, ledger: ledger)
    #expect(image.damage != nil && TestImage.bytes(image.pixels).starts(with: [1, 1, 1, 255, 2, 2, 2, 255]))
    let error = #expect(throws: CodecError.self) {
      try ImageDecoder.decode(bytes: cut, as: FormatChecks.whole, strict: true, ledger: ledger)
    }
    #expect(error?.code == .damaged)
  }

  @Test func `no damage crashes the decoder or keeps memory`() throws {
    FormatChecks.damage(to: page(samples: 3, strip: try samples(3)), seed: 1)
    FormatChecks.damage(to: page(bits: 16, samples: 3, strip: try samples(3).flatMap { [$0, $0] }), seed: 2)
  }
}
