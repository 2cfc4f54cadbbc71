internal import Foundation
internal import GRDB

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What committed changes have still to do with files: the table `journal`.
///
/// A row with a staged file moves it to its path. A row without one removes the file at its path, if it is still the one
/// that was meant. Rows are written in the transaction that needs them, and are done, and gone, in another: doing one twice
/// does nothing the second time. A staged file keeps its first name until that transaction is over, so that whoever does
/// it again finds which of two files of one name is meant.
enum FileJournal {
  /// Whether there is anything to do.
  static func isOpen(_ db: Database) throws -> Bool {
    try Row.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM journal LIMIT 1")) != nil
  }

  /// The paths that files are promised to.
  static func promisedPaths(_ db: Database) throws -> Set<RelativePath> {
    Set(
      try Data.fetchAll(db, sql: "SELECT path FROM journal WHERE staged IS NOT NULL").map { RelativePath($0) }
    )
  }

  /// The staged files that are promised.
  static func stagedPaths(_ db: Database) throws -> Set<RelativePath> {
    Set(
      try Data.fetchAll(db, sql: "SELECT staged FROM journal WHERE staged IS NOT NULL").map {
        RelativePath($0)
      })
  }

  static func place(_ staged: RelativePath, at path: RelativePath, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO journal (path, staged) VALUES (?, ?)", arguments: [path.data, staged.data])
  }

  /// - Parameter path: below the library's folder, or absolute.
  static func remove(_ path: RelativePath, _ signature: FolderListing.File.Signature, _ db: Database) throws {
    try db.execute(
      sql: "INSERT INTO journal (path, byteCount, modifiedNanoseconds) VALUES (?, ?, ?)",
      arguments: [path.data, signature.byteCount, signature.modifiedNanoseconds])
  }

  /// Does all that is to be done, with the catalogue locked for writing, so that nobody else does it at the same time.
  ///
  /// - Returns: the staged files that are in their place, for ``forget(_:in:)`` once the transaction is over.
  static func settle(_ db: Database, in folder: String) throws -> [RelativePath] {
    var done: [RelativePath] = []
    let rows = try Row.fetchAll(
      db, sql: "SELECT id, path, staged, byteCount, modifiedNanoseconds FROM journal ORDER BY id")
    for row in rows {
      let path = RelativePath(row[1] as Data)
      if let staged = row[2] as Data? {
        let placed = try place(RelativePath(staged), at: path, in: folder)
        done.append(RelativePath(staged))
        if placed != path {
          try db.execute(sql: "UPDATE file SET path = ? WHERE path = ?", arguments: [placed.data, path.data])
        }
      } else {
        remove(path, FolderListing.File.Signature(byteCount: row[3], modifiedNanoseconds: row[4]), in: folder)
      }
    }
    DurableFile.syncFolder(folder)
    // Only what was done: another change may have written more, had the catalogue not been locked.
    if let last = rows.last {
      try db.execute(sql: "DELETE FROM journal WHERE id <= ?", arguments: [last[0] as Int64])
    }
    return done
  }

  /// Takes from files that are in their place the names that they were staged by.
  static func forget(_ staged: [RelativePath], in folder: String) {
    for path in staged { unsafe _ = unlink(absolute(path, in: folder)) }
  }

  /// Gives a staged file its path, or, where a stranger has taken that meanwhile, one like it.
  private static func place(_ staged: RelativePath, at path: RelativePath, in folder: String) throws
    -> RelativePath
  {
    let from = absolute(staged, in: folder)
    var place = path
    for number in 2... {
      // A hard link replaces nothing, where a rename would.
      if unsafe link(from, absolute(place, in: folder)) == 0 || isSame(from, absolute(place, in: folder)) {
        return place
      }
      switch errno {
      case ENOENT: return place  // It was done before, and its staged name forgotten.
      case EEXIST: place = path.numbered(number)
      case EPERM, ENOTSUP:
        // A file system without links.
        guard FolderListing.File(at: place, in: folder) == nil else {
          place = path.numbered(number)
          continue
        }
        guard unsafe rename(from, absolute(place, in: folder)) == 0 else { fallthrough }
        return place
      default: throw ChangeFailure(system: "cannot move a new original to \(place)")
      }
    }
    return place
  }

  /// Whether both are names of one file; leaves `errno` as it is.
  private static func isSame(_ first: [CChar], _ second: [CChar]) -> Bool {
    let reason = errno
    defer { errno = reason }
    var (left, right) = (stat(), stat())
    guard unsafe lstat(first, &left) == 0, unsafe lstat(second, &right) == 0 else { return false }
    return left.st_dev == right.st_dev && left.st_ino == right.st_ino
  }

  private static func remove(
    _ path: RelativePath, _ signature: FolderListing.File.Signature, in folder: String
  ) {
    let (root, below) =
      path.bytes.first == UInt8(ascii: "/")
      ? ("", RelativePath(bytes: Array(path.bytes.dropFirst()))) : (folder, path)
    guard FolderListing.File(at: below, in: root)?.signature == signature else { return }
    unsafe _ = unlink(absolute(below, in: root))
  }

  private static func absolute(_ path: RelativePath, in folder: String) -> [CChar] {
    (Array(folder.utf8) + [UInt8(ascii: "/")] + path.bytes).cString
  }
}
