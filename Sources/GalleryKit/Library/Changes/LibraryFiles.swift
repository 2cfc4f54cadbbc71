internal import Foundation
internal import GRDB
internal import GalleryEngine
internal import Support

/// A block's step with one file, which can be taken back until the block is committed.
///
/// Paths are relative to the library's folder, or absolute.
struct FileStep: Hashable, Sendable {
  /// The staged original that gets the path, by a hard link, so that the staged name stays until the block is committed.
  ///
  /// `nil` removes the file, if its signature still matches: moves it to a hidden name in its folder, and deletes it once the
  /// block is committed.
  var staged: RelativePath?
  /// The file's path before it is removed, or after it is placed.
  let path: RelativePath
  let signature: FolderListing.File.Signature
}

/// Another program has changed the folder, so that the step must be planned again.
struct OutdatedStep: Error {}

/// The files of a library, moved without ever replacing one.
struct LibraryFiles {
  let folder: String
  let disk: any FileChanging

  /// - Throws: ``OutdatedStep``, or a ``ChangeFailure`` if the system refuses.
  func carryOut(_ entry: FileJournal.Entry) throws {
    let (path, aside) = (entry.step.path, entry.aside)
    if let staged = entry.step.staged {
      do throws(SystemError) { try move(staged, to: path, keepingName: true) } catch {
        if error.code == EEXIST { throw OutdatedStep() }
        throw ChangeFailure(description: "cannot write \(path) in \(folder): \(error.reason)")
      }
      return
    }
    try ChangeFailure.explaining(
      "cannot remove \(path) from \(folder)", try disk.move(absolute(path), to: absolute(aside)))
    // A file that took its place at the last moment must stay. A link may be broken because the same block has already moved
    // its target.
    guard file(at: aside)?.signature == entry.step.signature || isBrokenLink(aside) else {
      try? move(aside, to: path)
      throw OutdatedStep()
    }
  }

  /// Undoes a step, whether or not it was done.
  ///
  /// - Parameter isFolderThere: whether a file that is not found is gone, and not only out of reach.
  /// - Returns: the path of a file that was not removed after all, if it is known.
  /// - Throws: an error if the folder is not as it was, so that nothing is known of the file.
  func takeBack(
    _ entry: FileJournal.Entry, isFolderThere: Bool, _ db: Database
  ) throws(SystemError) -> RelativePath? {
    let path = entry.step.path
    guard let staged = entry.step.staged else {
      if file(at: entry.aside) != nil { return try moveToFreeName(entry.aside, path, db) }
      if file(at: path) != nil { return path }
      // The library's folder says nothing about a file from elsewhere, such as from a card.
      guard isFolderThere, !path.isAbsolute, isFolder(path.folder) else { throw SystemError(ENOENT) }
      return nil
    }
    if isSame(staged, path) {
      try disk.remove(absolute(path))
    } else if file(at: staged) == nil {
      guard let found = file(at: path) else { throw SystemError(ENOENT) }
      // Without hard links, the original itself was moved.
      if found.signature == entry.step.signature { try move(path, to: staged) }
    }
    return nil
  }

  /// Finishes a step of a committed block; see ``takeBack(_:isFolderThere:_:)``.
  ///
  /// - Returns: the path of a placed original, whose staged name can be forgotten.
  /// - Throws: an error if that cannot be done yet: the folder is missing, or cannot be written.
  func finish(
    _ entry: FileJournal.Entry, isFolderThere: Bool, _ db: Database
  ) throws(SystemError) -> RelativePath? {
    let path = entry.step.path
    guard let staged = entry.step.staged else {
      do throws(SystemError) { try disk.remove(absolute(entry.aside)) } catch {
        guard error.isMissing, isFolderThere, isFolder(path.folder) else { throw error }
      }
      return nil
    }
    // On some file systems, such as SSHFS, every name of a file has its own inode.
    if file(at: staged) == nil || file(at: path)?.signature == entry.step.signature {
      guard file(at: path) != nil else { throw SystemError(ENOENT) }
      return path
    }
    if isSame(staged, path) { return path }
    return try moveToFreeName(staged, path, keepingName: true, db)
  }

  /// Removes the staged name of an original, if it can be removed.
  func forget(_ staged: RelativePath) { try? disk.remove(absolute(staged)) }

  /// A path that is free on the disk and in the catalogue: `name.jpg`, `name 2.jpg`, ….
  func freePath(for wanted: RelativePath, _ db: Database) throws -> RelativePath {
    var number = 1
    return try freePath(for: wanted, from: &number, db)
  }

  /// A free path, of that number or a later one; the number becomes the next one.
  func freePath(for wanted: RelativePath, from number: inout Int, _ db: Database) throws -> RelativePath {
    while true {
      let path = wanted.numbered(number)
      number += 1
      if try !Self.isKnown(path, db), file(at: path) == nil { return path }
    }
  }

  /// Whether the catalogue knows a file at a path, though none may lie there.
  static func isKnown(_ path: RelativePath, _ db: Database) throws -> Bool {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM file WHERE path = ? AND missingSince IS NULL"),
      arguments: [path.data]) != nil
  }

  func file(at path: RelativePath) -> FolderListing.File? {
    FolderListing.File(at: path, absolute: absolute(path))
  }

  /// Flushes the names in the folders of some paths to the disk, and ignores errors.
  func sync(foldersOf paths: some Sequence<RelativePath>) {
    for folder in Set(paths.map(\.folder)) { try? OpenFile(absolute(folder), O_DIRECTORY).sync() }
  }

  private func moveToFreeName(
    _ source: RelativePath, _ path: RelativePath, keepingName: Bool = false, _ db: Database
  ) throws(SystemError) -> RelativePath {
    for number in 1... {
      let place = path.numbered(number)
      if number > 1, (try? Self.isKnown(place, db)) ?? false { continue }
      do throws(SystemError) {
        try move(source, to: place, keepingName: keepingName)
        return place
      } catch  where error.code == EEXIST {
        // A process that ended before it updated the catalogue may have moved the file there already.
        if isSame(source, place) { return place }
      }
    }
    return path
  }

  /// Moves a file; fails with `EEXIST` if the path is taken.
  ///
  /// - Parameter keepingName: whether the file also keeps its old name, if the file system has hard links.
  private func move(
    _ source: RelativePath, to path: RelativePath, keepingName: Bool = false
  ) throws(SystemError) {
    // A hard link replaces nothing; a rename would.
    do throws(SystemError) {
      try disk.link(absolute(source), as: absolute(path))
      if !keepingName { try? disk.remove(absolute(source)) }
    } catch {
      guard [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(error.code) else { throw error }
      // A file system without links: another program may take the name between the two calls.
      guard file(at: path) == nil else { throw SystemError(EEXIST) }
      try disk.move(absolute(source), to: absolute(path))
    }
  }

  private func isSame(_ first: RelativePath, _ second: RelativePath) -> Bool {
    guard let first = file(at: first), let second = file(at: second) else { return false }
    return first.identity == second.identity
  }

  private func isBrokenLink(_ path: RelativePath) -> Bool {
    let status = try? FileStatus(of: absolute(path), followingLink: false)
    return status?.kind == .link && (try? FileStatus(of: absolute(path))) == nil
  }

  private func isFolder(_ path: RelativePath) -> Bool {
    (try? FileStatus(of: absolute(path)))?.kind == .folder
  }

  private func absolute(_ path: RelativePath) -> [UInt8] {
    path.isAbsolute ? path.bytes : Array(folder.utf8) + [UInt8(ascii: "/")] + path.bytes
  }
}
