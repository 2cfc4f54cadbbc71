import Foundation
import GalleryKit
import TestSupport
import Testing

@testable import GalleryImages

@Suite struct `XMP reading` {
  private func xmp(_ attributes: String = "", elements: String = "") -> XMP {
    XMP(XMPBytes.packet(attributes: attributes, elements: elements))
  }

  @Test func `properties are attributes or elements`() {
    for xmp in [
      xmp(
        #"exif:DateTimeOriginal="2020-01-24T23:11:53.25+02:00" GCamera:BurstID="a" GCamera:BurstPrimary='1'"#),
      xmp(
        elements: """
          <exif:DateTimeOriginal>
            2020-01-24T23:11:53.25+02:00</exif:DateTimeOriginal>
          <GCamera:BurstID><![CDATA[a]]></GCamera:BurstID><GCamera:BurstPrimary>1</GCamera:BurstPrimary>
          """),
    ] {
      #expect(xmp.originalDate?.date == Date(timeIntervalSince1970: 1_579_900_313.25))
      #expect(xmp.burstIdentifier == "a")
      #expect(xmp.isBurstPrimary)
    }
  }

  @Test func `a list's first item counts, whatever kind of list it is`() {
    for kind in ["Alt", "Seq", "Bag"] {
      let xmp = xmp(
        elements: """
          <exif:UserComment> <rdf:\(kind)>
            <rdf:li xml:lang="x-default">Screenshot</rdf:li><rdf:li xml:lang="de">Bild</rdf:li>
          </rdf:\(kind)> </exif:UserComment>
          """)
      #expect(xmp.isScreenshot)
    }
    #expect(!xmp(#"exif:UserComment="A Screenshot""#).isScreenshot)
  }

  @Test(
    arguments: [
      (#"exif:GPSLatitude="48,12,29.52N" exif:GPSLongitude="16,22.428W""#, 48.2082, -16.3738, nil),
      (
        #"exif:GPSLatitude="48,12.492S" exif:GPSLongitude="16,22,25.68E" exif:GPSAltitude="343/2" exif:GPSAltitudeRef="1""#,
        -48.2082, 16.3738, -171.5
      ),
    ] as [(String, Double, Double, Double?)])
  func `a place is read`(attributes: String, latitude: Double, longitude: Double, altitude: Double?) throws {
    let location = try #require(xmp(attributes).location)
    #expect(abs(location.latitude - latitude) < 1e-9)
    #expect(abs(location.longitude - longitude) < 1e-9)
    #expect(location.altitude == altitude)
  }

  @Test(arguments: [
    ("48,12N", "nan,1E"), ("91,0N", "1,1E"), ("48,12", "1,1E"), ("0x10,1N", "1,1E"), ("1,2,3,4N", "1,1E"),
    ("N", "E"), ("1,N", "1,1E"), ("-1,1N", "1,1E"), ("1e1,1N", "1,1E"),
  ])
  func `an invalid place counts as none`(latitude: String, longitude: String) {
    #expect(xmp("exif:GPSLatitude='\(latitude)' exif:GPSLongitude='\(longitude)'").location == nil)
  }

  @Test func `depth is marked by Google's first form, by Dynamic Depth, or by an item of a container`() {
    #expect(xmp(#"GDepth:Format="RangeInverse""#).hasDepth)
    #expect(xmp(elements: "<GDepth:Near>1</GDepth:Near>").hasDepth)
    #expect(
      xmp(
        elements:
          "<xmp:Device><rdf:Seq><rdf:li><DepthMap:Far>6</DepthMap:Far></rdf:li></rdf:Seq></xmp:Device>"
      ).hasDepth)
    func container(_ item: String) -> String {
      "<Container:Directory><rdf:Seq><rdf:li rdf:parseType='Resource'>\(item)</rdf:li></rdf:Seq></Container:Directory>"
    }
    #expect(
      xmp(elements: container("<Container:Item Item:Mime='image/jpeg' Item:Semantic='Depth'/>")).hasDepth)
    #expect(xmp(elements: container("<Item:Semantic>DepthMap</Item:Semantic>")).hasDepth)
    #expect(!xmp(elements: container("<Container:Item Item:Semantic='GainMap'/>")).hasDepth)
  }

  @Test func `what is described deeper inside is another picture's`() {
    let pantry =
      "<xmpMM:Pantry><rdf:Bag><rdf:li><rdf:Description exif:DateTimeOriginal='2020-01-24T23:11:53' "
      + "GPano:ProjectionType='equirectangular'/></rdf:li></rdf:Bag></xmpMM:Pantry>"
    #expect(xmp(elements: pantry) == XMP())
  }

