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
      let client = try access.limit(db)
      let seen = ClientAccess.mayBeSeen(by: client)
      let photos: SQL =
        "FROM asset JOIN file ON file.id = asset.file WHERE asset.isHidden = 0 AND \(literal: seen)"
      let files: SQL =
        "FROM file WHERE id IN (SELECT file FROM asset WHERE isHidden = 0 AND \(literal: seen))"
      func count(_ what: SQL) throws -> Int {
        try SQLRequest<Int>(literal: "SELECT \(literal: what)").fetchOne(db) ?? 0
      }
      let formats = try SQLRequest<Row>(
        literal: "SELECT file.format, count(*) \(literal: photos) GROUP BY file.format"
      ).fetchAll(db).map { (ImageFormat(rawValue: $0[0]) ?? .unknown, $0[1] as Int) }
      let sizes = try SQLRequest<Row>(
        literal: """
          SELECT file.width * file.height AS pixels, count(*) \(literal: photos) AND file.failure IS NULL
          GROUP BY pixels ORDER BY pixels
          """
      ).fetchAll(db).map { (pixels: $0[0] as Int, count: $0[1] as Int) }
      let dates = try SQLRequest<Row>(
        literal: "SELECT min(created), max(created) FROM asset WHERE isHidden = 0 AND \(literal: seen)"
      ).fetchOne(db)
      let failures = try SQLRequest<Row>(
        literal: "SELECT path, failure \(literal: files) AND failure IS NOT NULL ORDER BY path LIMIT 100"
      ).fetchAll(db)
      return LibrarySummary(
        photos: formats.reduce(0) { $0 + $1.1 },
        missing: try count(
          "count(*) FROM asset WHERE isMissing = 1 AND \(literal: ClientAccess.isPermitted(to: client))"),
        hidden: try count("count(*) FROM asset WHERE isHidden = 1 AND \(literal: seen)"),
        failed: try count("count(*) \(literal: photos) AND file.failure IS NOT NULL"),
        distinctFiles: try count("count(*) \(literal: files)"),
        bytes: try count("sum(byteCount) \(literal: files)"),
        formats: Dictionary(formats) { $0 + $1 },
        megapixels: Self.megapixels(of: sizes),
        decodedBytes: sizes.reduce(0) { $0 + $1.pixels * $1.count } * 4,
        firstCreationDate: (dates?[0] as Double?).map(Date.init(timeIntervalSince1970:)),
        lastCreationDate: (dates?[1] as Double?).map(Date.init(timeIntervalSince1970:)),
        failures: failures.map { ("\(RelativePath($0[0] as Data))", $0[1]) },
        sha256: try Self.fingerprint(photos, db))
    }
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

  private static func fingerprint(_ photos: SQL, _ db: Database) throws -> String {
    let rows = try SQLRequest<Row>(
      literal: """
        SELECT asset.identifier, file.width, file.height, file.byteCount
        \(literal: photos) ORDER BY asset.created DESC, asset.identifier DESC
        """
    ).fetchCursor(db)
    var digest = SHA256()
    while let row = try rows.next() {
      digest.update("\(row[0] as String) \(row[1] as Int) \(row[2] as Int) \(row[3] as Int)\n".utf8)
    }
    return digest.hexadecimal
  }
}
