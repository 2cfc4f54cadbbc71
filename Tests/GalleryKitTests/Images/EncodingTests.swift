import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

/// Images as files: written ones read back, and an error says in words why an image cannot be written.
struct `Encoding an image` {
  typealias Format = DecodedImage.FileFormat
  typealias Options = DecodedImage.EncodingOptions

  static let written = Format.allCases.filter { $0.unavailability == nil }

  private func decode(_ file: Data) throws -> DecodedImage {
    try ImageDecoder.decode(Array(file), as: .asTagged, strict: true)
  }

  private func fails(
    _ kind: DecodedImage.FileError.Kind, _ words: String, _ body: () throws -> Data,
    at place: SourceLocation = #_sourceLocation
  ) {
    let error = #expect(throws: DecodedImage.FileError.self, sourceLocation: place) { try body() }
    #expect(error?.kind == kind && error?.reason.contains(words) == true, "\(error?.reason ?? "")")
  }

  @Test(arguments: written, Options.Effort.allCases)
  func `gives a file of that format, of the same picture`(format: Format, effort: Options.Effort) throws {
    let image = DecodedImage(pixels: try TestImage.gradient(61, 47))
    let file = try image.encoded(as: format, Options(quality: 90, effort: effort))
    let info = try ImageProbe.probe(bytes: Array(file))
    #expect(info.format.typeIdentifier == format.uniformTypeIdentifier)
    #expect(info.storedSize == PixelSize(width: 61, height: 47) && info.orientation == .up)
    #expect((info.format == .jpegProgressive) == (format == .jpeg && effort == .small))
    let difference = try #require(TestImage.meanDifference(decode(file).pixels, image.pixels))
    #expect(format == .png ? difference == 0 : difference < 4, "\(difference)")
  }

  @Test(arguments: written) func `a lower quality makes a smaller file`(format: Format) throws {
    let image = DecodedImage(pixels: try TestImage.noise(64, 64))
    let sizes = try [20, 60, 95].map { try image.encoded(as: format, Options(quality: $0)).count }
    #expect(format == .png ? Set(sizes).count == 1 : sizes == sizes.sorted() && Set(sizes).count == 3)
  }

  @Test(arguments: written, [false, true])
  func `without loss, every pixel comes back as it was`(format: Format, alpha: Bool) throws {
    let pixels = alpha ? try TestImage.gradient(37, 21, alpha: true) : try TestImage.noise(37, 21)
    let image = DecodedImage(pixels: pixels)
    guard format != .jpeg else {
      return fails(.unsuitable, "never lossless") {
        try image.encoded(as: format, Options(isLossless: true))
      }
    }
    let file = try image.encoded(as: format, Options(isLossless: true))
    #expect(try decode(file).pixels.pixels == pixels.pixels)
  }

  @Test(arguments: written)
  func `transparent pixels stay so, except in a JPEG, which has white behind them`(format: Format) throws {
    let clear = DecodedImage(pixels: try TestImage.plain(16, 16, rgba: [200, 20, 20, 0]))
    let pixel = try #require(try decode(clear.encoded(as: format)).pixels.pixels.first)
    #expect(format == .jpeg ? pixel == SIMD4(255, 255, 255, 255) : pixel.w == 0, "\(pixel)")
    let half = DecodedImage(pixels: try TestImage.plain(16, 16, rgba: [200, 20, 20, 128]))
    let mixed = try #require(try decode(half.encoded(as: format)).pixels.pixels.first)
    let expected: SIMD4<Int> = format == .jpeg ? [227, 137, 137, 255] : [200, 20, 20, 128]
    let miss = SIMD4<Int>(truncatingIfNeeded: mixed) &- expected
    #expect((0..<4).allSatisfy { abs(miss[$0]) < 6 }, "\(mixed)")
  }

  @Test func `the JPEG of an edited picture has white behind what is transparent, too`() throws {
    let clear = DecodedImage(pixels: try TestImage.plain(16, 16, rgba: [200, 20, 20, 0]))
    let date = Date(timeIntervalSince1970: 0)
    let jpeg = try ImageDecoder().file(of: clear, isLossless: false, captureDate: date)
    let pixel = try #require(try decode(jpeg).pixels.pixels.first)
    #expect(pixel == SIMD4(255, 255, 255, 255), "\(pixel)")
    let png = try ImageDecoder().file(of: clear, isLossless: true, captureDate: date)
    #expect(try #require(try decode(png).pixels.pixels.first).w == 0)
  }

  @Test(arguments: written)
  func `the profile of pixels that are not sRGB goes with them`(format: Format) throws {
    let profile = ColorProfile(bytes: TestProfile.displayP3)
    let image = DecodedImage(pixels: try TestImage.gradient(40, 30), colorProfile: profile)
    let back = try decode(image.encoded(as: format, Options(quality: 95)))
    #expect(back.colorProfile == profile)
    #expect(try #require(TestImage.meanDifference(back.pixels, image.pixels)) < 4)
    let plain = DecodedImage(pixels: try TestImage.gradient(40, 30))
    #expect(try decode(plain.encoded(as: format)).colorProfile == nil)
  }

