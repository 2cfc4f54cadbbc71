package import Foundation
internal import GRDB
internal import GalleryEngine

/// A change to a catalogue alone, which tests and benchmarks make by the thousand; it touches no file and asks no user.
package enum CatalogueEdit: Hashable, Sendable {
  /// Adds a photo that shows the same file as another one.
  case insert(identifier: String, like: String, creationDate: Date)
  case delete(identifier: String)
  /// Moves a photo to the place of its new date.
  case setCreationDate(identifier: String, Date)
  /// Marks a photo as looking different.
  case redraw(identifier: String)
  /// Logs a change of a photo that has not changed.
  case touch(identifier: String)
}

extension PhotoLibrary {
  /// Copies the current catalogue to a file that does not exist yet, for edits that no other client sees.
  ///
  /// - Throws: `LibraryError` if the catalogue cannot be read, or the copy cannot be written.
  package func copyCatalogue(to path: String) throws(LibraryError) { try database.copy(to: path) }

  /// Makes edits in one transaction; unknown identifiers are ignored.
  ///
  /// - Throws: `LibraryError` if the catalogue cannot be written.
  package func apply(_ edits: some Sequence<CatalogueEdit>) throws(LibraryError) {
    try database.write { db in
      for edit in edits {
        switch edit {
        case .insert(let identifier, let like, let date):
          try db.cachedStatement(
            sql: """
              INSERT INTO asset (identifier, file, created, modified)
              SELECT ?, file, ?, modified FROM asset WHERE identifier = ?
              """
          ).execute(arguments: [identifier, date.timeIntervalSince1970, like])
        case .delete(let identifier):
          try db.cachedStatement(sql: "DELETE FROM asset WHERE identifier = ?")
            .execute(arguments: [identifier])
        case .setCreationDate(let identifier, let date):
          try db.cachedStatement(sql: "UPDATE asset SET created = ? WHERE identifier = ?")
            .execute(arguments: [date.timeIntervalSince1970, identifier])
        case .redraw(let identifier):
          try db.cachedStatement(
            sql: "UPDATE asset SET contentRevision = contentRevision + 1 WHERE identifier = ?"
          ).execute(arguments: [identifier])
        case .touch(let identifier):
          try db.cachedStatement(sql: "UPDATE asset SET modified = modified WHERE identifier = ?")
            .execute(arguments: [identifier])
        }
      }
    }
  }
}

/// An entry in the catalogue's log: a change of one object, by any process.
///
/// Triggers write the entries, so that no change can be left out. The number of the last row is the library's revision. Only the
/// last ``LoggedChange/keptCount`` rows are kept.
struct LoggedChange: Hashable, Sendable {
  /// The kind of change; the catalogue's triggers use these numbers.
  enum Kind: Int, Hashable, Sendable {
    /// Everything was replaced, which is too much to list.
    case everything = 0
    case assetInserted = 1
    case assetUpdated = 2
    case assetDeleted = 3
    case collectionInserted = 4
    /// The collection or its contents changed.
    case collectionUpdated = 5
    case collectionDeleted = 6
    /// A client's access changed, and with it everything that it sees.
    case accessChanged = 7
  }

  static let keptCount = 100_000

  let kind: Kind
  /// The row of the asset, collection or client.
  let object: UInt32

  /// The revision of a state of the catalogue; 0 for an empty one.
  static func revision(_ db: Database) throws -> Int64 {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'change'")) ?? 0
  }

  /// All changes after a revision, in order, or `nil` if the log does not reach back so far or the client's access changed.
  static func since(
    _ revision: Int64, for access: ClientAccess, _ db: Database
  ) throws -> [LoggedChange]? {
    let current = try Self.revision(db)
    guard current > revision else { return current == revision ? [] : nil }
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT kind, object FROM change WHERE revision > ? ORDER BY revision"),
      arguments: [revision])
    let client = try access.row(db)
    var changes: [LoggedChange] = []
    while let row = try rows.next() {
      guard let kind = Kind(rawValue: row[0]), kind != .everything else { return nil }
      let change = LoggedChange(kind: kind, object: row[1])
      if kind == .accessChanged, change.object == client { return nil }
      changes.append(change)
    }
    return changes.count == current - revision ? changes : nil
  }

  /// Deletes all but the last `keptCount` entries.
  static func trim(_ db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM change WHERE revision <= ?")
      .execute(arguments: [revision(db) - Int64(keptCount)])
  }

  /// Logs a change of a client's access.
  static func accessChanged(of client: String, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO change (kind, object) SELECT ?, rowid FROM client WHERE name = ?",
      arguments: [Kind.accessChanged.rawValue, client])
  }

  /// Logs that everything was replaced, and deletes the earlier entries.
  static func replaceAll(_ db: Database) throws {
    try db.execute(sql: "DELETE FROM change; INSERT INTO change (kind, object) VALUES (0, 0)")
  }
}
