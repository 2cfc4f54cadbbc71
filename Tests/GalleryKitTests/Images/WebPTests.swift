import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

@Suite(.enabled(if: ImageFormat.webp.isReadable, "this build reads no WebP"))
struct `WebP` {
  @Test func `lossy and lossless pictures, with alpha and without, are decoded`() throws {
    #expect(try FormatChecks.differenceFromGradient(TinyPictures.lossyWebP) < 6)
    #expect(try FormatChecks.differenceFromGradient(TinyPictures.losslessWebP) == 0)
    #expect(try FormatChecks.differenceFromGradient(TinyPictures.transparentWebP, alpha: true) < 8)
    for bytes in [TinyPictures.lossyWebP, TinyPictures.losslessWebP] {
      let info = try ImageProbe.probe(bytes: bytes)
      #expect(info.format == .webp && info.storedSize == PixelSize(width: 64, height: 48))
    }
  }

  @Test func `every mode delivers the size that is foretold`() throws {
    for bytes in [TinyPictures.lossyWebP, TinyPictures.losslessWebP, TinyPictures.transparentWebP] {
      try FormatChecks.everyMode(of: bytes)
    }
  }

  @Test func `a frame that is scaled by libwebp lies where a box filter would have it`() throws {
    let target = ImageSpecification(targetSize: PixelSize(width: 16, height: 12), resizeMode: .fast)
    let ledger = MemoryLedger()
    let own = try ImageDecoder.decode(bytes: TinyPictures.losslessWebP, as: target, ledger: ledger)
    let boxes = try ImageDecoder.decode(
      bytes: PictureWriter.png().encode(TestImage.gradient(64, 48)), as: target, ledger: ledger)
    #expect(try #require(TestImage.meanDifference(own.pixels, boxes.pixels)) < 1)
  }

  @Test func `orientation, date, profile and XMP are those of the chunks beside the frame`() throws {
    let exif = TIFFBytes(main: [.short(0x0112, 6)], exif: [.text(0x9003, "2020:01:24 23:11:53")])
    let bytes = WebPBytes.still(
      WebPBytes.chunks(of: TinyPictures.losslessWebP), width: 64, height: 48, profile: TestProfile.displayP3,
      exif: exif.bytes,
      xmp: XMPBytes.packet(attributes: "exif:GPSLatitude='48,30N' exif:GPSLongitude='16,30E'"))
    let info = try ImageProbe.probe(bytes: bytes)
    #expect(info.orientation == .right && info.uprightSize == PixelSize(width: 48, height: 64))
    #expect(info.captureDate == Date(timeIntervalSince1970: 1_579_907_513))
    #expect(info.location?.latitude == 48.5)
    try FormatChecks.everyMode(of: bytes)
    let tagged = ImageSpecification(targetSize: .maximum, resizeMode: .none, colorMode: .asTagged)
    let image = try ImageDecoder.decode(bytes: bytes, as: tagged, ledger: MemoryLedger())
    #expect(image.colorProfile?.bytes == TestProfile.displayP3)
    #expect(image.pixels.size == PixelSize(width: 48, height: 64))
  }

  @Test func `of an animation it is the first frame, where it lies on its canvas`() throws {
    let bytes = WebPBytes.animation(
      WebPBytes.chunks(of: TinyPictures.losslessWebP), of: (64, 48), at: (10, 4), width: 90, height: 60)
    #expect(try ImageProbe.probe(bytes: bytes).storedSize == PixelSize(width: 90, height: 60))
    let image = try ImageDecoder.decode(bytes: bytes, as: FormatChecks.whole, ledger: MemoryLedger())
    let pixels = TestImage.bytes(image.pixels)
    let gradient = TestImage.bytes(try TestImage.gradient(64, 48))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[(y * 90 + x) * 4..<(y * 90 + x + 1) * 4]) }
    #expect(pixel(0, 0) == [0, 0, 0, 0] && pixel(9, 20) == [0, 0, 0, 0] && pixel(89, 59) == [0, 0, 0, 0])
    #expect(pixel(10, 4) == Array(gradient[..<4]) && pixel(73, 51) == Array(gradient.suffix(4)))
    try FormatChecks.everyMode(of: bytes)
  }

  @Test func `a file that breaks off is a damaged picture, or an error that says so`() throws {
    var damaged = 0
    let bytes = TinyPictures.lossyWebP
    for count in stride(from: 30, to: bytes.count - 1, by: 5) {
      do {
        let image = try ImageDecoder.decode(
          bytes: Array(bytes.prefix(count)), as: FormatChecks.whole, ledger: MemoryLedger())
        #expect(image.damage?.contains("the file ends too early") == true)
        damaged += 1
      } catch {
        #expect(error.code == .malformed)
      }
    }
    #expect(damaged > 10)
  }

  @Test func `a header that claims too much is refused`() throws {
    // Behind the chunk's header and a byte of its own, 14 bits each of width and height, less one.
    var bytes = TinyPictures.losslessWebP
    bytes.replaceSubrange(21..<25, with: [0xFF, 0xFF, 0xFF, bytes[24] | 0x0F])
    let error = #expect(throws: CodecError.self) { try ImageProbe.probe(bytes: bytes) }
    #expect(error?.code == .tooCostly)
  }

  @Test func `no damage crashes the decoder or keeps memory`() {
    FormatChecks.damage(to: TinyPictures.lossyWebP, seed: 1)
    FormatChecks.damage(to: TinyPictures.losslessWebP, seed: 2)
    FormatChecks.damage(to: TinyPictures.transparentWebP, seed: 3)
    FormatChecks.damage(
      to: WebPBytes.animation(
        WebPBytes.chunks(of: TinyPictures.lossyWebP), of: (64, 48), at: (10, 4), width: 90, height: 60),
      seed: 4)
  }
}