  @Test func `bytes after the end of a profile, as some files have, do not prevent a PNG of it`() throws {
    let padded = ColorProfile(bytes: TestProfile.displayP3 + [0, 0, 0])
    let picture = try TestImage.gradient(40, 30)
    let photo = try PictureWriter.jpeg(quality: 90, colorProfile: padded).encode(picture)
    let image = try decode(Data(photo))
    #expect(image.colorProfile == padded)
    let back = try decode(image.encoded(as: .png))
    #expect(back.colorProfile?.bytes == TestProfile.displayP3)
    #expect(back.pixels.pixels == image.pixels.pixels)
  }

  /// Metadata of a photo that lies on its side, with a thumbnail after everything else.
  private func photo(isBigEndian: Bool) throws -> DecodedImage.Metadata {
    let exif = TIFFBytes(
      isBigEndian: isBigEndian, main: [.long(0x0100, 4000), .short(0x0112, 6), .text(0x010F, "Maker")],
      exif: [.text(0x9003, "2020:01:24 23:11:53"), .short(0xA002, 4000), .long(0xA003, 3000)])
    return DecodedImage.Metadata(
      exif: exif.bytes,
      xmp: XMPBytes.packet(
        attributes: "tiff:Orientation='6' exif:GPSLatitude='48,30N' exif:GPSLongitude='16,30E'"))
  }

  @Test(arguments: written, [false, true])
  func `metadata are kept, and say that pictures stand upright`(format: Format, isBigEndian: Bool) throws {
    let metadata = try photo(isBigEndian: isBigEndian)
    let image = DecodedImage(pixels: try TestImage.gradient(30, 40, alpha: format == .webp))
    let file = try image.encoded(as: format, Options(metadata: metadata))
    let info = try ImageProbe.probe(bytes: Array(file))
    #expect(info.orientation == .up && info.uprightSize == PixelSize(width: 30, height: 40))
    #expect(info.captureDate == Date(timeIntervalSince1970: 1_579_907_513))
    #expect(info.location?.latitude == 48.5)
    let kept = try DecodedImage.Metadata(of: file)
    let text = String(decoding: kept.xmp, as: UTF8.self)
    #expect(
      text
        == String(decoding: metadata.xmp, as: UTF8.self).replacing(
          "tiff:Orientation='6'", with: "tiff:Orientation='1'"))
    #expect(kept.exif.count == metadata.exif.count)
    let reader = try #require(TIFFReader(kept.exif[...]))
    let main = reader.directory(at: reader.firstDirectory).entries
    func number(_ tag: Int, _ entries: [TIFFReader.Entry]) -> Int? {
      entries.first { $0.tag == tag }.flatMap(reader.number)
    }
    let details = reader.directory(at: try #require(number(0x8769, main))).entries
    #expect(number(0x0100, main) == 30 && number(0xA002, details) == 30 && number(0xA003, details) == 40)
  }

  @Test(arguments: written) func `metadata are dropped where none are given`(format: Format) throws {
    let file = try DecodedImage(pixels: try TestImage.gradient(30, 40)).encoded(as: format)
    #expect(try DecodedImage.Metadata(of: file) == .none)
    let exifAlone = DecodedImage.Metadata(exif: try photo(isBigEndian: false).exif)
    let other = try DecodedImage(pixels: try TestImage.gradient(30, 40))
      .encoded(as: format, Options(metadata: exifAlone))
    let kept = try DecodedImage.Metadata(of: other)
    #expect(!kept.exif.isEmpty && kept.xmp.isEmpty)
  }

  @Test func `a thumbnail, which lies as the original does, is not kept`() throws {
    let thumbnail = try PictureWriter.jpeg().encode(TestImage.gradient(16, 12))
    let exif = EXIFWriter(orientation: .right, thumbnail: thumbnail)
    let folder = TemporaryFolder()
    let path = folder.file("photo.jpg")
    try PictureWriter.jpeg(exif: exif).write(TestImage.gradient(80, 60), to: path)
    let metadata = try DecodedImage.Metadata(contentsOf: URL(fileURLWithPath: path))
    #expect(metadata.exif == exif.tiff)
    let upright = metadata.standing(upright: PixelSize(width: 60, height: 80))
    #expect(upright.exif.count == exif.tiff.count - thumbnail.count)
    #expect(EXIF(tiff: upright.exif).thumbnail == nil && EXIF(tiff: upright.exif).orientation == .up)
    // In front of other data the thumbnail becomes zeros, so that the data stays in its place.
    let followed = DecodedImage.Metadata(exif: exif.tiff + [1, 2, 3]).standing(
      upright: PixelSize(width: 1, height: 1))
    #expect(followed.exif.count == exif.tiff.count + 3 && followed.exif.suffix(3) == [1, 2, 3])
    #expect(!followed.exif.contains(0xD8))
  }

