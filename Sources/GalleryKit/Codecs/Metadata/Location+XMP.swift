internal import GalleryEngine

extension Location {
  /// Reads `exif:GPSLatitude` and its like: `48,12,29.52N` or `48,12.492N`, and the altitude as `171/1`.
  init?(
    latitude: String, longitude: String, altitude: String?, altitudeReference: String?
  ) {
    guard let north = Self.degrees(latitude, positive: "N", negative: "S"),
      let east = Self.degrees(longitude, positive: "E", negative: "W")
    else { return nil }
    let height = altitude.flatMap(Self.fraction)
    self.init(
      stated: north, east, altitude: height.map { altitudeReference == "1" ? -$0 : $0 })
  }

  private static func degrees(_ text: String, positive: Character, negative: Character) -> Double? {
    guard let direction = text.last, direction == positive || direction == negative else { return nil }
    let parts = text.dropLast().split(separator: ",", omittingEmptySubsequences: false).map(decimal)
    guard (2...3).contains(parts.count) else { return nil }
    var (degrees, unit) = (0.0, 1.0)
    for part in parts {
      guard let part else { return nil }
      (degrees, unit) = (degrees + part / unit, unit * 60)
    }
    return direction == positive ? degrees : -degrees
  }

  private static func fraction(_ text: String) -> Double? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let numerator = parts.first.flatMap(decimal) else { return nil }
    guard parts.count == 2 else { return numerator }
    return decimal(parts[1]).flatMap { $0 == 0 ? nil : numerator / $0 }
  }

  /// Digits and perhaps a point, and none of what else `Double` takes for a number.
  private static func decimal(_ text: Substring) -> Double? {
    text.utf8.allSatisfy { (48...57).contains($0) || $0 == UInt8(ascii: ".") } ? Double(text) : nil
  }
}
