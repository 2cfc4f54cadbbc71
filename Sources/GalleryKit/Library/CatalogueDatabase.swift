internal import Foundation
internal import GRDB

/// The SQLite file that remembers what a library holds.
///
/// A `file` is an original on disk and an `asset` a photo that shows one. In a folder of photos they are one to
/// one; in a synthetic library many assets share a file. Readers and one writer, in any number of processes,
/// work at the same time (write-ahead log), and a process that is killed leaves the last whole transaction.
struct CatalogueDatabase: Sendable {
  /// Where the file is.
  let path: String
  private let pool: DatabasePool

  /// Opens the catalogue, making it where there is none and bringing an older one up to date.
  ///
  /// - Throws: `LibraryError`; a file that is no catalogue of this version is left as it is.
  init(path: String) throws(LibraryError) {
    self.path = path
    let folder = (path as NSString).deletingLastPathComponent
    guard
      (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil
    else { throw .catalogueUnusable(path, reason: "its folder cannot be made") }
    do {
      pool = try Self.persistently {
        try Self.check(path)
        var configuration = Configuration()
        configuration.busyMode = .timeout(10)
        let pool = try DatabasePool(path: path, configuration: configuration)
        // Where another process migrates at the same moment, one of the two fails, and looks again at what is left.
        do { try Self.migrator.migrate(pool) } catch is DatabaseError { try Self.migrator.migrate(pool) }
        return pool
      }
    } catch {
      throw LibraryError(error, catalogue: path)
    }
  }

  /// Runs `body` on one consistent state of the catalogue.
  func read<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    do { return try pool.read(body) } catch { throw LibraryError(error, catalogue: path) }
  }

  /// Runs `body` in one transaction: all of what it writes is kept, or, where it throws, nothing.
  func write<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    do { return try pool.write(body) } catch { throw LibraryError(error, catalogue: path) }
  }

  /// Empties the catalogue, and runs `body` to fill it again, in one transaction.
  ///
  /// A million rows take far less time to sort into the indexes afterwards than one by one.
  func refill(_ body: (Database) throws -> Void) throws(LibraryError) {
    try write { db in
      try db.execute(
        sql: """
          DELETE FROM asset;
          DELETE FROM file;
          DROP INDEX assetByCreation;
          DROP INDEX assetByModification;
          DROP INDEX assetByFile;
          """)
      try body(db)
      try db.execute(sql: Self.indexes)
    }
  }

  /// The catalogue as it is now, whatever is written later.
  func snapshot() throws(LibraryError) -> DatabaseSnapshot {
    do { return try pool.makeSnapshot() } catch { throw LibraryError(error, catalogue: path) }
  }

  /// Marks a database as a catalogue: "scrl", in the place that SQLite's header has for it.
  private static let applicationID: Int64 = 0x7363_726c

  /// Tries again, for two seconds, while others make the same catalogue.
  ///
  /// Where waiting could be for ever, as for two that both turn to write-ahead logging, SQLite does not wait but
  /// says at once that the file is busy.
  private static func persistently<Value>(_ body: () throws -> Value) throws -> Value {
    for _ in 0..<100 {
      do {
        return try body()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
    return try body()
  }

  /// Looks at a file through a connection that cannot write, because even opening a pool writes.
  private static func check(_ path: String) throws {
    var isFolder: ObjCBool = false
    guard unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    guard !isFolder.boolValue else { throw LibraryError.notACatalogue(path) }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(10)
    try DatabaseQueue(path: path, configuration: configuration)
      .read { db in
        // A catalogue that is being made at this moment may hold the migrator's own table and no more.
        let isEmpty =
          try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'")
          == 0
        let isCatalogue = try Int64.fetchOne(db, sql: "PRAGMA application_id") == applicationID
        guard isEmpty || isCatalogue else { throw LibraryError.notACatalogue(path) }
        guard try !migrator.hasBeenSuperseded(db) else { throw LibraryError.catalogueTooNew(path) }
      }
  }

  /// Every step from an empty file to the present schema; a published step is never changed.
  private static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("files and assets") { db in
      try db.execute(sql: "PRAGMA application_id = \(applicationID)")
      try db.execute(sql: tables)
      try db.execute(sql: indexes)
    }
    // Previews of the Multi-Picture Format count as thumbnails since, so that what was read before is read again: no
    // file has the time that it is given here.
    migrator.registerMigration("multi-picture previews") { db in
      try db.execute(
        sql: "UPDATE file SET modifiedNanoseconds = ~modifiedNanoseconds WHERE format LIKE 'jpeg%'")
    }
    migrator.registerMigration("remote originals") { db in
      // Where the original comes from, if it is not in the folder.
      try db.execute(sql: "ALTER TABLE asset ADD COLUMN url TEXT")
    }
    return migrator
  }

  /// The tables of the first schema.
  ///
  /// Paths are bytes below the library's folder, because not every name is text and some names that are
  /// different files are the same text. Dates are seconds since 1970. `modifiedNanoseconds` tells whether a
  /// file has changed; it may wrap, so it is only ever compared.
  private static let tables = """
    CREATE TABLE file (
      id INTEGER PRIMARY KEY,
      path BLOB NOT NULL UNIQUE,
      byteCount INTEGER NOT NULL,
      modifiedNanoseconds INTEGER NOT NULL,
      width INTEGER NOT NULL,
      height INTEGER NOT NULL,
      orientation INTEGER NOT NULL,
      format TEXT NOT NULL,
      hasEmbeddedThumbnail INTEGER NOT NULL,
      created REAL NOT NULL,
      modified REAL NOT NULL,
      failure TEXT
    ) STRICT;
    CREATE TABLE asset (
      id INTEGER PRIMARY KEY,
      identifier TEXT NOT NULL UNIQUE,
      file INTEGER NOT NULL REFERENCES file (id) ON DELETE CASCADE,
      created REAL NOT NULL,
      modified REAL NOT NULL,
      isHidden INTEGER NOT NULL DEFAULT 0,
      isFavorite INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    """

  /// The indexes of the first schema, which carry `isHidden`, so that walking a fetch's order never leaves them.
  private static let indexes = """
    CREATE INDEX assetByCreation ON asset (created, identifier, isHidden);
    CREATE INDEX assetByModification ON asset (modified, identifier, isHidden);
    CREATE INDEX assetByFile ON asset (file);
    """
}
