import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

@Suite(.enabled(if: ImageFormat.heic.isReadable, "this build reads no HEIF"))
struct `HEIF and AVIF` {
  @Test func `pictures of 8 and 10 bits are decoded`() throws {
    #expect(try FormatChecks.differenceFromGradient(TinyPictures.heic) < 6)
    #expect(try FormatChecks.differenceFromGradient(TinyPictures.tenBitHEIC) < 6)
    #expect(try FormatChecks.differenceFromGradient(TinyPictures.avif) < 6)
    #expect(try ImageProbe.probe(bytes: TinyPictures.heic).format == .heic)
    #expect(try ImageProbe.probe(bytes: TinyPictures.avif).format == .avif)
  }

  @Test func `a picture without colours is gray, one with alpha transparent`() throws {
    let gray = try ImageDecoder.decode(
      bytes: TinyPictures.grayAVIF, as: FormatChecks.whole, ledger: MemoryLedger())
    let pixels = TestImage.bytes(gray.pixels)
    #expect(stride(from: 0, to: pixels.count, by: 4).allSatisfy { pixels[$0] == pixels[$0 + 2] })
    #expect(pixels[(47 * 64 + 63) * 4] > 200)
    #expect(try FormatChecks.differenceFromGradient(TinyPictures.transparentAVIF, alpha: true) < 8)
  }

  @Test func `every mode delivers the size that is foretold`() throws {
    for bytes in [
      TinyPictures.heic, TinyPictures.tenBitHEIC, TinyPictures.avif, TinyPictures.transparentAVIF,
    ] {
      try FormatChecks.everyMode(of: bytes)
    }
  }

  @Test func `what the container turns is turned once`() throws {
    let info = try ImageProbe.probe(bytes: TinyPictures.turnedAVIF)
    #expect(info.orientation == .up && info.uprightSize == PixelSize(width: 48, height: 64))
    let turned = try ImageDecoder.decode(
      bytes: TinyPictures.turnedAVIF, as: FormatChecks.whole, ledger: MemoryLedger())
    let upright = try ImageDecoder.decode(
      bytes: PictureWriter.png(exif: EXIFWriter(orientation: .right)).encode(TestImage.gradient(64, 48)),
      as: FormatChecks.whole, ledger: MemoryLedger())
    #expect(try #require(TestImage.meanDifference(turned.pixels, upright.pixels)) < 6)
  }

  @Test func `the container's thumbnail stands in for the picture`() throws {
    #expect(try ImageProbe.probe(bytes: TinyPictures.heicWithThumbnail).hasEmbeddedThumbnail)
    #expect(try !ImageProbe.probe(bytes: TinyPictures.heic).hasEmbeddedThumbnail)
    let cell = ImageSpecification(targetSize: PixelSize(width: 300, height: 300), contentMode: .aspectFit)
    let ledger = MemoryLedger()
    let image = try #require(
      try ImageDecoder.degradedImage(bytes: TinyPictures.heicWithThumbnail, as: cell, ledger: ledger))
    #expect(image.pixels.size == PixelSize(width: 32, height: 24))
    let small = try TestImage.gradient(32, 24)
    #expect(try #require(TestImage.meanDifference(image.pixels, small)) < 12)
    #expect(try ImageDecoder.degradedImage(bytes: TinyPictures.heic, as: cell, ledger: ledger) == nil)
  }

  @Test func `a header that claims too much is refused`() throws {
    var bytes = TinyPictures.heic
    let property = try #require(
      bytes.indices.dropLast(16).first { bytes[$0..<$0 + 4].elementsEqual("ispe".utf8) })
    // Behind the name, a version, then width and height.
    bytes.replaceSubrange(property + 8..<property + 16, with: [0, 0, 0x60, 0, 0, 0, 0x60, 0])
    let error = #expect(throws: CodecError.self) { try ImageProbe.probe(bytes: bytes) }
    #expect(error?.code == .tooCostly)
  }

  @Test func `a film in the same container is told by its brand`() throws {
    let film = [0, 0, 0, 20] + Array("ftypqt  ".utf8) + [0, 0, 0, 0] + Array("qt  ".utf8)
    let error = #expect(throws: CodecError.self) { try ImageProbe.probe(bytes: film) }
    #expect(error?.code == .unsupported)
  }

  @Test func `no damage crashes the decoder or keeps memory`() {
    FormatChecks.damage(to: TinyPictures.heicWithThumbnail, seed: 1)
    FormatChecks.damage(to: TinyPictures.tenBitHEIC, seed: 2)
    FormatChecks.damage(to: TinyPictures.turnedAVIF, seed: 3)
    FormatChecks.damage(to: TinyPictures.transparentAVIF, seed: 4)
  }
}
