internal import Foundation
internal import GRDB
internal import GalleryEngine

extension PhotoLibrary {
  /// The result of a check of a catalogue's file.
  public struct CatalogueCheck: Hashable, Sendable {
    /// The problems, at most the first hundred that SQLite finds; empty if the catalogue is sound.
    public let problems: [String]

    /// Whether there are no problems.
    public var isSound: Bool { problems.isEmpty }
  }

  /// The result of a repair of a catalogue.
  public struct CatalogueRepair: Hashable, Sendable {
    /// Rows that were kept, by table.
    public let kept: [String: Int]
    /// The number of failed reads and rejected rows, by table; a failed read loses one row or more.
    public let failures: [String: Int]
    /// The new path of the damaged file.
    public let damaged: String
  }

  /// Checks every page, row and index of a catalogue's SQLite file, that its tables are a catalogue's, and that no row refers to
  /// a missing one.
  ///
  /// The check reads the whole file and changes nothing; the catalogue may be in use. A value that damage has changed into
  /// another of its kind looks sound: SQLite keeps no checksums.
  ///
  /// - Throws: `LibraryError` if the file does not exist, or is not a catalogue.
  public static func check(catalogue: String) throws(LibraryError) -> CatalogueCheck {
    let catalogue = FileName.absolute(catalogue)
    let place = CatalogueFile(path: catalogue)
    guard place.identity != nil else { throw .catalogueUnusable(catalogue, reason: "there is no such file") }
    guard isCatalogue(place) else { throw .notACatalogue(catalogue) }
    do {
      let wanted = try DatabaseQueue(configuration: .writing).write { db in
        try CatalogueSchema.make(db)
        return try CatalogueSchema.definitions(db)
      }
      // Without a transaction: after an error, its end fails too.
      return try place.reader().unsafeRead { db in
        guard try Int64.fetchOne(db, sql: "PRAGMA application_id") == CatalogueSchema.applicationID else {
          return CatalogueCheck(problems: ["the file is empty, or its header is damaged"])
        }
        try CatalogueDatabase.checkVersion(db, of: catalogue)
        guard try CatalogueSchema.definitions(db).isSuperset(of: wanted) else {
          return CatalogueCheck(problems: ["its list of tables is not that of a catalogue"])
        }
        let found = try String.fetchAll(db, sql: "PRAGMA integrity_check(100)").filter { $0 != "ok" }
        guard found.isEmpty else { return CatalogueCheck(problems: found) }
        let orphans = try Row.fetchAll(
          db, sql: "SELECT \"table\", count(*) AS rows, parent FROM pragma_foreign_key_check GROUP BY 1, 3")
        let edits = try String.fetchAll(
          db, sql: "SELECT adjustments FROM asset WHERE adjustments IS NOT NULL")
        let unreadable = edits.count { Adjustments(json: $0) == nil }
        return CatalogueCheck(
          problems: orphans.map { row in
            "\(row["rows"] as Int) rows of \(row["table"] as String) refer to a missing \(row["parent"] as String)"
          } + (unreadable > 0 ? ["the edits of \(unreadable) photos cannot be read"] : []))
      }
    } catch let error as DatabaseError where CatalogueSalvage.isDamage(error) {
      return CatalogueCheck(problems: [error.message ?? "the file is malformed"])
    } catch {
      throw LibraryError(error, catalogue: catalogue)
    }
  }

