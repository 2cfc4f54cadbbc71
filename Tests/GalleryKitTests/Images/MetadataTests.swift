import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

@Suite struct `What photos say of themselves` {
  /// The header of a JPEG with these segments.
  private func probe(
    _ exif: TIFFBytes? = nil, xmp: String? = nil, size: PixelSize = PixelSize(width: 16, height: 8)
  ) throws -> ImageInfo {
    var jpeg = try PictureWriter.jpeg().encode(TestImage.gradient(size.width, size.height))
    if let xmp {
      jpeg = MultiPictureBytes.inserting(0xE1, XMPBytes.segment(XMPBytes.packet(attributes: xmp)), into: jpeg)
    }
    if let exif { jpeg = MultiPictureBytes.inserting(0xE1, exif.segment, into: jpeg) }
    return try ImageProbe.probe(bytes: jpeg)
  }

  private func exif(_ entries: TIFFBytes.Entry...) -> TIFFBytes { TIFFBytes(exif: entries) }

  private let vienna: [TIFFBytes.Entry] = [
    .text(1, "N"), .fractions(2, [(48, 1), (12, 1), (2952, 100)]), .text(3, "W"),
    .fractions(4, [(16, 1), (22428, 1000), (0, 1)]), .byte(5, 1), .fractions(6, [(343, 2)]),
  ]

  @Test func `a date has its fraction of a second and its zone`() throws {
    let info = try probe(
      exif(.text(0x9003, "2020:01:24 23:11:53"), .text(0x9291, "250 "), .text(0x9011, "+02:00")))
    #expect(info.captureDate == Date(timeIntervalSince1970: 1_579_900_313.25))
  }

  @Test(arguments: [
    "2020:02:30 00:00:00", "2019:02:29 00:00:00", "2020:13:01 00:00:00", "0000:00:00 00:00:00", "2020:01:24",
    "2020:01:24 24:00:00", "    :  :     :  :  ", "now", "",
  ])
  func `an invalid date counts as none`(text: String) throws {
    #expect(try probe(exif(.text(0x9003, text))).captureDate == nil)
  }

  @Test func `original dates go before digital ones, these before the last change, EXIF before XMP`() throws {
    let exifOriginal = TIFFBytes.Entry.text(0x9003, "2001:01:01 00:00:00")
    let exifDigitized = TIFFBytes.Entry.text(0x9004, "2003:01:01 00:00:00")
    let change = TIFFBytes.Entry.text(0x0132, "2006:01:01 00:00:00")
    let xmpOriginal = "photoshop:DateCreated='2002-01-01'"
    let xmpDigitized = "xmp:CreateDate='2004-01-01T00:00Z'"
    func year(_ exif: [TIFFBytes.Entry], _ xmp: String) throws -> Int? {
      let date = try probe(TIFFBytes(main: [change], exif: exif), xmp: xmp).captureDate
      return date.map { Int(1970.1 + $0.timeIntervalSince1970 / 31_556_952) }
    }
    #expect(try year([exifOriginal, exifDigitized], xmpOriginal + " " + xmpDigitized) == 2001)
    #expect(try year([exifDigitized], xmpOriginal + " " + xmpDigitized) == 2002)
    #expect(try year([exifDigitized], xmpDigitized) == 2003)
    #expect(try year([], xmpDigitized) == 2004)
    #expect(try year([], "") == 2006)
    #expect(try year([], "exif:DateTimeOriginal='2005-01-01T00:00:00' " + xmpOriginal) == 2005)
  }

  @Test(arguments: [true, false])
  func `a place has its hemisphere and what is below the sea`(isBigEndian: Bool) throws {
    let location = try #require(try probe(TIFFBytes(isBigEndian: isBigEndian, gps: vienna)).location)
    #expect(abs(location.latitude - 48.2082) < 1e-9)
    #expect(abs(location.longitude + 16.3738) < 1e-9)
    #expect(location.altitude == -171.5)
  }

  @Test func `a place without hemisphere, with nothing to divide by, or beyond the poles is none`() throws {
    for index in [0, 2] {
      var entries = vienna
      entries.remove(at: index)
      #expect(try probe(TIFFBytes(gps: entries)).location == nil)
    }
    // Some phones write signed numbers.
    #expect(try probe(TIFFBytes(gps: vienna.map(\.signed))).location?.longitude ?? 0 < -16)
    for latitude in [[(48, 1), (12, 1), (0, 0)], [(91, 1), (0, 1), (0, 1)], [(48, 1)]] {
      var entries = vienna
      entries[1] = .fractions(2, latitude)
      #expect(try probe(TIFFBytes(gps: entries)).location == nil)
    }
    #expect(try probe(TIFFBytes(gps: Array(vienna.dropLast(2)))).location?.altitude == nil)
  }

