import Foundation

@testable import GalleryEngine
@testable import GalleryImages

/// XMP packets, which programs and phones write into files of either format.
enum XMPTarget: FuzzTarget {
  static let name = "xmp"
  static let longestInput = 4096

  /// Together, all that the parser reads.
  static func seeds() -> [String: [UInt8]] {
    [
      "attributes.xmp": XMPBytes.packet(
        attributes: """
          exif:DateTimeOriginal="2020-01-24T23:11:53.25+02:00" exif:GPSLatitude="48,12,29.52N" \
          exif:GPSLongitude='16,22.428W' exif:GPSAltitude="343/2" exif:GPSAltitudeRef="1" \
          GCamera:BurstID="a&amp;&#65;&#x42;" GCamera:BurstPrimary="1" GPano:ProjectionType="cylindrical"
          """),
      "elements.xmp": XMPBytes.packet(
        elements: """
          <exif:UserComment><rdf:Alt><rdf:li xml:lang="x-default">Screenshot</rdf:li></rdf:Alt></exif:UserComment>
          <photoshop:DateCreated>2020-01-24</photoshop:DateCreated><!-- - -->
          <xmp:CreateDate><![CDATA[2020-01-24T23:11Z]]></xmp:CreateDate>
          """),
      "depth.xmp": XMPBytes.packet(
        attributes: "GDepth:Near='1'",
        elements: """
          <Container:Directory><rdf:Seq><rdf:li><Container:Item Item:Semantic='Depth'/></rdf:li></rdf:Seq>
          </Container:Directory><DepthMap:Far>1</DepthMap:Far>
          """),
      "maps.xmp": XMPBytes.packet(attributes: "hdrgm:Version='1.0' apdi:AuxiliaryImageType='disparity'"),
    ]
  }

  static func run(_ input: [UInt8]) {
    let xmp = XMP(input)
    if let burst = xmp.burstIdentifier {
      precondition(
        !burst.isEmpty && burst.utf8.count <= XMP.longestValue, "a value of \(burst.utf8.count) bytes")
    }
    if let location = xmp.location {
      precondition((-90...90).contains(location.latitude), "a latitude of \(location.latitude)")
      precondition((-180...180).contains(location.longitude), "a longitude of \(location.longitude)")
      precondition(location.altitude?.isFinite ?? true, "an altitude that is no number")
    }
    for date in [xmp.originalDate, xmp.digitizedDate] {
      precondition(date?.clock.isFinite ?? true, "a date that is no number")
    }
    // Bytes after the outermost element are padding.
    if xmp != XMP() {
      precondition(XMP(input + Array("  <?xpacket end=\"w\"?>".utf8)) == xmp, "padding matters")
    }
  }
}
