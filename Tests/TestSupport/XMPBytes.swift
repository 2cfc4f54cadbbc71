/// XMP packets, and their containers in files.
package enum XMPBytes {
  private static let namespaces = [
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#", "exif": "http://ns.adobe.com/exif/1.0/",
    "photoshop": "http://ns.adobe.com/photoshop/1.0/", "xmp": "http://ns.adobe.com/xap/1.0/",
    "GPano": "http://ns.google.com/photos/1.0/panorama/",
    "GDepth": "http://ns.google.com/photos/1.0/depthmap/",
    "DepthMap": "http://ns.google.com/photos/dd/1.0/depthmap/",
    "Container": "http://ns.google.com/photos/1.0/container/",
    "Item": "http://ns.google.com/photos/1.0/container/item/",
    "GCamera": "http://ns.google.com/photos/1.0/camera/", "hdrgm": "http://ns.adobe.com/hdr-gain-map/1.0/",
    "apdi": "http://ns.apple.com/pixeldatainfo/1.0/", "xmpMM": "http://ns.adobe.com/xap/1.0/mm/",
    "tiff": "http://ns.adobe.com/tiff/1.0/",
  ]

  /// A packet with attributes and elements in its description, and the usual padding after it.
  package static func packet(attributes: String = "", elements: String = "") -> [UInt8] {
    let declarations = namespaces.sorted { $0.key < $1.key }.map { "xmlns:\($0.key)=\"\($0.value)\"" }
    return Array(
      """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF \(declarations.joined(separator: "\n"))>
      <rdf:Description rdf:about="" \(attributes)>\(elements)</rdf:Description>
      </rdf:RDF></x:xmpmeta>

      <?xpacket end="w"?>
      """.utf8)
  }

  /// A JPEG's APP1 segment, without its marker and length.
  package static func segment(_ packet: [UInt8]) -> [UInt8] {
    Array("http://ns.adobe.com/xap/1.0/\0".utf8) + packet
  }

  /// The data of a PNG's `iTXt` chunk.
  package static func chunk(_ packet: [UInt8], isCompressed: Bool = false) -> [UInt8] {
    Array("XML:com.adobe.xmp\0".utf8) + [isCompressed ? 1 : 0, 0] + Array("en\0translated\0".utf8) + packet
  }
}
