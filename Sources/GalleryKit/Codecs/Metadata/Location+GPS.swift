internal import GalleryEngine

extension Location {
  private enum Tag {
    static let latitudeReference = 1
    static let latitude = 2
    static let longitudeReference = 3
    static let longitude = 4
    static let altitudeReference = 5
    static let altitude = 6
  }

  /// Reads the GPS directory of EXIF data (EXIF 2.32, 4.6.6).
  ///
  /// Latitude and longitude are degrees, minutes and seconds, and count only with their reference, without which nobody
  /// knows the hemisphere.
  init?(gps entries: [TIFFReader.Entry], in reader: TIFFReader) {
    var (latitude, longitude, altitude): (Double?, Double?, Double?)
    var (north, east): (Double?, Double?)
    var isBelow = false
    for entry in entries {
      switch entry.tag {
      case Tag.latitudeReference: north = Self.sign(reader.text(entry), positive: "N", negative: "S")
      case Tag.latitude: latitude = reader.fractions(entry, count: 3).map(Self.degrees)
      case Tag.longitudeReference: east = Self.sign(reader.text(entry), positive: "E", negative: "W")
      case Tag.longitude: longitude = reader.fractions(entry, count: 3).map(Self.degrees)
      // 1 is below the sea; EXIF 3 adds 3 for below the ellipsoid.
      case Tag.altitudeReference: isBelow = reader.number(entry).map { $0 & 1 == 1 } ?? false
      case Tag.altitude: altitude = reader.fractions(entry, count: 1)?.first
      default: break
      }
    }
    guard let latitude, let north, let longitude, let east else { return nil }
    self.init(
      stated: north * latitude, east * longitude, altitude: altitude.map { isBelow ? -$0 : $0 })
  }

  private static func degrees(_ parts: [Double]) -> Double { parts[0] + parts[1] / 60 + parts[2] / 3_600 }

  private static func sign(
    _ text: ArraySlice<UInt8>?, positive: Unicode.Scalar, negative: Unicode.Scalar
  ) -> Double? {
    switch text?.first {
    case UInt8(ascii: positive): 1
    case UInt8(ascii: negative): -1
    default: nil
    }
  }
}
