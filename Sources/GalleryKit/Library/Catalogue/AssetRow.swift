internal import Foundation
internal import GRDB
internal import GalleryEngine

extension Asset {
  /// The columns that ``init(_:of:)`` reads, in its order, and their tables: `SELECT` goes before them, `WHERE` after
  /// them.
  static let columns = """
    asset.identifier, file.width, file.height, file.orientation, asset.created, asset.modified, asset.isHidden, \
    asset.isFavorite, file.path, file.format, file.byteCount, file.hasEmbeddedThumbnail, file.failure, \
    asset.url, asset.id, asset.latitude, asset.longitude, asset.altitude, asset.subtypes, asset.burst, \
    asset.burstSelection, asset.isRepresentative, asset.adjustments, asset.contentRevision, asset.secondsEast
    FROM asset JOIN file ON file.id = asset.file
    """

  /// Reads an asset from a row of the catalogue.
  ///
  /// - Throws: an error if damage has left an impossible value, as all code does that decodes rows.
  init(_ row: Row, of places: LibraryPlaces) throws {
    let identifier = try row.decode(String.self, atIndex: 0)
    let size = try PixelSize(width: row.decode(atIndex: 1), height: row.decode(atIndex: 2))
    guard size.isCredible else {
      throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "a photo has a size of \(size) pixels")
    }
    let path = try RelativePath(row.decode(Data.self, atIndex: 8))
    let text = path.text
    let url = try row.decode(String?.self, atIndex: 13).flatMap { URL(string: $0) }
    let edits = try row.decode(String?.self, atIndex: 22)
    let adjustments = edits.flatMap(Adjustments.init(json:))
    try self.init(
      localIdentifier: identifier,
      pixelSize: size,
      orientation: ImageOrientation(rawValue: row.decode(atIndex: 3)) ?? .up,
      creationDate: Date(timeIntervalSince1970: row.decode(atIndex: 4)),
      secondsEast: row.decode(atIndex: 24),
      modificationDate: Date(timeIntervalSince1970: row.decode(atIndex: 5)),
      location: Location(row, at: 15),
      isHidden: row.decode(atIndex: 6),
      isFavorite: row.decode(atIndex: 7),
      mediaSubtypes: Asset.MediaSubtypes(rawValue: row.decode(atIndex: 18)),
      burstIdentifier: row.decode(String?.self, atIndex: 19),
      representsBurst: row.decode(atIndex: 21),
      burstSelectionTypes: Asset.BurstSelectionTypes(rawValue: row.decode(atIndex: 20)),
      adjustments: adjustments,
      adjustmentsFailure: adjustments == nil ? edits.map(Self.failure(ofEdits:)) : nil,
      contentRevision: row.decode(atIndex: 23),
      row: row.decode(atIndex: 14),
      grant: places.grant,
      original: Original(
        // A path that is not text cannot be opened, and is only for people to read.
        path: url == nil
          ? "\(places.folder)/\(text ?? path.description)" : "\(places.downloads)/\(identifier)",
        // As the catalogue has it: a name may be text in a folder whose name is not.
        givenName: url == nil && text != nil ? nil : path.nameForPeople,
        remoteURL: url,
        format: ImageFormat(rawValue: row.decode(atIndex: 9)) ?? .unknown,
        byteCount: row.decode(atIndex: 10),
        hasEmbeddedThumbnail: row.decode(atIndex: 11),
        failure: row.decode(String?.self, atIndex: 12)))
  }

  private static func failure(ofEdits text: String) -> String {
    "the catalogue's record of its edits cannot be read: expected adjustments in JSON, found \"\(text.prefix(100))\"; edit it "
      + "again, or revert it"
  }
}

extension Location {
  /// Reads a place from three columns, from that index on: latitude, longitude and altitude; `nil` if it is none on earth.
  init?(_ row: Row, at index: Int) throws {
    guard let latitude = try row.decode(Double?.self, atIndex: index),
      let longitude = try row.decode(Double?.self, atIndex: index + 1)
    else { return nil }
    try self.init(stated: latitude, longitude, altitude: row.decode(Double?.self, atIndex: index + 2))
  }
}

extension PixelSize {
  /// Whether sums of such sizes over a million assets fit into an `Int`, whatever a broken header or a damaged row claims.
  var isCredible: Bool { width >= 0 && height >= 0 && megapixels < 1_000_000 }
}

/// The places of a library's originals.
struct LibraryPlaces: Sendable {
  let folder: String
  /// The folder of downloads, each under its asset's identifier.
  let downloads: String
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

/// Makes the identifiers of assets: thirteen characters from `0`–`9` and `a`–`v` (65 bits in RFC 4648's base32hex).
package enum LocalIdentifier {
  /// The identifier of the photo at a path, the same wherever the library's folder lies.
  ///
  /// - Parameter attempt: 0, plus 1 for every earlier attempt whose identifier belongs to another photo.
  static func of(_ path: RelativePath, attempt: Int) -> String {
    var digest = SHA256()
    digest.update(path.bytes)
    // A zero byte ends the path, which contains none, so that no later attempt equals another path's first.
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
