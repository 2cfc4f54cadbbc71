internal import GRDB
internal import GalleryEngine

/// Copies the readable rows of a damaged catalogue into an empty one.
struct CatalogueSalvage {
  /// Rows copied, by table.
  private(set) var kept: [String: Int] = [:]
  /// The number of failed reads and rejected rows, by table.
  private(set) var failures: [String: Int] = [:]

  /// Tables with row numbers, referenced tables first.
  private static let numbered = ["file", "asset", "collection", "journal"]
  /// Tables without row numbers, each with the column that finds its rows, and the source of the column's values.
  private static let keyed = [
    (table: "member", column: "collection", owner: "collection", key: "id"),
    (table: "permitted", column: "client", owner: "client", key: "name"),
  ]
  private static let stride = 500

  /// - Throws: an error if the new catalogue cannot be written; unreadable rows are left out.
  init(from old: Database, to new: Database) throws {
    // Rows come in any order, and rows that they refer to may be lost.
    try new.execute(sql: "PRAGMA defer_foreign_keys = ON")
    try keepNumbers(from: old, to: new)
    for table in Self.numbered { try copyNumbered(table, from: old, to: new) }
    try copy(
      "client", rows: reading("client") { try Row.fetchAll(old, sql: "SELECT * FROM client") }, to: new)
    for part in Self.keyed {
      for owner in try Row.fetchAll(new, sql: "SELECT \(part.key) FROM \(part.owner)") {
        let key = owner[0] as DatabaseValue
        let rows = reading(part.table) {
          try Row.fetchAll(
            old, sql: "SELECT * FROM \(part.table) WHERE \(part.column) = ?", arguments: [key])
        }
        try copy(part.table, rows: rows, to: new)
      }
    }
    try dropOrphans(new)
    for table in Self.numbered + ["client"] + Self.keyed.map(\.table) {
      kept[table] = try Int.fetchOne(new, sql: "SELECT count(*) FROM \(table)")
    }
    // Every file is read again, and every reader learns that everything may have changed.
    try new.execute(sql: "UPDATE file SET modifiedNanoseconds = ~modifiedNanoseconds")
    try LoggedChange.replaceAll(new)
  }

  /// Keeps the last numbers given, so that none is given twice even if its row is lost.
  private mutating func keepNumbers(from old: Database, to new: Database) throws {
    let rows = reading("sqlite_sequence") {
      try Row.fetchAll(old, sql: "SELECT name, seq FROM sqlite_sequence")
    }
    for row in rows {
      try new.execute(sql: "DELETE FROM sqlite_sequence WHERE name = ?", arguments: [row["name"]])
      try new.execute(
        sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", arguments: [row["name"], row["seq"]])
    }
  }

  /// Copies a table by ranges of row numbers; copies a failing range row by row, past unreadable rows.
  private mutating func copyNumbered(_ table: String, from old: Database, to new: Database) throws {
    let last = try lastNumber(of: table, in: old)
    var next: Int64 = 0
    while next <= last {
      let end = min(last, next + Int64(Self.stride) - 1)
      let numbers = next...end
      do {
        let rows = try Self.rows(of: table, numbers, in: old)
        try copy(table, rows: rows, to: new)
      } catch let error as DatabaseError where Self.isDamage(error) {
        for number in numbers {
          let rows = reading(table) { try Self.rows(of: table, number...number, in: old) }
          try copy(table, rows: rows, to: new)
        }
      }
      next = end + 1
    }
  }

  private static func rows(of table: String, _ numbers: ClosedRange<Int64>, in db: Database) throws -> [Row] {
    try Row.fetchAll(
      db, sql: "SELECT * FROM \(table) NOT INDEXED WHERE id BETWEEN ? AND ?",
      arguments: [numbers.lowerBound, numbers.upperBound])
  }

  /// The greatest possible row number; for a table with a damaged end, as far as an index or the sequence knows.
  private mutating func lastNumber(of table: String, in db: Database) throws -> Int64 {
    let found = [
      "SELECT max(id) FROM \(table)", "SELECT seq FROM sqlite_sequence WHERE name = '\(table)'",
      table == "file" ? "SELECT max(file) FROM asset" : "SELECT NULL",
    ].flatMap { sql in reading(table) { try [Int64.fetchOne(db, sql: sql) ?? 0] } }
    // A damaged number may have any value; no library has more photos than this.
    return min(found.max() ?? 0, 100_000_000)
  }

  private mutating func copy(_ table: String, rows: [Row], to new: Database) throws {
    for row in rows {
      let columns = row.columnNames.map { "\"\($0)\"" }.joined(separator: ", ")
      let places = row.columnNames.map { _ in "?" }.joined(separator: ", ")
      do {
        try new.execute(
          sql: "INSERT INTO \(table) (\(columns)) VALUES (\(places))",
          arguments: StatementArguments(row.databaseValues))
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        // A duplicate row, or a value that no row can have.
        failures[table, default: 0] += 1
      }
    }
  }

  /// Runs a read; damage counts as a failure, and gives no rows.
  private mutating func reading<Value>(_ table: String, _ body: () throws -> [Value]) -> [Value] {
    do { return try body() } catch {
      failures[table, default: 0] += 1
      return []
    }
  }

  private static func isDamage(_ error: DatabaseError) -> Bool {
    [.SQLITE_CORRUPT, .SQLITE_IOERR].contains(error.resultCode.primaryResultCode)
  }

  /// Deletes rows that refer to lost ones; a collection whose list is lost goes to the top level.
  private mutating func dropOrphans(_ new: Database) throws {
    try new.execute(
      sql: "UPDATE collection SET parent = NULL WHERE parent NOT IN (SELECT id FROM collection)")
    for (table, owner) in [("member", "asset"), ("permitted", "asset"), ("asset", "file")] {
      try new.execute(sql: "DELETE FROM \(table) WHERE \(owner) NOT IN (SELECT id FROM \(owner))")
      failures[table, default: 0] += new.changesCount
    }
    // The next index adds a file whose photo is lost as a new photo.
    try new.execute(sql: "DELETE FROM file WHERE id NOT IN (SELECT file FROM asset)")
    failures = failures.filter { $0.value > 0 }
  }
}