  @Test func `a prefix means what is declared for it, there and further in alone`() {
    let camera = "http://ns.google.com/photos/1.0/camera/"
    #expect(xmp("xmlns:G='\(camera)' G:BurstID='a'").burstIdentifier == "a")
    #expect(xmp("xmlns:GCamera='urn:other' GCamera:BurstID='a'").burstIdentifier == nil)
    #expect(xmp(elements: "<BurstID xmlns='\(camera)'>a</BurstID>").burstIdentifier == "a")
    #expect(xmp(elements: "<G:a xmlns:G='\(camera)'/><G:BurstID>a</G:BurstID>").burstIdentifier == nil)
    #expect(xmp("BurstID='a'").burstIdentifier == nil)
  }

  @Test func `characters may be escaped by the five names and by numbers`() {
    #expect(xmp("GCamera:BurstID='&lt;&#65;&#x42;&amp;&quot;&apos;&gt;'").burstIdentifier == "<AB&\"'>")
    for text in ["&nbsp;", "&#xD800;", "&#x110000;", "&", "&#;", "&#-1;", "&amp", "&#99999999999;"] {
      #expect(xmp("GCamera:BurstID='\(text)'").burstIdentifier == nil)
    }
  }

  @Test(arguments: [
    "<rdf:li>", "</rdf:li>", "<rdf:li></rdf:Seq>", "<a b=c/>", "<a b='1'c='2'/>", "<a b='<'/>", "<a b/>",
    "<>",
    "<!ELEMENT a>", "<!-- -->--", "<a", "<![CDATA[ ]]", "< a/>", "<a / >",
    String(repeating: "<a>", count: 70) + String(repeating: "</a>", count: 70),
    "<a " + (0..<600).map { "x:a\($0)='' " }.joined() + "/>",
  ])
  func `what is not well-formed, or too much, is ignored`(elements: String) {
    // "-- >" alone is text, and harmless.
    let isHarmless = elements == "<!-- -->--"
    #expect((xmp("GCamera:BurstID='a'", elements: elements).burstIdentifier == "a") == isHarmless)
  }

  @Test func `entities cannot be declared`() {
    let packet =
      Array("<!DOCTYPE r [<!ENTITY a 'aaaaaaaaaa'>]>".utf8)
      + XMPBytes.packet(attributes: "GCamera:BurstID='a'")
    #expect(XMP(packet) == XMP())
  }

  @Test func `a value or a packet that is too long counts as none`() {
    let longest = String(repeating: "a", count: 256)
    #expect(xmp("GCamera:BurstID='\(longest)'").burstIdentifier == longest)
    #expect(xmp("GCamera:BurstID='\(longest)a'").burstIdentifier == nil)
    #expect(xmp(elements: "<GCamera:BurstID>\(longest)a</GCamera:BurstID>").burstIdentifier == nil)
    let space = String(repeating: " ", count: XMP.longest)
    #expect(xmp("GCamera:BurstID='a' \(space)").burstIdentifier == nil)
  }
}

@Suite struct `EXIF reading` {
  private let date = Date(timeIntervalSince1970: 1_579_907_513)  // 2020-01-24 23:11:53

  @Test func `what is written is read`() throws {
    let thumbnail = try PictureWriter.jpeg(quality: 60).encode(TestImage.gradient(16, 12))
    let exif = EXIF(tiff: EXIFWriter(orientation: .left, captureDate: date, thumbnail: thumbnail).tiff)
    #expect(exif.orientation == .left)
    #expect(exif.originalDate?.date == date)
    #expect(exif.thumbnail?.count == thumbnail.count)
  }

  @Test func `nothing but an orientation is fine`() {
    var expected = EXIF()
    expected.orientation = .right
    #expect(EXIF(tiff: EXIFWriter(orientation: .right).tiff) == expected)
  }

  @Test func `directories in a ring are read once`() {
    var tiff = EXIFWriter(orientation: .down, captureDate: date).tiff
    tiff.replaceSubrange(34..<38, with: [8, 0, 0, 0])  // directory 1 is directory 0
    tiff.replaceSubrange(30..<34, with: [8, 0, 0, 0])  // so is the EXIF directory
    #expect(EXIF(tiff: tiff).orientation == .down)
  }

  @Test func `more than a JPEG's marker holds is an error, and not left out`() throws {
    var exif = EXIFWriter(orientation: .right)
    exif.thumbnail = [UInt8](repeating: 0, count: 66_000)
    let count = exif.tiff.count
    let error = #expect(throws: CodecError.self) {
      try PictureWriter.jpeg(exif: exif).encode(TestImage.gradient(8, 8))
    }
    #expect(error?.reason == "EXIF: expected at most 65527 bytes, which a marker holds, found \(count)")
    exif.thumbnail = [UInt8](repeating: 0, count: 65_400)
    #expect(throws: Never.self) { try PictureWriter.jpeg(exif: exif).encode(TestImage.gradient(8, 8)) }
  }
}
