internal import Foundation
internal import GRDB
internal import GalleryEngine

/// Copies the readable rows of a damaged catalogue into an empty one.
struct CatalogueSalvage {
  /// Rows copied, by table.
  private(set) var kept: [String: Int] = [:]
  /// The number of failed reads and rejected rows, by table.
  private(set) var failures: [String: Int] = [:]

  /// The length that marks a file known only from its asset; no real file has it.
  static let unknownByteCount = -1
  /// Tables with row numbers; assets come first, since they name their files.
  private static let numbered = ["asset", "file", "collection", "journal"]
  /// Tables without row numbers, each with the column that finds its rows, and the source of the column's values.
  private static let keyed = [
    (table: "member", column: "collection", owner: "collection", key: "id"),
    (table: "permitted", column: "client", owner: "client", key: "name"),
  ]
  private static let stride = 500
  /// Fewer bytes than any row takes.
  private static let leastRow = 64

  /// - Parameters:
  ///   - lost: tables whose rows are all lost.
  ///   - now: the time from which photos whose files are unknown count as missing.
  init(from old: Database, without lost: [String], to new: Database, at now: Date) throws {
    let tables = Self.numbered + ["client"] + Self.keyed.map(\.table)
    for table in lost where tables.contains(table) { failures[table, default: 0] += 1 }
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
          try Row.fetchAll(old, sql: "SELECT * FROM \(part.table) WHERE \(part.column) = ?", arguments: [key])
        }
        try copy(part.table, rows: rows, to: new)
      }
    }
    try findFiles(from: old, to: new)
    try dropOrphans(new, at: now)
    for table in tables { kept[table] = try Int.fetchOne(new, sql: "SELECT count(*) FROM \(table)") }
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
    let last = try lastNumber(of: table, in: old, new)
    var next: Int64 = 0
    while next <= last {
      let end = min(last, next + Int64(Self.stride) - 1)
      let range = "SELECT * FROM \(table) NOT INDEXED WHERE id BETWEEN ? AND ?"
      if let rows = try? Row.fetchAll(old, sql: range, arguments: [next, end]) {
        try copy(table, rows: rows, to: new)
      } else {
        for number in next...end {
          // Without a range, SQLite does not look at the next row, whose page may be lost.
          let rows = reading(table) {
            try Row.fetchAll(old, sql: "SELECT * FROM \(table) NOT INDEXED WHERE id = ?", arguments: [number])
          }
          try copy(table, rows: rows, to: new)
        }
      }
      next = end + 1
    }
  }

  /// The greatest possible row number; for a table with a damaged end, the number that the sequence or the assets give, or else
  /// as many rows as the file can hold.
  private mutating func lastNumber(of table: String, in old: Database, _ new: Database) throws -> Int64 {
    let end = reading(table) { try [Int64.fetchOne(old, sql: "SELECT max(id) FROM \(table)") ?? 0] }
    let sequence = try? Int64.fetchOne(
      old, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table])
    let named = table == "file" ? try Int64.fetchOne(new, sql: "SELECT max(file) FROM asset") : nil
    let known = [end.first, sequence, named].compactMap(\.self).max()
    let pages = try Int64.fetchOne(old, sql: "PRAGMA page_count") ?? 0
    let pageSize = try Int64.fetchOne(old, sql: "PRAGMA page_size") ?? 0
    // A damaged number may have any value; no library has more photos than this.
    return min(known ?? pages * pageSize / Int64(Self.leastRow), 100_000_000)
  }

  private mutating func copy(_ table: String, rows: [Row], to new: Database) throws {
    for row in rows {
      let row = withoutUnreadableEdits(row)
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

  /// The row of a table; edits that cannot be read are left out, and count as a failure.
  private mutating func withoutUnreadableEdits(_ row: Row) -> Row {
    guard let edits = String.fromDatabaseValue(row["adjustments"] ?? .null), Adjustments(json: edits) == nil
    else { return row }
    failures["adjustments", default: 0] += 1
    return Row(Dictionary(row.map { ($0, $0 == "adjustments" ? .null : $1) }) { first, _ in first })
  }

  /// Makes lost records of files again, from the index of their paths, which is on separate pages.
  private mutating func findFiles(from old: Database, to new: Database) throws {
    let lost = Set(
      try Int64.fetchAll(new, sql: "SELECT DISTINCT file FROM asset WHERE file NOT IN (SELECT id FROM file)"))
    guard !lost.isEmpty else { return }
    var found: [Row] = []
    do {
      let rows = try Row.fetchCursor(old, sql: "SELECT id, path FROM file INDEXED BY fileByPath")
      while let row = try rows.next() { found.append(row.copy()) }
    } catch {
      failures["paths", default: 0] += 1
    }
    for row in found {
      guard let id = Int64.fromDatabaseValue(row[0]), lost.contains(id),
        let path = Data.fromDatabaseValue(row[1])
      else { continue }
      try insertFile(id, path, into: new)
    }
  }

  /// Writes the record of a file of which only the path is known, if even that.
  private mutating func insertFile(
    _ id: Int64, _ path: Data, missingSince: Date? = nil, into new: Database
  ) throws {
    try new.execute(
      sql: """
        INSERT OR IGNORE INTO file (id, path, byteCount, modifiedNanoseconds, width, height, orientation, format, \
        hasEmbeddedThumbnail, created, modified, missingSince) VALUES (?, ?, ?, 0, 0, 0, 1, 'unknown', 0, -1, -1, ?)
        """, arguments: [id, path, Self.unknownByteCount, missingSince?.timeIntervalSince1970])
  }

  /// Runs a read; damage counts as a failure, and gives no rows.
  private mutating func reading<Value>(_ table: String, _ body: () throws -> [Value]) -> [Value] {
    do { return try body() } catch {
      failures[table, default: 0] += 1
      return []
    }
  }

  /// Whether an error says that a file is damaged; a general error does, since it says that something is missing that every
  /// catalogue has.
  static func isDamage(_ error: DatabaseError) -> Bool {
    [.SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_IOERR, .SQLITE_NOTADB]
      .contains(error.resultCode.primaryResultCode)
  }

  /// Deletes rows that refer to lost ones; a collection whose list is lost moves to the top level, and a photo whose file is
  /// unknown is missing until an index finds the file, unless it is in the cloud, where no index looks.
  private mutating func dropOrphans(_ new: Database, at now: Date) throws {
    try new.execute(
      sql: "UPDATE collection SET parent = NULL WHERE parent NOT IN (SELECT id FROM collection)")
    let orphans = try Row.fetchAll(
      new,
      sql: """
        SELECT file, identifier, file IN (SELECT file FROM asset WHERE url IS NOT NULL) AS isRemote
        FROM asset WHERE file NOT IN (SELECT id FROM file)
        """)
    for orphan in orphans {
      let isRemote: Bool = orphan[2]
      try insertFile(
        orphan[0], Data((orphan[1] as String).utf8), missingSince: isRemote ? nil : now, into: new)
    }
    try new.execute(
      sql: "UPDATE asset SET isMissing = 1 WHERE file IN (SELECT id FROM file WHERE missingSince IS NOT NULL)"
    )
    for table in ["member", "permitted"] {
      try new.execute(sql: "DELETE FROM \(table) WHERE asset NOT IN (SELECT id FROM asset)")
      failures[table, default: 0] += new.changesCount
    }
    // The next index adds a file whose photo is lost as a new photo.
    try new.execute(sql: "DELETE FROM file WHERE id NOT IN (SELECT file FROM asset)")
    failures = failures.filter { $0.value > 0 }
  }
}