  /// Rebuilds a damaged catalogue's SQLite file from all readable rows, and keeps the damaged file beside it.
  ///
  /// Favourites, albums, edits and clients' access are kept as far as their rows can be read: a file that was cut off, or whose
  /// header or list of tables is damaged, gives all rows of the pages that it still has. Index the library afterwards: that reads
  /// all files again, finds the files of photos whose record of the file is lost, and adds photos whose rows are lost as new
  /// ones. Other processes that have the damaged catalogue open get ``LibraryError/catalogueReplaced(_:)`` with their next
  /// change.
  ///
  /// - Throws: `LibraryError` if the file is no catalogue, or the new file cannot be written; nothing is changed then.
  public static func repair(catalogue: String) throws(LibraryError) -> CatalogueRepair {
    let catalogue = FileName.absolute(catalogue)
    let place = CatalogueFile(path: catalogue)
    guard isCatalogue(place) else { throw .notACatalogue(catalogue) }
    guard !place.isReadOnly else { throw .catalogueReadOnly(catalogue) }
    if let numbers = numbers(of: place), numbers[0] == CatalogueSchema.applicationID,
      numbers[1] != CatalogueSchema.version
    {
      throw .catalogueOfAnotherVersion(catalogue)
    }
    let made = catalogue + ".repaired"
    try CataloguePlace.remove(made)
    let rows: CatalogueSalvage
    do {
      let repaired = try CatalogueDatabase(path: made)
      // Not a reader's connection, which would keep the log when it is closed last.
      let copy = try repaired.write { new -> LegibleCatalogue in
        try LegibleCatalogue(of: catalogue, at: catalogue + ".salvaged", like: new)
      }
      defer { copy.remove() }
      let damaged = try DatabaseQueue(path: copy.path, configuration: .salvaging)
      rows = try damaged.unsafeRead { old in
        try repaired.write(durably: true) { new in
          try CatalogueSalvage(from: old, without: copy.lost, to: new, at: Date())
        }
      }
      try damaged.close()
      try repaired.close()
    } catch {
      try CataloguePlace.remove(made)
      throw LibraryError(error, catalogue: catalogue)
    }
    let kept = try CataloguePlace.setAside(catalogue)
    do { try CataloguePlace.move(made, to: catalogue) } catch {
      try CataloguePlace.move(kept, to: catalogue)
      throw error
    }
    return CatalogueRepair(kept: rows.kept, failures: rows.failures, damaged: kept)
  }

  /// Whether a file is a catalogue, by what SQLite says of it or, if it is damaged, by its bytes; an empty file may have been one.
  private static func isCatalogue(_ place: CatalogueFile) -> Bool {
    guard place.identity != nil, !place.isFolder else { return false }
    return numbers(of: place)?[0] == CatalogueSchema.applicationID || place.wasCatalogue
  }

  /// The numbers of the application and of the tables' version, if SQLite can read them.
  private static func numbers(of place: CatalogueFile) -> [Int64?]? {
    try? place.reader().unsafeRead { db in
      try ["application_id", "user_version"].map { try Int64.fetchOne(db, sql: "PRAGMA \($0)") }
    }
  }
}

/// The files of a catalogue: the log's index, the log, and the database.
private enum CataloguePlace {
  private static let suffixes = ["-shm", "-wal", ""]

  static func remove(_ path: String) throws(LibraryError) {
    try forEachFile(of: path) { try FileManager.default.removeItem(atPath: path + $0) }
  }

  /// Moves the log first: a database without its log may lack the last writes.
  static func move(_ path: String, to target: String) throws(LibraryError) {
    try forEachFile(of: path) { try FileManager.default.moveItem(atPath: path + $0, toPath: target + $0) }
  }

  /// Moves a catalogue to a free name, and returns that name.
  static func setAside(_ path: String) throws(LibraryError) -> String {
    var name = path + ".damaged"
    var number = 1
    while suffixes.contains(where: { FileManager.default.fileExists(atPath: name + $0) }) {
      number += 1
      name = "\(path).damaged-\(number)"
    }
    try move(path, to: name)
    return name
  }

  private static func forEachFile(
    of path: String, _ body: (_ suffix: String) throws -> Void
  ) throws(LibraryError) {
    for suffix in suffixes where FileManager.default.fileExists(atPath: path + suffix) {
      do { try body(suffix) } catch {
        throw .catalogueUnusable(path + suffix, reason: error.localizedDescription)
      }
    }
  }
}
