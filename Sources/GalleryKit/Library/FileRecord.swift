internal import Foundation
internal import GRDB

/// A file as the catalogue remembers it: what the file system said, and what a probe read or why it could not.
struct FileRecord: Sendable {
  let file: FolderListing.File
  /// What the probe read; of a broken file, nothing.
  private(set) var original = ProbedOriginal(storedSize: PixelSize(width: 0, height: 0), format: .unknown)
  /// Why the file cannot be shown, or `nil` if it can.
  private(set) var failure: String?

  /// Probes a file.
  init(probing file: FolderListing.File, in folder: String, with probe: OriginalProbe) {
    self.file = file
    guard let path = file.path.text else {
      failure = "the name is not UTF-8; rename the file"
      return
    }
    do {
      let probed = try probe("\(folder)/\(path)")
      guard !probed.storedSize.isEmpty, probed.storedSize.megapixels < Self.largestMegapixels else {
        failure = "claims a size of \(probed.storedSize) pixels, which no picture has"
        return
      }
      original = probed
    } catch {
      failure = "\(error)"
    }
  }

  /// Keeps sums of sizes over a million assets within an `Int`, whatever a broken header claims.
  private static let largestMegapixels = 1_000_000.0

  /// What the catalogue holds of a file that tells whether it must be probed again.
  struct Known {
    let signature: FolderListing.File.Signature
    let failure: String?
  }

  /// All files in the catalogue.
  static func known(_ db: Database) throws -> [RelativePath: Known] {
    let rows = try Row.fetchCursor(db, sql: "SELECT path, byteCount, modifiedNanoseconds, failure FROM file")
    var known: [RelativePath: Known] = [:]
    while let row = try rows.next() {
      known[RelativePath(row[0] as Data)] = Known(
        signature: .init(byteCount: row[1], modifiedNanoseconds: row[2]), failure: row[3])
    }
    return known
  }

  /// The files of assets whose originals come over the network.
  static func remotePaths(_ db: Database) throws -> Set<RelativePath> {
    Set(
      try Data.fetchAll(
        db, sql: "SELECT file.path FROM asset JOIN file ON file.id = asset.file WHERE asset.url IS NOT NULL"
      ).map { RelativePath($0) })
  }

  /// Writes the file; a new one gets its asset, those of a known one keep all but the dates they had from it.
  func save(_ db: Database) throws {
    let known = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT id, created FROM file WHERE path = ?"), arguments: [file.path.data])
    guard let known else {
      let id = try insert(db)
      try insertAsset(db, file: id)
      return
    }
    let id: Int64 = known[0]
    try db.cachedStatement(
      sql: """
        UPDATE file SET path = ?, byteCount = ?, modifiedNanoseconds = ?, width = ?, height = ?, orientation = ?, \
        format = ?, hasEmbeddedThumbnail = ?, created = ?, modified = ?, failure = ? WHERE id = ?
        """
    ).execute(arguments: arguments + [id])
    // An asset whose date is not the file's was given one of its own, and keeps it.
    try db.cachedStatement(
      sql: "UPDATE asset SET modified = ?, created = iif(created = ?, ?, created) WHERE file = ?"
    ).execute(arguments: [modified, known[1] as Double, created, id])
  }

  /// Writes a file that is not known, without an asset, and returns its row.
  func insert(_ db: Database) throws -> Int64 {
    try db.cachedStatement(
      sql: """
        INSERT INTO file (path, byteCount, modifiedNanoseconds, width, height, orientation, format, \
        hasEmbeddedThumbnail, created, modified, failure) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: arguments)
    return db.lastInsertedRowID
  }

  private func insertAsset(_ db: Database, file id: Int64) throws {
    let isTaken = try db.cachedStatement(sql: "SELECT 1 FROM asset WHERE identifier = ?")
    var attempt = 0
    var identifier = LocalIdentifier.of(file.path, attempt: attempt)
    while try Row.fetchOne(isTaken, arguments: [identifier]) != nil {
      attempt += 1
      identifier = LocalIdentifier.of(file.path, attempt: attempt)
    }
    try db.cachedStatement(sql: "INSERT INTO asset (identifier, file, created, modified) VALUES (?, ?, ?, ?)")
      .execute(arguments: [identifier, id, created, modified])
  }

  private var created: Double { (original.captureDate ?? file.modificationDate).timeIntervalSince1970 }
  private var modified: Double { file.modificationDate.timeIntervalSince1970 }

  private var arguments: StatementArguments {
    let size = original.orientation.swapsAxes ? original.storedSize.transposed : original.storedSize
    return [
      file.path.data, file.signature.byteCount, file.signature.modifiedNanoseconds, size.width, size.height,
      original.orientation.rawValue, original.format.rawValue, original.hasEmbeddedThumbnail,
      created, modified, failure,
    ]
  }
}
