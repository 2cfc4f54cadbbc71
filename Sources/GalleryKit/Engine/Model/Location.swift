/// The place where a photo was taken: a point in WGS 84, the system of satellite navigation.
public struct Location: Hashable, Sendable {
  /// Degrees north of the equator, −90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, −180 to 180.
  public let longitude: Double
  /// Metres above sea level, if known.
  public let altitude: Double?

  /// Makes a location.
  ///
  /// - Throws: ``ValueError`` if the numbers are no place on earth.
  public init(latitude: Double, longitude: Double, altitude: Double? = nil) throws(ValueError) {
    guard (-90...90).contains(latitude) else {
      throw ValueError(name: "latitude", expected: "-90 to 90 degrees", found: latitude)
    }
    guard (-180...180).contains(longitude) else {
      throw ValueError(name: "longitude", expected: "-180 to 180 degrees", found: longitude)
    }
    if let altitude, !altitude.isFinite {
      throw ValueError(name: "altitude", expected: "metres", found: altitude)
    }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude
  }

  /// Makes a location from a file's numbers; fails if they are no place on earth, and ignores an altitude that is not finite.
  package init?(stated latitude: Double, _ longitude: Double, altitude: Double?) {
    let altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
    guard let location = try? Self(latitude: latitude, longitude: longitude, altitude: altitude) else {
      return nil
    }
    self = location
  }
}

/// A number outside the valid values.
public struct ValueError: Error, Hashable, CustomStringConvertible {
  /// The quantity, such as `latitude`.
  public let name: String
  /// The valid values, such as `-90 to 90 degrees`.
  public let expected: String
  /// The given number.
  public let found: Double

  /// The quantity, the valid values and the given number.
  public var description: String { "\(name): expected \(expected), found \(found)" }
}
