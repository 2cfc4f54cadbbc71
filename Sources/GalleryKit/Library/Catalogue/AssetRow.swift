internal import Foundation
internal import GRDB
internal import GalleryEngine

extension Asset {
  /// The columns that ``init(_:of:)`` reads, in its order, and their tables: `SELECT` goes before it, `WHERE` behind.
  static let columns = """
    asset.identifier, file.width, file.height, file.orientation, asset.created, asset.modified, asset.isHidden, \
    asset.isFavorite, file.path, file.format, file.byteCount, file.hasEmbeddedThumbnail, file.failure, \
    asset.url, asset.id, asset.latitude, asset.longitude, asset.altitude, asset.subtypes, asset.burst, \
    asset.burstSelection, asset.isRepresentative, asset.adjustments, asset.contentRevision, asset.secondsEast
    FROM asset JOIN file ON file.id = asset.file
    """

  /// Reads an asset from a row of the catalogue.
  init(_ row: Row, of places: LibraryPlaces) {
    let url = (row[13] as String?).flatMap { URL(string: $0) }
    let edits = row[22] as String?
    let adjustments = edits.flatMap(Adjustments.init(json:))
    self.init(
      localIdentifier: row[0],
      pixelSize: PixelSize(width: row[1], height: row[2]),
      orientation: ImageOrientation(rawValue: row[3]) ?? .up,
      creationDate: Date(timeIntervalSince1970: row[4]),
      secondsEast: row[24],
      modificationDate: Date(timeIntervalSince1970: row[5]),
      location: Self.location(row),
      isHidden: row[6],
      isFavorite: row[7],
      mediaSubtypes: Asset.MediaSubtypes(rawValue: row[18]),
      burstIdentifier: row[19],
      representsBurst: row[21],
      burstSelectionTypes: Asset.BurstSelectionTypes(rawValue: row[20]),
      adjustments: adjustments,
      adjustmentsFailure: adjustments == nil ? edits.map(Self.failure(ofEdits:)) : nil,
      contentRevision: row[23],
      row: row[14],
      grant: places.grant,
      original: Original(
        path: url == nil
          ? Self.path(RelativePath(row[8] as Data), in: places.folder)
          : "\(places.downloads)/\(row[0] as String)",
        givenName: url == nil ? nil : RelativePath(row[8] as Data).nameForPeople,
        remoteURL: url,
        format: ImageFormat(rawValue: row[9]) ?? .unknown,
        byteCount: row[10],
        hasEmbeddedThumbnail: row[11],
        failure: row[12]))
  }

  private static func failure(ofEdits text: String) -> String {
    "the catalogue's record of its edits cannot be read: expected adjustments in JSON, found \"\(text.prefix(100))\"; edit it "
      + "again, or revert it"
  }

  private static func location(_ row: Row) -> Location? {
    guard let latitude = row[15] as Double?, let longitude = row[16] as Double? else { return nil }
    return Location(stated: latitude, longitude, altitude: row[17])
  }

  /// The absolute path; a path that is not text cannot be opened, and is only for people to read.
  private static func path(_ path: RelativePath, in folder: String) -> String {
    "\(folder)/\(path.text ?? path.description)"
  }
}

/// The places of a library's originals.
struct LibraryPlaces: Sendable {
  /// The folder of photos.
  let folder: String
  /// The folder of downloads, each under its asset's identifier.
  let downloads: String
  /// The grant of fetched assets.
  let grant: AssetGrant
}

/// One state of the catalogue, unchanged as long as it is held.
final class CatalogueSnapshot: Sendable {
  /// Identifies the state; see ``LoggedChange``.
  let revision: Int64
  private let snapshot: DatabaseSnapshot
  private let path: String

  init(_ snapshot: DatabaseSnapshot, path: String) throws {
    self.snapshot = snapshot
    self.path = path
    revision = try snapshot.read(LoggedChange.revision)
  }

  /// Runs `body` on that state; one reader at a time.
  func read<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    do { return try snapshot.read(body) } catch { throw LibraryError(error, catalogue: path) }
  }
}

/// Makes the identifiers of assets: thirteen of `0`–`9` and `a`–`v` (65 bits in RFC 4648's base32hex).
package enum LocalIdentifier {
  /// The identifier of the photo at a path, the same wherever the library's folder lies.
  ///
  /// - Parameters:
  ///   - path: the file's path.
  ///   - attempt: 0, plus 1 for every earlier attempt whose identifier belongs to another photo.
  static func of(_ path: RelativePath, attempt: Int) -> String {
    var digest = SHA256()
    digest.update(path.bytes)
    // A zero ends the path, which has none, so that no attempt is another path's first.
    if attempt > 0 { digest.update([0] + Array(String(attempt).utf8)) }
    let bytes = digest.finalize()
    return text { bit in bytes[bit / 8] >> (7 - bit % 8) & 1 == 1 }
  }

  /// The identifier of the asset at an index of a synthetic library; identifiers sort as indexes do.
  package static func ofSynthetic(_ index: Int) -> String {
    unsafe String(unsafeUninitializedCapacity: 13) { bytes in
      // 65 bits, of which an index fills the lower 63.
      for digit in 0..<13 {
        let value = UInt8(truncatingIfNeeded: index >> (60 - 5 * digit) & 31)
        unsafe bytes[digit] = value < 10 ? 48 + value : 87 + value
      }
      return 13
    }
  }

  /// A unique identifier for an object that the user makes.
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    let (first, second) = (generator.next(), generator.next())
    return text { bit in bit < 64 ? first >> bit & 1 == 1 : second & 1 == 1 }
  }

  /// An identifier for an object that is not stored; it is valid while the process lives.
  static func transient() -> String { "transient-" + random() }

  /// Spells 65 bits, the most significant one first.
  private static func text(_ isSet: (Int) -> Bool) -> String {
    let digits = (0..<13).map { digit in
      (0..<5).reduce(0) { $0 << 1 | (isSet(digit * 5 + $1) ? 1 : 0) }
    }
    return String(decoding: digits.map { UInt8($0 < 10 ? 48 + $0 : 87 + $0) }, as: UTF8.self)
  }
}
