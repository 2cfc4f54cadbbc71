internal import Foundation
internal import GRDB
internal import GalleryEngine

extension Asset {
  /// What ``init(_:of:)`` reads, in its order, and from where: `SELECT` goes before it, `WHERE` behind.
  static let columns = """
    asset.identifier, file.width, file.height, file.orientation, asset.created, asset.modified, asset.isHidden, \
    asset.isFavorite, file.path, file.format, file.byteCount, file.hasEmbeddedThumbnail, file.failure, \
    asset.url, asset.id, asset.latitude, asset.longitude, asset.altitude, asset.subtypes, asset.burst, \
    asset.burstSelection, asset.isRepresentative, asset.adjustments, asset.contentRevision
    FROM asset JOIN file ON file.id = asset.file
    """

  /// Reads an asset from a row of the catalogue.
  init(_ row: Row, of places: LibraryPlaces) {
    let url = (row[13] as String?).flatMap { URL(string: $0) }
    self.init(
      localIdentifier: row[0],
      pixelSize: PixelSize(width: row[1], height: row[2]),
      orientation: ImageOrientation(rawValue: row[3]) ?? .up,
      creationDate: Date(timeIntervalSince1970: row[4]),
      modificationDate: Date(timeIntervalSince1970: row[5]),
      location: Self.location(row),
      isHidden: row[6],
      isFavorite: row[7],
      mediaSubtypes: MediaSubtypes(rawValue: row[18]),
      burstIdentifier: row[19],
      representsBurst: row[21],
      burstSelectionTypes: BurstSelectionTypes(rawValue: row[20]),
      adjustments: (row[22] as String?).flatMap(Adjustments.init(json:)),
      contentRevision: row[23],
      row: row[14],
      grant: AssetGrant(places.grant),
      original: Original(
        path: url == nil
          ? Self.path(RelativePath(row[8] as Data), in: places.folder)
          : "\(places.downloads)/\(row[0] as String)",
        remoteURL: url,
        format: ImageFormat(rawValue: row[9]) ?? .unknown,
        byteCount: row[10],
        hasEmbeddedThumbnail: row[11],
        failure: row[12]))
  }

  private static func location(_ row: Row) -> Location? {
    guard let latitude = row[15] as Double?, let longitude = row[16] as Double? else { return nil }
    return Location(stated: latitude, longitude, altitude: row[17])
  }

  /// A path that is no text cannot be opened, and fails; it is there for people.
  private static func path(_ path: RelativePath, in folder: String) -> String {
    "\(folder)/\(path.text ?? path.description)"
  }
}

/// Where the originals of a library are.
struct LibraryPlaces: Sendable {
  /// The folder of photos.
  let folder: String
  /// Where downloads go, each under its asset's identifier.
  let downloads: String
  /// What assets are given out under; `nil` to whoever owns the library.
  let grant: AccessGrant?
}