  @Test func `metadata that make no sense count as none, and harm nothing`() throws {
    var shuffler = Shuffler(seed: 5)
    let sound = EXIFWriter(
      orientation: .left, captureDate: Date(timeIntervalSince1970: 0), thumbnail: [0xFF, 0xD8, 0xFF, 1, 2]
    ).tiff
    let packet = XMPBytes.packet(
      attributes: "tiff:Orientation = \"8\" GCamera:BurstID='a&amp;' "
        + "exif:GPSLatitude='48,12,29.52N' exif:GPSLongitude='16,22.428W'",
      elements: "<exif:UserComment><rdf:Alt><rdf:li>Screenshot</rdf:li></rdf:Alt></exif:UserComment>")
    for _ in 0..<2_000 {
      var (exif, xmp) = (sound, packet)
      for _ in 0...shuffler.next(4) {
        exif[shuffler.next(exif.count)] = UInt8(shuffler.next(256))
        xmp[shuffler.next(xmp.count)] = UInt8(shuffler.next(256))
      }
      let metadata = DecodedImage.Metadata(
        exif: Array(exif.prefix(shuffler.next(exif.count + 1))),
        xmp: Array(xmp.prefix(shuffler.next(xmp.count + 1))))
      if let thumbnail = EXIF(tiff: metadata.exif).thumbnail {
        #expect(thumbnail.upperBound <= metadata.exif.count)
      }
      #expect((XMP(metadata.xmp).burstIdentifier?.utf8.count ?? 0) <= XMP.longestValue)
      let upright = metadata.standing(upright: PixelSize(width: 7, height: 9))
      #expect(EXIF(tiff: upright.exif).orientation == .up && upright.xmp.count == metadata.xmp.count)
    }
    #expect(
      DecodedImage.Metadata(exif: [1, 2, 3]).standing(upright: PixelSize(width: 1, height: 1)) == .none)
    #expect(throws: DecodedImage.FileError.self) { try DecodedImage.Metadata(of: Data([1, 2, 3])) }
    let missing = #expect(throws: DecodedImage.FileError.self) {
      try DecodedImage.Metadata(contentsOf: URL(fileURLWithPath: "/nowhere.jpg"))
    }
    #expect(missing?.kind == .unreadable && missing?.reason.contains("/nowhere.jpg") == true)
  }

  @Test func `what a format does not hold is refused, and says what it does`() throws {
    let small = DecodedImage(pixels: try TestImage.gradient(8, 8))
    for quality in [0, 101, -1] {
      fails(.unsuitable, "jpeg: expected a quality from 1 to 100, found \(quality)") {
        try small.encoded(as: .jpeg, Options(quality: quality))
      }
    }
    for (format, side) in [(Format.jpeg, 65_500), (.png, 1_000_000), (.webp, 16_383), (.avif, 65_536)] {
      let wide = DecodedImage(pixels: try TestImage.plain(side + 1, 1, rgba: [1, 2, 3, 255]))
      fails(.unsuitable, "\(format): expected at most \(side) pixels a side, found \(side + 1)×1") {
        try wide.encoded(as: format)
      }
    }
    let packet = DecodedImage.Metadata(xmp: [UInt8](repeating: 32, count: 65_505))
    fails(.unsuitable, "jpeg: XMP: expected at most 65504 bytes, which a marker holds, found 65505") {
      try small.encoded(as: .jpeg, Options(metadata: packet))
    }
    let none = DecodedImage(
      pixels: PixelBuffer(accounting: PixelSize(width: 8, height: 8), ledger: MemoryLedger()))
    for format in Self.written { fails(.unsuitable, "no pixels") { try none.encoded(as: format) } }
  }

  @Test func `the largest that a format holds is written`() throws {
    let limits = [(Format.jpeg, 65_500), (.png, 1_000_000), (.webp, 16_383)]
    for (format, side) in limits where format.unavailability == nil {
      let wide = DecodedImage(pixels: try TestImage.plain(side, 1, rgba: [1, 2, 3, 255]))
      let file = try wide.encoded(as: format, Options(effort: .fast))
      #expect(try ImageProbe.probe(bytes: Array(file)).storedSize == PixelSize(width: side, height: 1))
    }
  }

  @Test func `a format that this build does not write is refused with the reason`() throws {
    #expect(Self.written.starts(with: [.jpeg, .png]))
    let image = DecodedImage(pixels: try TestImage.gradient(8, 8))
    for format in Format.allCases {
      guard let reason = format.unavailability else { continue }
      #expect(reason.contains("trait") || reason.contains("encoder"))
      fails(.unavailable, reason) { try image.encoded(as: format) }
    }
  }
}
