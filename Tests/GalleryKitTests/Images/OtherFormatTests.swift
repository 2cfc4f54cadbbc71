import Foundation
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
    let pixels = try TestImage.bytes(ImageDecoder.decode(TinyPictures.grayAVIF).pixels)
    #expect(stride(from: 0, to: pixels.count, by: 4).allSatisfy { pixels[$0] == pixels[$0 + 2] })
    #expect(pixels[(47 * 64 + 63) * 4] > 200)
    #expect(try FormatChecks.differenceFromGradient(TinyPictures.transparentAVIF, alpha: true) < 8)
  }

  @Test func `colours of a coding that libheif does not know are no damage`() throws {
    // In the stream's header, whose numbers begin at any bit, primaries of the reserved code 3 in place of 1.
    var bytes = TinyPictures.avif
    let header: [UInt8] = [0xBD, 0xB2, 0x02, 0x1A, 0x0D]
    let place = try #require(bytes.indices.first { bytes[$0...].starts(with: header) })
    bytes[place + 2] = 0x06
    #expect(try FormatChecks.differenceFromGradient(bytes) < 6)
  }

  @Test func `every mode delivers the predicted size`() throws {
    for bytes in [
      TinyPictures.heic, TinyPictures.tenBitHEIC, TinyPictures.avif, TinyPictures.transparentAVIF,
    ] {
      try FormatChecks.everyMode(of: bytes)
    }
  }

  @Test func `what the container rotates is rotated once`() throws {
    let info = try ImageProbe.probe(bytes: TinyPictures.turnedAVIF)
    #expect(info.orientation == .up && info.uprightSize == PixelSize(width: 48, height: 64))
    let turned = try ImageDecoder.decode(TinyPictures.turnedAVIF)
    let upright = try ImageDecoder.decode(
      PictureWriter.png(exif: EXIFWriter(orientation: .right)).encode(TestImage.gradient(64, 48)))
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

  /// The picture with this size in its header.
  private func claiming(_ width: Int, _ height: Int, _ picture: [UInt8]) throws -> [UInt8] {
    var bytes = picture
    let property = try #require(
      bytes.indices.dropLast(16).first { bytes[$0..<$0 + 4].elementsEqual("ispe".utf8) })
    // After the name, a version, then width and height.
    let sides = [width, height].flatMap { big($0, 4) }
    bytes.replaceSubrange(property + 8..<property + 16, with: sides)
    return bytes
  }

  @Test func `a header that claims more than phones take is refused`() throws {
    let photo = try claiming(8064, 6048, TinyPictures.heic)
    #expect(throws: Never.self) { try ImageProbe.probe(bytes: photo) }
    let more = try claiming(0x6000, 0x6000, TinyPictures.heic)
    expectRefusal(.tooCostly) { try ImageProbe.probe(bytes: more) }
  }

  @Test func `pictures of ten bits are read up to what phones take, and refused beyond it`() throws {
    for (width, height) in [(6144, 4608), (8064, 6048), (8192, 6144)] {
      let bytes = try claiming(width, height, TinyPictures.tenBitHEIC)
      #expect(throws: Never.self) { try ImageProbe.probe(bytes: bytes) }
    }
    let more = try claiming(9248, 6936, TinyPictures.tenBitHEIC)
    expectRefusal(.tooCostly, "needs 769 MB of working memory, and at most 620 MB are allowed") {
      try ImageProbe.probe(bytes: more)
    }
    // Other formats have no more than before.
    let avif = try claiming(8064, 6048, TinyPictures.avif)
    expectRefusal(.tooCostly, "at most 300 MB are allowed") { try ImageProbe.probe(bytes: avif) }
  }

  private static let written = [DecodedImage.FileFormat.heic, .avif].filter { $0.unavailability == nil }

  @Test(arguments: written)
  func `a thumbnail in EXIF data, whose orientation nobody knows, is skipped`(
    format: DecodedImage.FileFormat
  ) throws {
    var writer = PictureWriter(format)
    let thumbnail = try PictureWriter.jpeg().encode(TestImage.gradient(32, 24))
    writer.metadata.exif = EXIFWriter(thumbnail: thumbnail).tiff
    let bytes = try writer.encode(TestImage.gradient(64, 48))
    #expect(try EXIF(tiff: DecodedImage.Metadata(of: Data(bytes)).exif).thumbnail != nil)
    #expect(try !ImageProbe.probe(bytes: bytes).hasEmbeddedThumbnail)
    #expect(try ImageDecoder.degradedImage(bytes: bytes, as: .whole, ledger: MemoryLedger()) == nil)
  }

  @Test func `a film in the same container is recognised by its brand`() throws {
    let film = [0, 0, 0, 20] + Array("ftypqt  ".utf8) + [0, 0, 0, 0] + Array("qt  ".utf8)
    expectRefusal(.unsupported) { try ImageProbe.probe(bytes: film) }
  }

  @Test func `no damage crashes the decoder or keeps memory`() {
    FormatChecks.damage(to: TinyPictures.heicWithThumbnail, seed: 1)
    FormatChecks.damage(to: TinyPictures.tenBitHEIC, seed: 2)
    FormatChecks.damage(to: TinyPictures.turnedAVIF, seed: 3)
    FormatChecks.damage(to: TinyPictures.transparentAVIF, seed: 4)
  }
}

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

  @Test func `every mode delivers the predicted size`() throws {
    for bytes in [TinyPictures.lossyWebP, TinyPictures.losslessWebP, TinyPictures.transparentWebP] {
      try FormatChecks.everyMode(of: bytes)
    }
  }

  @Test func `a frame that is scaled by libwebp lies where a box filter would have it`() throws {
    let own = try ImageDecoder.decode(TinyPictures.losslessWebP, as: .fill(16, 12))
    let boxes = try ImageDecoder.decode(
      PictureWriter.png().encode(TestImage.gradient(64, 48)), as: .fill(16, 12))
    #expect(try #require(TestImage.meanDifference(own.pixels, boxes.pixels)) < 1)
  }

  @Test(arguments: [false, true])
  func `what is transparent lends no colour to what is not`(isLossless: Bool) throws {
    var writer = PictureWriter(.webp)
    (writer.quality, writer.isLossless, writer.keepsAlpha) = (100, isLossless, true)
    let image = try ImageDecoder.decode(
      writer.encode(FormatChecks.redBesideTransparentGreen()), as: .fill(16, 16))
    #expect(image.pixels.size == PixelSize(width: 16, height: 16))
    let edge = image.pixels.pixels[8]
    #expect(abs(Int(edge.w) - 64) <= 1 && edge.x > 200 && edge.y < 50, "\(edge)")
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
    let image = try ImageDecoder.decode(bytes, as: .asTagged)
    #expect(image.colorProfile?.bytes == TestProfile.displayP3)
    #expect(image.pixels.size == PixelSize(width: 48, height: 64))
  }

  @Test func `of an animation it is the first frame, where it lies on its canvas`() throws {
    let bytes = WebPBytes.animation(
      WebPBytes.chunks(of: TinyPictures.losslessWebP), of: (64, 48), at: (10, 4), width: 90, height: 60)
    #expect(try ImageProbe.probe(bytes: bytes).storedSize == PixelSize(width: 90, height: 60))
    let pixels = try TestImage.bytes(ImageDecoder.decode(bytes).pixels)
    let gradient = TestImage.bytes(try TestImage.gradient(64, 48))
    func pixel(_ x: Int, _ y: Int) -> [UInt8] { Array(pixels[(y * 90 + x) * 4..<(y * 90 + x + 1) * 4]) }
    #expect(pixel(0, 0) == [0, 0, 0, 0] && pixel(9, 20) == [0, 0, 0, 0] && pixel(89, 59) == [0, 0, 0, 0])
    #expect(pixel(10, 4) == Array(gradient[..<4]) && pixel(73, 51) == Array(gradient.suffix(4)))
    try FormatChecks.everyMode(of: bytes)
  }

  @Test func `frames within frames are no picture, however deep they lie`() {
    // The header of a frame that goes on to the end of the file: its name, its length, its place and size.
    let frame = Array("ANMF".utf8) + [UInt8](repeating: 0xFF, count: 4) + [UInt8](repeating: 0, count: 16)
    let bytes = Array("RIFF????WEBP".utf8) + Array(repeatElement(frame, count: 100_000).joined())
    #expect(throws: CodecError.self) { try ImageProbe.probe(bytes: bytes) }
    #expect(throws: CodecError.self) { try ImageDecoder.decode(bytes) }
  }

  @Test func `alpha beside a lossy frame takes its plane, and the lossless picture that codes it`() throws {
    let folder = TemporaryFolder()
    let path = try folder.write(TinyPictures.transparentWebP, as: "picture.webp")
    // Of each pixel, one byte and four, beside four of the result.
    #expect(try ImageDecoder.scratchByteCount(path: path) >= 64 * 48 * (1 + 4 + 4))
  }

  @Test func `a file that breaks off is a damaged picture, or an error that says so`() throws {
    var damaged = 0
    let bytes = TinyPictures.lossyWebP
    for count in stride(from: 30, to: bytes.count - 1, by: 5) {
      do {
        let image = try ImageDecoder.decode(Array(bytes.prefix(count)))
        #expect(image.damage?.contains("the file ends too early") == true)
        damaged += 1
      } catch {
        #expect(error.code == .malformed)
      }
    }
    #expect(damaged > 10)
  }

  @Test func `a header that claims too much is refused`() throws {
    // After the chunk's header and a byte of its own, 14 bits each of width and height, less one.
    var bytes = TinyPictures.losslessWebP
    bytes.replaceSubrange(21..<25, with: [0xFF, 0xFF, 0xFF, bytes[24] | 0x0F])
    expectRefusal(.tooCostly) { try ImageProbe.probe(bytes: bytes) }
  }

  @Test func `a file without a frame is refused by probing, too, whatever its header says`() {
    let bytes = WebPBytes.still([], width: 64, height: 48, exif: EXIFWriter(orientation: .right).tiff)
    expectRefusal(.malformed, "there is no frame in it") { try ImageProbe.probe(bytes: bytes) }
  }

  @Test func `no chunk between alpha and frame claims a smaller picture than is decoded`() throws {
    // The name and the length of the second chunk, which has no data, are a lossless frame's header: of a pixel.
    let before: [UInt8] = Array("ALPH".utf8) + [2, 0, 0, 0, 0, 0] + [0x2F, 0, 0, 0, 0, 0, 0, 0]
    let bytes = WebPBytes.still(
      before + WebPBytes.chunks(of: TinyPictures.losslessWebP), width: 64, height: 48)
    expectRefusal(.malformed) { try ImageProbe.probe(bytes: bytes) }
    #expect(throws: CodecError.self) { try FormatChecks.differenceFromGradient(bytes) }
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

@Suite(
  .enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"),
  .enabled(
    if: ImageFormat.allCases.allSatisfy { $0 == .unknown || $0.isReadable },
    "this build reads not all formats"))
struct `Files of other formats` {
  private let cell = ImageSpecification.fill(390, 390)
  /// Whether no decoder here reads the file.
  private static func isRefused(_ name: String) -> Bool {
    [".tif", ".tiff", ".gif"].contains { name.hasSuffix($0) } || name == "image__id_000000,orig_tbbn0g04.webp"
  }

  @Test func `each is a picture of the size that its makers say, or refused in words`() throws {
    let ledger = MemoryLedger()
    for (name, path, notes) in try SharedData.files(of: "formats") {
      guard !Self.isRefused(name) else {
        let error = #expect(throws: CodecError.self) { try ImageProbe.probe(path: path) }
        #expect(error?.description.hasPrefix(path) == true)
        continue
      }
      let info = try ImageProbe.probe(path: path)
      let said = notes.split(separator: " ").dropFirst().first.map(String.init)
      let sizes = [
        "\(info.uprightSize.width)x\(info.uprightSize.height)",
        "\(info.storedSize.width)x\(info.storedSize.height)",
      ]
      // Some notes are of a frame without its screen.
      if name.hasSuffix("heic") || name.hasSuffix("webp") { #expect(sizes.contains(said ?? ""), "\(name)") }
      guard info.storedSize.width * info.storedSize.height <= SharedData.mostPixels else { continue }
      let image = try ImageDecoder.decode(path: path, as: cell, ledger: ledger)
      #expect(image.damage == nil, "\(name)")
      #expect(image.pixels.size == info.foretold(cell))
    }
    #expect(ledger.snapshot.peak < 200_000_000 && ledger.snapshot.total == 0)
  }

  @Test func `what a container rotates by a quarter and mirrors comes out upright`() throws {
    let folder = try #require(SharedData.corpus("formats"))
    // `rot` counts quarter turns, `mir` mirrors; upright, all of them are landscape.
    for name in ["rot1mir1", "rot2mir0", "rot2mir1", "rot3mir0"] {
      let info = try ImageProbe.probe(path: "\(folder)/Pillow__\(name).avif")
      #expect(info.orientation == .up && info.uprightSize == PixelSize(width: 640, height: 427), "\(name)")
    }
  }
}
