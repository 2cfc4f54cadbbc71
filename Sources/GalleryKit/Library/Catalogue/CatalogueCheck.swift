internal import Foundation
internal import GRDB
internal import GalleryEngine

extension PhotoLibrary {
  /// What a check of a catalogue's file found.
  public struct CatalogueCheck: Hashable, Sendable {
    /// What is wrong, at most the first hundred, in SQLite's words; empty if the catalogue is sound.
    public let problems: [String]

    /// Whether nothing is wrong.
    public var isSound: Bool { problems.isEmpty }
  }

  /// What a repair of a catalogue came to.
  public struct CatalogueRepair: Hashable, Sendable {
    /// Rows that were kept, by table.
    public let kept: [String: Int]
    /// How often reading on failed, by table; each time one row is lost, or more.
    public let failures: [String: Int]
    /// Where the damaged file is now.
    public let damaged: String
  }

  /// Checks every page, row and index of a catalogue, and that no row refers to one that is not there.
  ///
  /// Nothing is changed, and the catalogue may be in use. A value that was damaged into another of its kind cannot be told
  /// from a sound one: SQLite keeps no checksums.
  ///
  /// - Parameter catalogue: the catalogue's SQLite file.
  /// - Throws: `LibraryError` if there is no such file, or it is none of a catalogue.
  /// - Complexity: all of the file is read.
  public static func check(catalogue: String) throws(LibraryError) -> CatalogueCheck {
    let place = CatalogueFile(path: catalogue)
    guard place.identity != nil else {
      throw .catalogueUnusable(catalogue, reason: "there is no such file")
    }
    guard !place.isFolder else { throw .notACatalogue(catalogue) }
    do {
      // Without a transaction: after an error, its end fails too.
      return try DatabaseQueue(path: place.readOnlyPath, configuration: .reading).unsafeRead { db in
        guard
          try Int64.fetchOne(db, sql: "PRAGMA application_id") == CatalogueSchema.applicationID
        else { throw LibraryError.notACatalogue(catalogue) }
        let found = try String.fetchAll(db, sql: "PRAGMA integrity_check(100)").filter { $0 != "ok" }
        guard found.isEmpty else { return CatalogueCheck(problems: found) }
        let orphans = try Row.fetchAll(
          db, sql: "SELECT \"table\", count(*) AS rows, parent FROM pragma_foreign_key_check GROUP BY 1, 3")
        return CatalogueCheck(
          problems: orphans.map { row in
            "\(row["rows"] as Int) rows of \(row["table"] as String) refer to a missing \(row["parent"] as String)"
          })
      }
    } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
      return CatalogueCheck(problems: [error.message ?? "the file is malformed"])
    } catch {
      throw LibraryError(error, catalogue: catalogue)
    }
  }

  /// Makes a damaged catalogue anew from all rows that can still be read, and keeps the damaged one beside it.
  ///
  /// Favourites, albums, edits and what clients may see are kept as far as their rows can be read. Index the library
  /// afterwards: all files are read again, and photos whose rows are lost are added as new ones. Other processes that have
  /// the damaged catalogue open get ``LibraryError/catalogueReplaced(_:)`` with their next change.
  ///
  /// - Parameter catalogue: the catalogue's SQLite file.
  /// - Returns: how many rows were kept, and where the damaged file is.
  /// - Throws: `LibraryError` if what tables the file has cannot be read, or the new one cannot be written; then nothing was changed.
  public static func repair(catalogue: String) throws(LibraryError) -> CatalogueRepair {
    let place = CatalogueFile(path: catalogue)
    guard place.identity != nil, !place.isFolder else { throw .notACatalogue(catalogue) }
    guard !place.isReadOnly else { throw .catalogueReadOnly(catalogue) }
    let made = catalogue + ".repaired"
    try CataloguePlace.remove(made)
    let rows: CatalogueSalvage
    do {
      let damaged = try DatabaseQueue(path: place.readOnlyPath, configuration: .reading)
      let repaired = try CatalogueDatabase(path: made)
      rows = try damaged.unsafeRead { old in
        try repaired.write(durably: true) { new in try CatalogueSalvage(from: old, to: new) }
      }
      try repaired.close()
      try damaged.close()
    } catch {
      try CataloguePlace.remove(made)
      // Rows that cannot be read are passed over; without the tables' definitions no row can be.
      if (error as? DatabaseError)?.resultCode == .SQLITE_CORRUPT {
        throw .catalogueDamaged(catalogue, reason: "what tables it has cannot be read")
      }
      throw LibraryError(error, catalogue: catalogue)
    }
    let kept = try CataloguePlace.setAside(catalogue)
    try CataloguePlace.move(made, to: catalogue)
    return CatalogueRepair(kept: rows.kept, failures: rows.failures, damaged: kept)
  }
}

/// The files of a catalogue: the database, its log, and the log's index.
private enum CataloguePlace {
  private static func parts(_ path: String) -> [String] { ["", "-wal", "-shm"].map { path + $0 } }

  static func remove(_ path: String) throws(LibraryError) {
    for part in parts(path) where FileManager.default.fileExists(atPath: part) {
      do { try FileManager.default.removeItem(atPath: part) } catch { throw failure(part, error) }
    }
  }

  static func move(_ path: String, to target: String) throws(LibraryError) {
    // The log goes first: a database without its log may lack what was written last.
    for (part, place) in zip(parts(path), parts(target)).reversed()
    where FileManager.default.fileExists(atPath: part) {
      do { try FileManager.default.moveItem(atPath: part, toPath: place) } catch {
        throw failure(part, error)
      }
    }
  }

  /// Moves a catalogue away under a name that is free, and says which.
  static func setAside(_ path: String) throws(LibraryError) -> String {
    var name = path + ".damaged"
    var number = 1
    while parts(name).contains(where: FileManager.default.fileExists) {
      number += 1
      name = "\(path).damaged-\(number)"
    }
    try move(path, to: name)
    return name
  }

  private static func failure(_ path: String, _ error: any Error) -> LibraryError {
    .catalogueUnusable(path, reason: error.localizedDescription)
  }
}
