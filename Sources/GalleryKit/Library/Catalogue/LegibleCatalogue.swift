internal import Foundation
internal import GRDB
internal import GalleryEngine

/// A copy of a damaged catalogue in which SQLite finds the tables, until it is removed.
///
/// SQLite reads no row of a file that is shorter than its header says, or whose header or list of tables is damaged, although the
/// pages of the rows may be whole. The copy has a new first page, and the list of tables of a new catalogue. A table is where the
/// damaged list has it or, if that cannot be read, where a new catalogue has it: every one makes the same tables in the same order.
struct LegibleCatalogue {
  private static let pageSize = 4096
  /// A list of tables has far fewer rows.
  private static let mostTables = 500

  private typealias Entry = (type: String, name: String, table: String, root: Int, sql: String?)

  let path: String
  /// Tables whose first page the file lacks, and with it all their rows.
  private(set) var lost: [String] = []

  /// Makes a copy of the file `damaged` in the place of an older one, with the tables of the empty catalogue `new`.
  init(of damaged: String, at path: String, like new: Database) throws {
    self.path = path
    remove()
    do { try fill(from: damaged, like: new) } catch {
      remove()
      throw error
    }
  }

  private mutating func fill(from damaged: String, like new: Database) throws {
    for part in ["", "-wal"] where FileManager.default.fileExists(atPath: damaged + part) {
      try FileManager.default.copyItem(atPath: damaged + part, toPath: path + part)
    }
    let known = Self.absorbLog(path)
    try? FileManager.default.removeItem(atPath: path + "-wal")
    let count = try Self.renewFirstPage(path)
    let copy = try DatabaseQueue(path: path, configuration: .salvaging)
    try copy.inDatabase { db in
      for entry in try Self.entries(of: new) {
        var root = [known[entry.name], entry.root].compactMap(\.self).first { $0 > 1 && $0 <= count }
        if root == nil, entry.type == "table" {
          // Its indexes may be there, but they are useless without it.
          lost.append(entry.name)
          root = count + 1
        }
        guard let root else { continue }
        try db.execute(
          sql: "INSERT INTO sqlite_master (type, name, tbl_name, rootpage, sql) VALUES (?, ?, ?, ?, ?)",
          arguments: [entry.type, entry.name, entry.table, root, entry.sql])
      }
    }
    try copy.close()
  }

  func remove() {
    for part in ["", "-wal", "-shm", "-journal"] { try? FileManager.default.removeItem(atPath: path + part) }
  }

  /// Writes the log into the file, as far as SQLite can, and returns the first page of each table and index that the list of
  /// tables still gives.
  private static func absorbLog(_ path: String) -> [String: Int] {
    var known: [String: Int] = [:]
    guard let queue = try? DatabaseQueue(path: path, configuration: .salvaging) else { return known }
    queue.inDatabase { db in
      try? db.execute(sql: "PRAGMA journal_mode = DELETE")
      for row in 1...mostTables {
        for entry in (try? entries(of: db, row: row)) ?? [] { known[entry.name] = entry.root }
      }
    }
    try? queue.close()
    return known
  }

  /// The tables and indexes in the list, or those of one row of the list.
  private static func entries(of db: Database, row: Int? = nil) throws -> [Entry] {
    try Row.fetchAll(
      db,
      sql: """
        SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master
        WHERE type IN ('table', 'index') AND rowid BETWEEN ? AND ?
        """, arguments: [row ?? 0, row ?? mostTables]
    ).compactMap { row -> Entry? in
      guard let type = String.fromDatabaseValue(row[0]), let name = String.fromDatabaseValue(row[1]),
        let table = String.fromDatabaseValue(row[2]), let root = Int.fromDatabaseValue(row[3])
      else { return nil }
      let sql = String.fromDatabaseValue(row[4])
      // For the condition of an index, SQLite would look into the table, whose row may be lost.
      return (type, name, table, root, type == "index" ? sql?.components(separatedBy: " WHERE ")[0] : sql)
    }
  }

  /// Writes a first page that says how long the file really is, with an empty list of tables (SQLite's file format, 1.3 and 1.6),
  /// and adds a page of a table without rows at the end.
  ///
  /// - Returns: the number of pages without the last.
  private static func renewFirstPage(_ path: String) throws -> Int {
    let file = try FileHandle(forUpdating: URL(fileURLWithPath: path))
    defer { try? file.close() }
    let count = max(1, (Int(try file.seekToEnd()) + pageSize - 1) / pageSize)
    try file.truncate(atOffset: UInt64(count * pageSize))
    // The header of a leaf of a table, without cells.
    let leaf: [UInt8] = [0x0D, 0, 0, 0, 0, UInt8(pageSize >> 8), 0, 0]
    _ = try file.seekToEnd()
    try file.write(contentsOf: Data(leaf + [UInt8](repeating: 0, count: pageSize - leaf.count)))
    var page = [UInt8](repeating: 0, count: pageSize)
    func put(_ value: Int, at offset: Int, width: Int) {
      for index in 0..<width {
        page[offset + index] = UInt8(truncatingIfNeeded: value >> (8 * (width - 1 - index)))
      }
    }
    page.replaceSubrange(0..<16, with: CatalogueFile.magic)
    put(pageSize, at: 16, width: 2)
    // No log, no reserved bytes, and the fractions that every file has.
    put(0x0101_0040_2020, at: 18, width: 6)
    put(1, at: 24, width: 4)  // the change counter
    put(count + 1, at: 28, width: 4)
    put(1, at: 40, width: 4)  // the schema's cookie
    put(4, at: 44, width: 4)  // the schema's format
    put(1, at: 56, width: 4)  // UTF-8
    put(Int(CatalogueSchema.applicationID), at: 68, width: 4)
    put(1, at: 92, width: 4)  // the change counter for which the count of pages is valid
    page.replaceSubrange(100..<100 + leaf.count, with: leaf)
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data(page))
    return count
  }
}

extension Configuration {
  /// The configuration of connections to a copy of a damaged file: errors in its list of tables hide no other tables.
  static var salvaging: Configuration {
    var configuration = Configuration.writing
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA writable_schema = ON") }
    return configuration
  }
}