  @Test func `XMP says where a photo was taken if EXIF does not`() throws {
    let xmp = "exif:GPSLatitude='1,0N' exif:GPSLongitude='2,0E'"
    #expect(try probe(xmp: xmp).location == Location(latitude: 1, longitude: 2))
    #expect(try probe(TIFFBytes(gps: vienna), xmp: xmp).location?.latitude == 48 + 12.0 / 60 + 29.52 / 3_600)
  }

  @Test func `iOS marks panoramas and portraits by how they were rendered`() throws {
    for (rendering, subtypes) in [
      (0, []), (1, []), (6, .photoPanorama), (7, .photoDepthEffect), (8, .photoDepthEffect), (9, []),
    ] as [(Int, Asset.MediaSubtypes)] {
      #expect(try probe(exif(.short(0xA401, rendering))).mediaSubtypes == subtypes)
    }
  }

  @Test func `a comment says that it is a screenshot`() throws {
    func subtypes(_ charset: String, _ text: [UInt8]) throws -> Asset.MediaSubtypes {
      try probe(exif(.bytes(0x9286, Array(charset.utf8) + text))).mediaSubtypes
    }
    let word = Array("Screenshot".utf8)
    #expect(try subtypes("ASCII\0\0\0", word) == .photoScreenshot)
    #expect(try subtypes("\0\0\0\0\0\0\0\0", word + [0, 0]) == .photoScreenshot)
    #expect(try subtypes("UNICODE\0", word.flatMap { [$0, 0] }) == .photoScreenshot)
    #expect(try subtypes("ASCII\0\0\0", word + Array("s".utf8)) == [])
    #expect(try probe(xmp: "exif:UserComment='Screenshot'").mediaSubtypes == .photoScreenshot)
  }

  @Test func `a panorama names its projection, or is wider than any camera's frame`() throws {
    #expect(try probe(xmp: "GPano:ProjectionType='equirectangular'").mediaSubtypes == .photoPanorama)
    for (width, height, isPanorama) in [
      (3_000, 1_200, true), (3_000, 1_201, false), (2_999, 100, false), (100, 3_000, false),
    ] {
      let info = try probe(size: PixelSize(width: width, height: height))
      #expect(info.mediaSubtypes == (isPanorama ? .photoPanorama : []), "\(width)×\(height)")
    }
    let onItsSide = TIFFBytes(main: [.short(0x0112, 6)])
    #expect(try probe(onItsSide, size: PixelSize(width: 100, height: 3_000)).mediaSubtypes == .photoPanorama)
    let wide = PixelSize(width: 3_000, height: 100)
    #expect(try probe(xmp: "exif:UserComment='Screenshot'", size: wide).mediaSubtypes == .photoScreenshot)
  }

  @Test func `a wide PNG is no panorama: desktops write screenshots of two screens so`() throws {
    let png = try PictureWriter.png().encode(TestImage.gradient(3_840, 108))
    #expect(try ImageProbe.probe(bytes: png).mediaSubtypes == [])
  }

  @Test func `maps beside the picture indicate gain or depth, and leave it as it is`() throws {
    let plain = try PictureWriter.jpeg().encode(TestImage.gradient(16, 8))
    // Another picture, which would show if it were decoded in place of the first.
    let small = try TestImage.plainJPEG(side: 8, rgba: [20, 220, 20, 255])
    let pixels = try ImageDecoder.decode(plain).pixels.pixels
    func map(_ attributes: String) -> [UInt8] {
      MultiPictureBytes.inserting(
        0xE1, XMPBytes.segment(XMPBytes.packet(attributes: attributes)), into: small)
    }
    let iso = MultiPictureBytes.inserting(
      0xE2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + [0, 0, 0, 0], into: small)
    let none = Asset.MediaSubtypes()
    for (behind, subtypes) in [
      (map("hdrgm:Version='1.0'"), Asset.MediaSubtypes.photoHDR),
      (map("apdi:AuxiliaryImageType='urn:com:apple:photo:2020:aux:hdrgainmap'"), .photoHDR),
      (iso, .photoHDR), (map("apdi:AuxiliaryImageType='disparity'"), .photoDepthEffect),
      (map("apdi:AuxiliaryImageType='portraiteffectsmatte'"), none), (map(""), none), (small, none),
    ] {
      let file = MultiPictureBytes.file(plain, others: [(0, behind)])
      let info = try ImageProbe.probe(bytes: file)
      #expect(info.mediaSubtypes == subtypes && !info.hasEmbeddedThumbnail)
      #expect(try ImageDecoder.decode(file, strict: true).pixels.pixels == pixels)
    }
    // The picture's own claim counts for nothing without the map.
    #expect(try probe(xmp: "hdrgm:Version='1.0'").mediaSubtypes == [])
    #expect(try probe(xmp: "GDepth:Format='RangeInverse'").mediaSubtypes == .photoDepthEffect)
  }

