package import Foundation
internal import GRDB
internal import GalleryEngine

/// What a library holds, and what it would cost.
///
/// All but ``hidden`` and ``missing`` is about the photos that a default fetch finds: hidden and missing ones are left out.
package struct LibrarySummary: Sendable {
  /// The spread of picture sizes, in millions of pixels.
  package struct Megapixels: Hashable, Sendable {
    /// The smallest.
    package let min: Double
    /// The middle one, or halfway between the two middle ones.
    package let median: Double
    /// The largest.
    package let max: Double
  }

  /// Photos.
  package let photos: Int
  /// Photos whose original was not found when the folder was last indexed, and which are kept for when it returns.
  package let missing: Int
  /// Photos that are hidden, and not counted otherwise.
  package let hidden: Int
  /// Photos whose original cannot be read.
  package let failed: Int
  /// Originals on disk; fewer than photos in a synthetic library.
  package let distinctFiles: Int
  /// What the originals weigh on disk, each counted once.
  package let bytes: Int
  /// Photos by the format of their original.
  package let formats: [ImageFormat: Int]
  /// The spread of sizes, or `nil` if no photo can be read.
  package let megapixels: Megapixels?
  /// What all photos would take in memory, decoded at full size.
  package let decodedBytes: Int
  /// The earliest creation date, or `nil` without photos.
  package let firstCreationDate: Date?
  /// The latest creation date, or `nil` without photos.
  package let lastCreationDate: Date?
  /// Originals that cannot be read, in the order of their paths; the first hundred.
  package let failures: [PhotoLibrary.Failure]
  /// Fingerprint of the photos' identifiers, sizes and weights in the order of a default fetch, in 64 hexadecimal
  /// digits; the same wherever the library's folder lies.
  package let sha256: String
}

extension PhotoLibrary {
  /// Adds up what the library holds.
  ///
  /// - Throws: `LibraryError` if the catalogue cannot be read.
  /// - Complexity: O(assets).
  package func summary() throws(LibraryError) -> LibrarySummary {
    try database.read { db in
      let seen = try Self.seen(by: access.limit(db), db)
      let photos = "FROM asset JOIN file ON file.id = asset.file WHERE asset.isHidden = 0 AND \(seen)"
      let files = "FROM file WHERE id IN (SELECT file FROM asset WHERE isHidden = 0 AND \(seen))"
      let formats = try Row.fetchAll(db, sql: "SELECT file.format, count(*) \(photos) GROUP BY file.format")
        .map { (ImageFormat(rawValue: $0[0]) ?? .unknown, $0[1] as Int) }
      let sizes = try Row.fetchAll(
        db,
        sql: """
          SELECT file.width * file.height AS pixels, count(*) \(photos) AND file.failure IS NULL
          GROUP BY pixels ORDER BY pixels
          """
      )
      .map { (pixels: $0[0] as Int, count: $0[1] as Int) }
      let dates = try Row.fetchOne(
        db, sql: "SELECT min(created), max(created) FROM asset WHERE isHidden = 0 AND \(seen)")
      return LibrarySummary(
        photos: formats.reduce(0) { $0 + $1.1 },
        missing: try Self.count(
          db, "SELECT count(*) FROM asset WHERE isMissing = 1 AND \(Self.permitted(to: access.limit(db), db))"
        ),
        hidden: try Self.count(db, "SELECT count(*) FROM asset WHERE isHidden = 1 AND \(seen)"),
        failed: try Self.count(db, "SELECT count(*) \(photos) AND file.failure IS NOT NULL"),
        distinctFiles: try Self.count(db, "SELECT count(*) \(files)"),
        bytes: try Self.count(db, "SELECT sum(byteCount) \(files)"),
        formats: Dictionary(formats) { $0 + $1 },
        megapixels: Self.megapixels(of: sizes),
        decodedBytes: sizes.reduce(0) { $0 + $1.pixels * $1.count } * 4,
        firstCreationDate: (dates?[0] as Double?).map(Date.init(timeIntervalSince1970:)),
        lastCreationDate: (dates?[1] as Double?).map(Date.init(timeIntervalSince1970:)),
        failures: try Row.fetchAll(
          db, sql: "SELECT path, failure \(files) AND failure IS NOT NULL ORDER BY path LIMIT 100"
        )
        .map { ("\(RelativePath($0[0] as Data))", $0[1]) },
        sha256: try Self.fingerprint(photos, db))
    }
  }

  /// The condition that an asset is there, and that a client may see it.
  private static func seen(by client: String?, _ db: Database) throws -> String {
    try "asset.isMissing = 0 AND \(permitted(to: client, db))"
  }

  /// The condition that a client may see an asset, quoted by SQLite itself.
  private static func permitted(to client: String?, _ db: Database) throws -> String {
    guard let client else { return "TRUE" }
    let name = try String.fetchOne(db, sql: "SELECT quote(?)", arguments: [client]) ?? "NULL"
    return "asset.id IN (SELECT asset FROM permitted WHERE client = \(name))"
  }

  private static func count(_ db: Database, _ sql: String) throws -> Int {
    try Int.fetchOne(db, sql: sql) ?? 0
  }

  /// The spread of sizes that are given in ascending order, with how many photos have each.
  private static func megapixels(of sizes: [(pixels: Int, count: Int)]) -> LibrarySummary.Megapixels? {
    guard let smallest = sizes.first, let largest = sizes.last else { return nil }
    let total = sizes.reduce(0) { $0 + $1.count }
    func pixels(at rank: Int) -> Double {
      var below = 0
      let size = sizes.first { size in
        below += size.count
        return rank < below
      }
      return Double(size?.pixels ?? largest.pixels)
    }
    return LibrarySummary.Megapixels(
      min: Double(smallest.pixels) / 1e6,
      median: (pixels(at: (total - 1) / 2) + pixels(at: total / 2)) / 2e6,
      max: Double(largest.pixels) / 1e6)
  }

  private static func fingerprint(_ photos: String, _ db: Database) throws -> String {
    let rows = try Row.fetchCursor(
      db,
      sql: """
        SELECT asset.identifier, file.width, file.height, file.byteCount
        \(photos) ORDER BY asset.created DESC, asset.identifier DESC
        """)
    var digest = SHA256()
    while let row = try rows.next() {
      digest.update("\(row[0] as String) \(row[1] as Int) \(row[2] as Int) \(row[3] as Int)\n".utf8)
    }
    return digest.hexadecimal
  }
}
