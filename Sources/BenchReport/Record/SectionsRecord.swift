/// The sections of a grid's photos, each below a header and with its own rows.
public struct SectionsRecord: Codable, Hashable, Sendable {
  /// The number of photos of each section; the list repeats until there are no more.
  public var photos: [Int]
  /// The length of a header along the scroll axis, in points.
  public var header: Double

  /// Makes a record.
  public init(photos: [Int], header: Double) {
    self.photos = photos
    self.header = header
  }

  /// The most sections that a list has.
  public static let mostListed = 1000
  /// The most photos of a section.
  public static let mostPhotos = 1_000_000
  /// The most points of a header.
  public static let mostHeader = 1000.0

  /// Whether a scenario can have such sections.
  var isPossible: Bool {
    (1...Self.mostListed).contains(photos.count)
      && photos.allSatisfy { (1...Self.mostPhotos).contains($0) } && (0...Self.mostHeader).contains(header)
  }
}