  @Test(
    .enabled(if: ImageFormat.heic.isReadable, "this build reads no HEIF"),
    arguments: [
      ("urn:com:apple:photo:2020:aux:hdrgainmap", .photoHDR),
      ("urn:mpeg:hevc:2015:auxid:2", .photoDepthEffect),
      ("urn:com:apple:photo:2018:aux:portraiteffectsmatte", []),
    ] as [(String, Asset.MediaSubtypes)])
  func `maps in a HEIC indicate gain or depth, too`(type: String, subtypes: Asset.MediaSubtypes) throws {
    var bytes = TinyPictures.heicWithThumbnail
    func last(_ sequence: [UInt8]) throws -> Int {
      try #require(bytes.indices.last { bytes[$0...].starts(with: sequence) })
    }
    // The thumbnail becomes a map: the type takes the place of its decoder's settings, and it has the picture's.
    let settings = try last(Array("hvcC".utf8))
    let kind = Array("auxC".utf8) + [0, 0, 0, 0] + Array(type.utf8)
    let filling = [UInt8](repeating: 0, count: 113 - kind.count)
    bytes.replaceSubrange(settings..<settings + 113, with: kind + filling)
    let associations = try last([0, 2, 4, 0x86, 3, 5, 0x87])
    bytes.replaceSubrange(associations..<associations + 7, with: [0, 2, 4, 0x81, 3, 6, 0x87])
    let reference = try last(Array("thmb".utf8))
    bytes.replaceSubrange(reference..<reference + 4, with: Array("auxl".utf8))
    let info = try ImageProbe.probe(bytes: bytes)
    #expect(info.mediaSubtypes == subtypes && !info.hasEmbeddedThumbnail)
    #expect(try FormatChecks.differenceFromGradient(bytes) < 6)
  }

  @Test(.enabled(if: ImageFormat.heic.isReadable, "this build reads no HEIF"))
  func `a gain map of the standard's kind in a HEIC is one, and leaves the picture as it is`() throws {
    var bytes = TinyPictures.heicWithThumbnail
    // The thumbnail becomes the item that brings a picture and its map together.
    for (old, new) in [("hvc1", "tmap"), ("thmb", "dimg")] {
      let place = try #require(bytes.indices.last { bytes[$0...].starts(with: old.utf8) })
      bytes.replaceSubrange(place..<place + 4, with: new.utf8)
    }
    let info = try ImageProbe.probe(bytes: bytes)
    #expect(info.mediaSubtypes == .photoHDR && !info.hasEmbeddedThumbnail)
    #expect(try FormatChecks.differenceFromGradient(bytes) < 6)
  }

  @Test func `a burst is named by Apple's maker note or by Google's XMP`() throws {
    let note = TIFFBytes.appleNote(burst: "5B2A0D6F-24C5-4E2B-9B38-6D1C0A0E7F11")
    let apple = try probe(exif(.bytes(0x927C, note)))
    #expect(apple.burstIdentifier == "5B2A0D6F-24C5-4E2B-9B38-6D1C0A0E7F11")
    #expect(apple.burstSelectionTypes == [])
    let google = try probe(xmp: "GCamera:BurstID='b' GCamera:BurstPrimary='1'")
    #expect(google.burstIdentifier == "b")
    #expect(google.burstSelectionTypes == .autoPick)
    #expect(try probe(xmp: "GCamera:BurstID='b' GCamera:BurstPrimary='0'").burstSelectionTypes == [])
    #expect(try probe(xmp: "GCamera:BurstPrimary='1'").burstSelectionTypes == [])
  }

  @Test func `a maker note of another maker, or damaged, names no burst`() throws {
    let note = TIFFBytes.appleNote(burst: "burst")
    for note in [Array(note.prefix(20)), Array("Nikon".utf8) + note, Array(note.prefix(14)), []] {
      #expect(try probe(exif(.bytes(0x927C, note))).burstIdentifier == nil)
    }
  }

