internal import Dispatch
internal import Foundation
internal import GRDB
internal import GalleryEngine
internal import GalleryImages
internal import Support

/// The SQLite file that records a library's contents.
///
/// A `file` is an original on disk and an `asset` a photo that shows one. In a folder of photos they are one to
/// one; in a synthetic library many assets share a file. Readers and one writer, in any number of processes,
/// work at the same time (write-ahead log), and a process that is killed leaves the last whole transaction.
struct CatalogueDatabase: Sendable {
  let path: String
  let isReadOnly: Bool
  /// Whether the file existed but was empty.
  let wasEmptied: Bool
  private let pool: DatabasePool
  /// The identity of the open file; another file may be at its path by now.
  private let identity: FileIdentity?
  private let latest = Locked(Latest())
  /// Bells that every write rings.
  let bells = Locked<[DispatchSemaphore]>([])

  /// Opens the catalogue, read-only if it cannot be written, or makes a missing one.
  ///
  /// - Throws: `LibraryError`; a file that is not a catalogue, or one of another version, stays as it is.
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
        if try pool.read(CatalogueSchema.isEmpty) { try pool.write(CatalogueSchema.make) }
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

  /// Runs `body` in one transaction: all of its writes are kept or, if it throws, none.
  ///
  /// - Parameter durably: whether the writes are safely on the disk when this returns.
  /// - Throws: `LibraryError`, also if the open file is no longer the catalogue, so that the writes would be lost.
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
      bells.withLock { bells in
        for bell in bells { bell.signal() }
      }
      guard let value else { throw LibraryError.catalogueUnusable(path, reason: "nothing was written") }
      return value
    } catch { throw LibraryError(error, catalogue: path) }
  }

  /// Empties the catalogue, and runs `body` to fill it again, in one transaction.
  func refill(_ body: (Database) throws -> Void) throws(LibraryError) {
    try write { db in
      // Sorting a million rows into the indexes afterwards takes far less time than one by one.
      try db.execute(sql: CatalogueSchema.withoutAssetIndexes)
      try db.execute(sql: "DELETE FROM asset; DELETE FROM file;")
      try body(db)
      try db.execute(sql: CatalogueSchema.assetIndexes)
      try db.execute(sql: CatalogueSchema.assetTriggers)
      try LoggedChange.replaceAll(db)
    }
  }

  /// Copies the current catalogue to a file that does not exist yet.
  func copy(to path: String) throws(LibraryError) {
    do { try pool.backup(to: DatabaseQueue(path: path)) } catch { throw LibraryError(error, catalogue: path) }
  }

  /// Brings everything into the one file, and closes it.
  func close() throws(LibraryError) {
    do { try pool.close() } catch { throw LibraryError(error, catalogue: path) }
  }

  /// The catalogue as it is now; callers share one snapshot, and with it one connection, while nothing changes.
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

  /// The latest snapshot, shared as long as it is held.
  private struct Latest: Sendable {
    weak var snapshot: CatalogueSnapshot?
  }

  /// Retries, for ten seconds, while others make the same catalogue.
  ///
  /// If a wait could last for ever, as when two connections both switch to write-ahead logging, SQLite does not wait but
  /// reports at once that the file is busy. For other locks SQLite has waited before it reports that, so the limit is a
  /// time, not a number of tries.
  static func persistently<Value>(
    for wait: Duration = .seconds(10), _ body: () throws -> Value
  ) throws -> Value {
    let end = ContinuousClock.now + wait
    while true {
      do {
        return try body()
      } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY && ContinuousClock.now < end {
        Thread.sleep(forTimeInterval: 0.02)
      }
    }
  }

  /// Checks a file through a connection that cannot write, because even opening a pool writes.
  private static func check(_ place: CatalogueFile) throws {
    guard place.identity != nil else { return }
    guard !place.isFolder else { throw LibraryError.notACatalogue(place.path) }
    try place.reader().read { db in
      if try CatalogueSchema.isEmpty(db) {
        guard !place.isReadOnly else { throw LibraryError.catalogueReadOnly(place.path) }
        return
      }
      guard try Int64.fetchOne(db, sql: "PRAGMA application_id") == CatalogueSchema.applicationID else {
        throw LibraryError.notACatalogue(place.path)
      }
      try checkVersion(db, of: place.path)
    }
  }

  /// Refuses a catalogue whose tables are those of another version.
  static func checkVersion(_ db: Database, of path: String) throws {
    guard try Int64.fetchOne(db, sql: "PRAGMA user_version") == CatalogueSchema.version else {
      throw LibraryError.catalogueOfAnotherVersion(path)
    }
  }
}

extension Configuration {
  static var reading: Configuration {
    var configuration = Configuration.writing
    configuration.readonly = true
    return configuration
  }

  static var writing: Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { db in
      // A page with impossible cells is an error, not an answer.
      try db.execute(sql: "PRAGMA cell_size_check = ON")
      db.add(function: .fileName)
      db.add(function: .containsText)
    }
    return configuration
  }
}

/// The current status of a catalogue's file in the file system.
struct CatalogueFile {
  let path: String
  private let status: FileStatus?

  init(path: String) {
    self.path = path
    status = try? FileStatus(of: path)
  }

  /// The file's identity; `nil` if there is no file.
  var identity: FileIdentity? { status?.identity }
  var isFolder: Bool { status?.kind == .folder }
  /// Whether the file exists but is empty.
  var isEmpty: Bool { status?.kind == .file && status?.byteCount == 0 }
  var folder: String { (path as NSString).deletingLastPathComponent }

  /// Whether the file exists, and it or its folder, where SQLite keeps its log, cannot be written.
  var isReadOnly: Bool { identity != nil && !(FileNames.isWritable(path) && FileNames.isWritable(folder)) }

  /// The first bytes of every SQLite file.
  static let magic = Array("SQLite format 3\0".utf8)

  /// Whether the file, which SQLite cannot read, was a catalogue: by its header, or by a definition in it or in its log.
  ///
  /// - Complexity: O(bytes) if the header is lost, else O(1).
  var wasCatalogue: Bool {
    func bytes(_ path: String) -> Data {
      (try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)) ?? Data()
    }
    let data = bytes(path)
    let number = data.dropFirst(68).prefix(4)
    let isOurs = number.reduce(0) { $0 << 8 | Int64($1) } == CatalogueSchema.applicationID
    // A file without a number was cut off within its header.
    if data.starts(with: Self.magic.prefix(data.count)), number.count < 4 || isOurs { return true }
    let mark = Data(CatalogueSchema.mark.utf8)
    return data.range(of: mark) != nil || bytes(path + "-wal").range(of: mark) != nil
  }

  /// The path by which SQLite opens the file read-only.
  ///
  /// Without a log, and without a way to make one, SQLite reads a file only if it is told that the file is immutable.
  var readOnlyPath: String {
    let log = try? FileStatus(of: path + "-wal", followingLink: false)
    guard log?.byteCount ?? 0 == 0, !FileNames.isWritable(folder) else { return path }
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return "file:\(escaped)?immutable=1"
  }

  func reader() throws -> DatabaseQueue { try DatabaseQueue(path: readOnlyPath, configuration: .reading) }
}
