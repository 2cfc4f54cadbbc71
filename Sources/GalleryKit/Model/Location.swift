/// Where a photo was taken: a point in WGS 84, the system of satellite navigation.
public struct Location: Hashable, Sendable, Codable {
  /// Degrees north of the equator, −90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, −180 to 180.
  public let longitude: Double
  /// Metres above sea level, if known.
  public let altitude: Double?

  /// Makes a location, or `nil` where latitude and longitude are no place on earth.
  ///
  /// - Parameters:
  ///   - latitude: in degrees, from -90 in the south to 90 in the north.
  ///   - longitude: in degrees, from -180 in the west to 180 in the east.
  ///   - altitude: in metres; what is not finite counts as unknown.
  public init?(latitude: Double, longitude: Double, altitude: Double? = nil) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
    self.altitude = altitude.flatMap { $0.isFinite ? $0 : nil }
  }

  private enum Key: String, CodingKey { case latitude, longitude, altitude }

  /// Reads a location; numbers that are no place on earth are refused.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    let latitude = try values.decode(Double.self, forKey: .latitude)
    let longitude = try values.decode(Double.self, forKey: .longitude)
    let altitude = try values.decodeIfPresent(Double.self, forKey: .altitude)
    guard let location = Location(latitude: latitude, longitude: longitude, altitude: altitude) else {
      throw DecodingError.dataCorruptedError(
        forKey: .latitude, in: values,
        debugDescription: "expected −90 to 90 and −180 to 180 degrees, found \(latitude), \(longitude)")
    }
    self = location
  }

  /// Writes what ``init(from:)`` reads.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(latitude, forKey: .latitude)
    try values.encode(longitude, forKey: .longitude)
    try values.encodeIfPresent(altitude, forKey: .altitude)
  }
}
