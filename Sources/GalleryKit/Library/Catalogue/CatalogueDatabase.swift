internal import Foundation
internal import GRDB
internal import GalleryEngine
internal import GalleryImages
internal import Locking
internal import SystemCalls

/// The SQLite file that remembers what a library holds.
///
/// A `file` is an original on disk and an `asset` a photo that shows one. In a folder of photos they are one to
/// one; in a synthetic library many assets share a file. Readers and one writer, in any number of processes,
/// work at the same time (write-ahead log), and a process that is killed leaves the last whole transaction.
struct CatalogueDatabase: Sendable {
  /// Where the file is.
  let path: String
  /// Whether it can only be read.
  let isReadOnly: Bool
  /// Whether there was a file, and nothing in it.
  let wasEmptied: Bool
  private let pool: DatabasePool
  /// The file that is open; another may be at its path by now.
  private let identity: FileIdentity?
  private let latest = Locked(Latest())
  /// Rung by every write.
  let commits = CommitBells()

  /// Opens the catalogue, making it where there is none and bringing an older one up to date.
  ///
  /// One that cannot be written is opened to be read.
  ///
  /// - Throws: `LibraryError`; a file that is no catalogue of this version is left as it is.
  init(path: String) throws(LibraryError) {
    self.path = path
    let folder = (path as NSString).deletingLastPathComponent
    guard
      (try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)) != nil
    else { throw .catalogueUnusable(path, reason: "its folder cannot be made") }
    let place = CatalogueFile(path: path)
    isReadOnly = place.isReadOnly
    wasEmptied = place.isEmpty
    do {
      pool = try Self.persistently {
        try Self.check(place)
        if place.isReadOnly { return try DatabasePool(path: place.readOnlyPath, configuration: .reading) }
        let pool = try DatabasePool(path: path, configuration: .writing)
        try Self.migrate(pool)
        return pool
      }
    } catch {
      throw LibraryError(error, catalogue: path)
    }
    identity = CatalogueFile(path: path).identity
  }

  /// Runs `body` on one consistent state of the catalogue.
  func read<Value>(_ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    do { return try pool.read(body) } catch { throw LibraryError(error, catalogue: path) }
  }

  /// Runs `body` in one transaction: all of what it writes is kept, or, where it throws, nothing.
  ///
  /// - Parameter durably: whether it is on the disk, and not only on its way there, when this returns.
  /// - Throws: `LibraryError`, also where the file that is open is not the catalogue any more, so that what is written would
  ///   be lost.
  func write<Value>(durably: Bool = false, _ body: (Database) throws -> Value) throws(LibraryError) -> Value {
    guard !isReadOnly else { throw .catalogueReadOnly(path) }
    do {
      let value = try pool.writeWithoutTransaction { db in
        if durably { try db.execute(sql: "PRAGMA synchronous = FULL") }
        defer { if durably { try? db.execute(sql: "PRAGMA synchronous = NORMAL") } }
        var value: Value?
        try db.inTransaction(.immediate) {
          value = try body(db)
          try LoggedChange.trim(db)
          guard CatalogueFile(path: path).identity == identity else {
            throw LibraryError.catalogueReplaced(path)
          }
          return .commit
        }
        return value
      }
      commits.ring()
      guard let value else { throw LibraryError.catalogueUnusable(path, reason: "nothing was written") }
      return value
    } catch { throw LibraryError(error, catalogue: path) }
  }

  /// Empties the catalogue, and runs `body` to fill it again, in one transaction.
  ///
  /// A million rows take far less time to sort into the indexes afterwards than one by one.
  func refill(_ body: (Database) throws -> Void) throws(LibraryError) {
    try write { db in
      try db.execute(sql: CatalogueSchema.withoutAssetIndexes)
      try db.execute(sql: "DELETE FROM asset; DELETE FROM file;")
      try body(db)
      try db.execute(sql: CatalogueSchema.assetIndexes)
      try db.execute(sql: CatalogueSchema.assetTriggers)
      try LoggedChange.replaceAll(db)
    }
  }

  /// Copies the catalogue as it is now to a file that is not there yet.
  func copy(to path: String) throws(LibraryError) {
    do { try pool.backup(to: DatabaseQueue(path: path)) } catch { throw LibraryError(error, catalogue: path) }
  }

  /// Puts everything into the one file, and lets go of it.
  func close() throws(LibraryError) {
    do { try pool.close() } catch { throw LibraryError(error, catalogue: path) }
  }

  /// The catalogue as it is now, whatever is written later.
  ///
  /// Those who ask while nothing changes share one, and with it one connection.
  func snapshot() throws(LibraryError) -> CatalogueSnapshot {
    do {
      let revision = try pool.read(LoggedChange.revision)
      if let known = latest.withLock({ $0.snapshot }), known.revision == revision { return known }
      let snapshot = try CatalogueSnapshot(pool.makeSnapshot(), path: path)
      latest.withLock { $0.snapshot = snapshot }
      return snapshot
    } catch {
      throw LibraryError(error, catalogue: path)
    }
  }

  /// Shared as long as it is held.
  private struct Latest: Sendable {
    weak var snapshot: CatalogueSnapshot?
  }

  /// Tries again, for ten seconds, while others make the same catalogue.
  ///
  /// Where waiting could be for ever, as for two that both turn to write-ahead logging, SQLite does not wait but
  /// says at once that the file is busy.
  private static func persistently<Value>(_ body: () throws -> Value) throws -> Value {
    for _ in 0..<500 {
      do {
        return try body()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
    return try body()
  }

  /// Takes the steps that are left to the newest tables, though others may be taking them at the same moment.
  ///
  /// Of two that take one step, the later fails, and looks again at what is left: no more often than there are steps.
  private static func migrate(_ pool: DatabasePool) throws {
    let migrator = CatalogueSchema.migrator
    for _ in migrator.migrations {
      do { return try migrator.migrate(pool) } catch let error as DatabaseError
        where error.resultCode != .SQLITE_BUSY
      {
        continue
      }
    }
    try migrator.migrate(pool)
  }

  /// Looks at a file through a connection that cannot write, because even opening a pool writes.
  private static func check(_ place: CatalogueFile) throws {
    guard place.identity != nil else { return }
    guard !place.isFolder else { throw LibraryError.notACatalogue(place.path) }
    try DatabaseQueue(path: place.readOnlyPath, configuration: .reading)
      .read { db in
        // A catalogue that is being made at this moment may hold the migrator's own table and no more.
        let isEmpty =
          try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master WHERE tbl_name <> 'grdb_migrations'")
          == 0
        let isCatalogue =
          try Int64.fetchOne(db, sql: "PRAGMA application_id") == CatalogueSchema.applicationID
        guard isEmpty || isCatalogue else { throw LibraryError.notACatalogue(place.path) }
        let migrator = CatalogueSchema.migrator
        guard try !migrator.hasBeenSuperseded(db) else { throw LibraryError.catalogueTooNew(place.path) }
        guard try !place.isReadOnly || migrator.hasCompletedMigrations(db) else {
          throw LibraryError.catalogueReadOnly(place.path)
        }
      }
  }
}

extension Configuration {
  /// Of connections that only read.
  static var reading: Configuration {
    var configuration = Configuration.writing
    configuration.readonly = true
    return configuration
  }

  /// Of connections that write, too.
  static var writing: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { db in
      // A page whose cells cannot be is an error, and no answer.
      try db.execute(sql: "PRAGMA cell_size_check = ON")
      db.add(function: .fileName)
      db.add(function: .containsText)
    }
    return configuration
  }
}
