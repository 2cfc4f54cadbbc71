internal import Foundation
internal import GRDB
internal import GalleryEngine
internal import Support

/// The journal of steps with files, in the table `journal`.
///
/// A block plans its steps in one transaction; in the next, it carries them out, changes the catalogue and marks them as
/// committed. The next process that opens, indexes or changes the library settles the steps that a killed process or a missing
/// folder left open: it takes back the steps of uncommitted blocks, and finishes those of committed ones. A row stays until its
/// files are seen in their places.
enum FileJournal {
  struct Entry {
    let id: Int64
    let step: FileStep
    /// The hidden path of a file that is being removed.
    let aside: RelativePath
    let isCommitted: Bool
  }

  static func isOpen(_ db: Database) throws -> Bool {
    try Row.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM journal LIMIT 1")) != nil
  }

  /// The paths of files to be placed, removed or put back; until that is done, a file there proves nothing.
  static func openPaths(_ db: Database) throws -> Set<RelativePath> {
    try paths(db, sql: "SELECT path FROM journal")
  }

  /// The staged files that open steps need.
  static func stagedPaths(_ db: Database) throws -> Set<RelativePath> {
    try paths(db, sql: "SELECT staged FROM journal WHERE staged IS NOT NULL")
  }

  private static func paths(_ db: Database, sql: String) throws -> Set<RelativePath> {
    Set(try Data.fetchAll(db, sql: sql).map { RelativePath($0) })
  }

  /// Records the steps that a block is about to take, and returns the rows, in their order.
  static func plan(_ steps: [FileStep], _ db: Database) throws -> [Entry] {
    let block = LocalIdentifier.random()
    return try steps.enumerated().map { number, step in
      let aside = step.path.folder.appending(Array(".removed-\(block)-\(number)".utf8))
      try db.execute(
        sql: """
          INSERT INTO journal (path, staged, byteCount, modifiedNanoseconds, aside, isCommitted)
          VALUES (?, ?, ?, ?, ?, 0)
          """,
        arguments: [
          step.path.data, step.staged?.data, step.signature.byteCount, step.signature.modifiedNanoseconds,
          aside.data,
        ])
      return Entry(id: db.lastInsertedRowID, step: step, aside: aside, isCommitted: false)
    }
  }

  /// Carries out a step of a block that has changed the catalogue.
  ///
  /// - Throws: ``OutdatedStep``, also if another process took the step back first; a ``ChangeFailure`` if it cannot be done.
  static func carryOut(_ entry: Entry, in files: LibraryFiles, _ db: Database) throws {
    try db.cachedStatement(sql: "UPDATE journal SET isCommitted = 1 WHERE id = ?").execute(arguments: [
      entry.id
    ])
    guard db.changesCount == 1 else { throw OutdatedStep() }
    try files.carryOut(entry)
  }

  /// Takes back or finishes open steps, with the catalogue locked for writing, so that no other process does it at the same time.
  ///
  /// - Returns: the staged names that can be forgotten after the transaction; if it has to be repeated, they tell which of two
  ///   files of one name is meant.
  static func settle(_ db: Database, in files: LibraryFiles) throws -> [RelativePath] {
    let entries = try entries(db)
    let isFolderThere = try unreachable(files, db) == 0
    var settled: [Int64] = []
    var staged: [RelativePath] = []
    for entry in entries.filter(\.isCommitted) + entries.filter({ !$0.isCommitted }).reversed() {
      let place: RelativePath?
      do throws(SystemError) {
        place =
          entry.isCommitted
          ? try files.finish(entry, isFolderThere: isFolderThere, db)
          : try files.takeBack(entry, isFolderThere: isFolderThere, db)
      } catch {
        // The folder is missing, or cannot be written: the step stays open.
        continue
      }
      settled.append(entry.id)
      guard let place else { continue }
      if let original = entry.step.staged { staged.append(original) }
      if place != entry.step.path { try move(entry.step.path, to: place, db) }
    }
    files.sync(foldersOf: entries.map(\.step.path))
    let forget = try db.cachedStatement(sql: "DELETE FROM journal WHERE id = ?")
    for id in settled { try forget.execute(arguments: [id]) }
    return staged
  }

  /// Records a file's new path, as a change of its photo.
  static func move(_ path: RelativePath, to place: RelativePath, _ db: Database) throws {
    try db.execute(
      sql: "UPDATE file SET path = ? WHERE path = ? AND missingSince IS NULL",
      arguments: [place.data, path.data])
    try db.execute(
      sql: """
        UPDATE asset SET modified = modified
        WHERE file IN (SELECT id FROM file WHERE path = ? AND missingSince IS NULL)
        """, arguments: [place.data])
  }

  /// The number of known files if not one of them is there, since their disk is probably not connected; else 0.
  static func unreachable(_ files: LibraryFiles, _ db: Database) throws -> Int {
    let known = try Data.fetchCursor(
      db,
      sql: """
        SELECT path FROM file WHERE missingSince IS NULL AND path NOT IN (SELECT path FROM journal)
          AND NOT EXISTS (SELECT 1 FROM asset WHERE asset.file = file.id AND asset.url IS NOT NULL)
        """)
    var count = 0
    while let path = try known.next() {
      if files.file(at: RelativePath(path)) != nil { return 0 }
      count += 1
    }
    return count
  }

  private static func entries(_ db: Database) throws -> [Entry] {
    try Row.fetchAll(
      db,
      sql:
        "SELECT id, path, staged, byteCount, modifiedNanoseconds, aside, isCommitted FROM journal ORDER BY id"
    ).map { row in
      let step = try FileStep(
        staged: row.decode(Data?.self, atIndex: 2).map { RelativePath($0) },
        path: RelativePath(row.decode(Data.self, atIndex: 1)),
        signature: .init(byteCount: row.decode(atIndex: 3), modifiedNanoseconds: row.decode(atIndex: 4)))
      return try Entry(
        id: row.decode(atIndex: 0), step: step, aside: RelativePath(row.decode(Data.self, atIndex: 5)),
        isCommitted: row.decode(atIndex: 6))
    }
  }
}
