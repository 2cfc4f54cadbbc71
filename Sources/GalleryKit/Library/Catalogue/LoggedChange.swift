internal import GRDB

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
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = 'change'")) ?? 0
  }

  /// All changes after a revision, in order; `nil` if the log does not reach back that far, or if the access of the client in
  /// that row has changed.
  static func since(_ revision: Int64, client: UInt32?, _ db: Database) throws -> [LoggedChange]? {
    let current = try Self.revision(db)
    guard current > revision else { return current == revision ? [] : nil }
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT kind, object FROM change WHERE revision > ? ORDER BY revision"),
      arguments: [revision])
    var changes: [LoggedChange] = []
    while let row = try rows.next() {
      guard let kind = try Kind(rawValue: row.decode(atIndex: 0)), kind != .everything else { return nil }
      let change = try LoggedChange(kind: kind, object: row.decode(atIndex: 1))
      if kind == .accessChanged, change.object == client { return nil }
      changes.append(change)
    }
    return changes.count == current - revision ? changes : nil
  }

  static func trim(_ db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM change WHERE revision <= ?")
      .execute(arguments: [revision(db) - Int64(keptCount)])
  }

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