  @Test func `a PNG says the same, before its pixels or after them`() throws {
    let png = try PictureWriter.png().encode(TestImage.gradient(16, 8))
    let packet = XMPBytes.packet(attributes: "GCamera:BurstID='b'")
    let tiff = TIFFBytes(exif: [.text(0x9003, "2020:01:24 23:11:53")]).bytes
    let before = PNGBytes.inserting(
      "eXIf", tiff, into: PNGBytes.inserting("iTXt", XMPBytes.chunk(packet), into: png))
    let behind =
      png.dropLast(12) + PNGBytes.chunk("iTXt", XMPBytes.chunk(packet)) + PNGBytes.chunk("eXIf", tiff)
      + png.suffix(12)
    for png in [before, Array(behind)] {
      let info = try ImageProbe.probe(bytes: png)
      #expect(info.captureDate == Date(timeIntervalSince1970: 1_579_907_513))
      #expect(info.burstIdentifier == "b")
    }
    let compressed = PNGBytes.inserting("iTXt", XMPBytes.chunk(packet, isCompressed: true), into: png)
    #expect(try ImageProbe.probe(bytes: compressed).burstIdentifier == nil)
  }

  @Test func `EXIF data of a PNG may begin as in a JPEG, which some programs write`() throws {
    let exif = TIFFBytes(main: [.short(0x0112, 6)], exif: [.text(0x9003, "2020:01:24 23:11:53")])
    let png = try PictureWriter.png().encode(TestImage.gradient(16, 8))
    let signed = PNGBytes.inserting("eXIf", exif.segment, into: png)
    let info = try ImageProbe.probe(bytes: signed)
    #expect(info.orientation == .right && info.captureDate == Date(timeIntervalSince1970: 1_579_907_513))
    #expect(try DecodedImage.Metadata(of: Data(signed)).exif == exif.bytes)
  }

  @Test func `a PNG's EXIF data may be longer than a JPEG's`() throws {
    let note = TIFFBytes.Entry.bytes(0x927C, [UInt8](repeating: 7, count: 70_000))
    let tiff = TIFFBytes(main: [.short(0x0112, 6)], exif: [.text(0x9003, "2020:01:24 23:11:53"), note]).bytes
    let image = DecodedImage(pixels: try TestImage.gradient(16, 8))
    let png = try image.encoded(as: .png, .init(metadata: DecodedImage.Metadata(exif: tiff)))
    #expect(try DecodedImage.Metadata(of: png).exif.count == tiff.count)
    let date = try ImageProbe.probe(bytes: Array(png)).captureDate
    #expect(date == Date(timeIntervalSince1970: 1_579_907_513))
  }

  /// ExifTool 12.57's readings of photos of the corpus.
  @Test(
    .enabled(if: SharedData.isPresent, "\(SharedData.skipReason)"),
    arguments: [
      ("Ultra_HDR_Samples__Ultra_HDR_Samples_Originals_05.jpg", 1_696_613_183.175, nil, .photoHDR),
      ("elodie__with-location-zero-coordinate.jpg", 1_437_600_672.404, (51.55325, -0.00417778, 1762), []),
      ("exif-py__HMD_Nokia_8.3_5G.jpg", 1_660_475_551, (60.14670556, 24.90677222, nil), []),
      ("exif-py__jolla.jpg", 1_411_315_256, nil, []),
      ("exif__florida_beach.jpg", 1_553_628_827, (27.819125, -82.82608056, 1.02077857), []),
      ("libultrahdr__apple_gainmap_new.jpg", 1_767_795_614.93, nil, .photoHDR),
    ] as [(String, Double, (Double, Double, Double?)?, Asset.MediaSubtypes)])
  func `real photos say what others read in them`(
    name: String, date: Double, place: (latitude: Double, longitude: Double, altitude: Double?)?,
    subtypes: Asset.MediaSubtypes
  ) throws {
    let info = try ImageProbe.probe(path: try #require(SharedData.corpus("photos")) + "/" + name)
    #expect(abs(try #require(info.captureDate).timeIntervalSince1970 - date) < 1e-3)
    #expect(info.mediaSubtypes == subtypes)
    #expect((info.location == nil) == (place == nil))
    if let place, let location = info.location {
      #expect(abs(location.latitude - place.latitude) < 1e-7)
      #expect(abs(location.longitude - place.longitude) < 1e-7)
      #expect((location.altitude == nil) == (place.altitude == nil))
      if let altitude = place.altitude { #expect(abs((location.altitude ?? 0) - altitude) < 1e-7) }
    }
  }
}
