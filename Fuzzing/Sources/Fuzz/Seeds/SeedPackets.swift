/// XMP packets with everything that the parser reads.
enum SeedPackets {
  static var all: [String: [UInt8]] {
    [
      "attributes.xmp": packet(
        """
        exif:DateTimeOriginal="2020-01-24T23:11:53.25+02:00" exif:GPSLatitude="48,12,29.52N" \
        exif:GPSLongitude='16,22.428W' exif:GPSAltitude="343/2" exif:GPSAltitudeRef="1" \
        GCamera:BurstID="a&amp;&#65;&#x42;" GCamera:BurstPrimary="1" GPano:ProjectionType="cylindrical"
        """, ""),
      "elements.xmp": packet(
        "",
        """
        <exif:UserComment><rdf:Alt><rdf:li xml:lang="x-default">Screenshot</rdf:li></rdf:Alt></exif:UserComment>
        <photoshop:DateCreated>2020-01-24</photoshop:DateCreated><!-- - -->
        <xmp:CreateDate><![CDATA[2020-01-24T23:11Z]]></xmp:CreateDate>
        """),
      "depth.xmp": packet(
        "GDepth:Near='1'",
        """
        <Container:Directory><rdf:Seq><rdf:li><Container:Item Item:Semantic='Depth'/></rdf:li></rdf:Seq>
        </Container:Directory><DepthMap:Far>1</DepthMap:Far>
        """),
      "maps.xmp": packet("hdrgm:Version='1.0' apdi:AuxiliaryImageType='disparity'", ""),
    ]
  }

  private static func packet(_ attributes: String, _ elements: String) -> [UInt8] {
    Array(
      """
      <?xpacket begin="" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/">
      <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:exif="http://ns.adobe.com/exif/1.0/"
      xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
      xmlns:GPano="http://ns.google.com/photos/1.0/panorama/" xmlns:GDepth="http://ns.google.com/photos/1.0/depthmap/"
      xmlns:DepthMap="http://ns.google.com/photos/dd/1.0/depthmap/" xmlns:Container="urn:container"
      xmlns:Item="http://ns.google.com/photos/1.0/container/item/" xmlns:GCamera="http://ns.google.com/photos/1.0/camera/"
      xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/" xmlns:apdi="http://ns.apple.com/pixeldatainfo/1.0/">
      <rdf:Description rdf:about="" \(attributes)>\(elements)</rdf:Description></rdf:RDF></x:xmpmeta>
      """.utf8)
  }
}
