import Foundation

@testable import GalleryEngine
@testable import GalleryImages

/// XMP packets, which programs and phones write into files of either format.
enum XMPTarget: FuzzTarget {
  static let name = "xmp"
  static let longestInput = 4096

  static func seeds() throws -> [String: [UInt8]] { SeedPackets.all }

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
