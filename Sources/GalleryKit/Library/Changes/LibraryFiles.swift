internal import Foundation
internal import GalleryEngine
internal import SystemCalls

/// What a block of changes does with one file, in a way that can be taken back until the block is committed.
///
/// Paths are below the library's folder, or absolute.
enum FileStep: Hashable, Sendable {
  /// Gives a staged original its path; a hard link, so that the staged name stays until the block is committed. What it
  /// looks like is unknown where an earlier version wrote the step down.
  case place(staged: RelativePath, at: RelativePath, FolderListing.File.Signature?)
  /// Removes a file, if it is still the one that was meant: moves it to a hidden name in its folder, from which it is
  /// removed once the block is committed.
  case remove(RelativePath, FolderListing.File.Signature)

  /// Where the file is before it is removed, or once it is placed.
  var path: RelativePath {
    switch self {
    case .place(_, let path, _), .remove(let path, _): path
    }
  }
}

/// The step cannot be made any more, because another program has changed the folder: plan again.
struct OutdatedStep: Error {}

/// The files of a library, moved without ever replacing one.
struct LibraryFiles {
  let folder: String

  /// Does a step.
  ///
  /// - Throws: ``OutdatedStep``, or a ``ChangeFailure`` where the system does not allow it.
  func carryOut(_ step: FileStep, aside: RelativePath) throws {
    switch step {
    case .place(let staged, let path, _):
      do throws(SystemError) { try move(staged, to: path, keepingName: true) } catch {
        if error.code == EEXIST { throw OutdatedStep() }
        throw ChangeFailure(description: "cannot write \(path) in \(folder): \(error.reason)")
      }
    case .remove(let path, let signature):
      try ChangeFailure.explaining(
        "cannot remove \(path) from \(folder)", try FileNames.move(absolute(path), to: absolute(aside)))
      // A file that took its place at the last moment is not the one that was meant.
      guard file(at: aside)?.signature == signature else {
        try? move(aside, to: path)
        throw OutdatedStep()
      }
    }
  }

  /// Undoes a step that may have been done, or not.
  ///
  /// - Returns: where the file is that was not removed after all, if that is known.
  /// - Throws: where the folder is not as it was, so that nothing can be said of the file.
  func takeBack(_ step: FileStep, aside: RelativePath) throws(SystemError) -> RelativePath? {
    switch step {
    case .place(let staged, let path, let signature):
      if isSame(staged, path) {
        try FileNames.remove(absolute(path))
      } else if file(at: staged) == nil {
        guard let found = file(at: path) else { throw SystemError(ENOENT) }
        // Without hard links, the original itself was moved.
        if found.signature == signature { try move(path, to: staged) }
      }
      return nil
    case .remove(let path, _):
      if file(at: aside) != nil { return try moveToFreeName(aside, path) }
      guard file(at: path) != nil else { throw SystemError(ENOENT) }
      return path
    }
  }

  /// Finishes a step of a block that is committed.
  ///
  /// - Parameter isFolderThere: whether a file that is not found is gone, and not only out of reach.
  /// - Returns: where a placed original is; the name it was staged by can be forgotten.
  /// - Throws: where that cannot be done yet: the folder is not there, or cannot be written.
  func finish(
    _ step: FileStep, aside: RelativePath?, isFolderThere: Bool
  ) throws(SystemError) -> RelativePath? {
    switch step {
    case .place(let staged, let path, _):
      if file(at: staged) == nil {
        guard file(at: path) != nil else { throw SystemError(ENOENT) }
        return path
      }
      return isSame(staged, path) ? path : try moveToFreeName(staged, path, keepingName: true)
    case .remove(let path, let signature):
      // A catalogue of an earlier version has moved nothing aside.
      if aside == nil, file(at: path)?.signature != signature { return nil }
      do throws(SystemError) { try FileNames.remove(absolute(aside ?? path)) } catch {
        guard error.isMissing, isFolderThere, isFolder(path.folder) else { throw error }
      }
      return nil
    }
  }

  /// Takes its staged name from an original that has another.
  func forget(_ staged: RelativePath) { try? FileNames.remove(absolute(staged)) }

  /// What is at a path; `nil` if there is nothing.
  func file(at path: RelativePath) -> FolderListing.File? {
    let (root, below) =
      path.isAbsolute ? ("", RelativePath(bytes: Array(path.bytes.dropFirst()))) : (folder, path)
    return FolderListing.File(at: below, in: root)
  }

  /// Makes sure that the names in the folders of some paths are on the disk.
  func sync(foldersOf paths: some Sequence<RelativePath>) {
    for folder in Set(paths.map(\.folder)) { DurableFile.syncFolder(absolute(folder)) }
  }

  private func moveToFreeName(
    _ source: RelativePath, _ path: RelativePath, keepingName: Bool = false
  ) throws(SystemError) -> RelativePath {
    for number in 1... {
      let place = number == 1 ? path : path.numbered(number)
      do throws(SystemError) {
        try move(source, to: place, keepingName: keepingName)
        return place
      } catch  where error.code == EEXIST {
        // A process that was ended before the catalogue knew of it may have moved it there already.
        if isSame(source, place) { return place }
      }
    }
    return path
  }

  /// Moves a file, and fails with `EEXIST` where there is one.
  ///
  /// - Parameter keepingName: whether it keeps its old name, too, where the file system has hard links.
  private func move(
    _ source: RelativePath, to path: RelativePath, keepingName: Bool = false
  ) throws(SystemError) {
    // A hard link replaces nothing, where a rename would.
    do throws(SystemError) {
      try FileNames.add(absolute(path), to: absolute(source))
      if !keepingName { try? FileNames.remove(absolute(source)) }
    } catch {
      guard [EPERM, ENOTSUP, EOPNOTSUPP, EMLINK].contains(error.code) else { throw error }
      // A file system without links: another program may take the name between the two calls.
      guard file(at: path) == nil else { throw SystemError(EEXIST) }
      try FileNames.move(absolute(source), to: absolute(path))
    }
  }

  private func isSame(_ first: RelativePath, _ second: RelativePath) -> Bool {
    guard let first = file(at: first), let second = file(at: second) else { return false }
    return first.identity == second.identity
  }

  private func isFolder(_ path: RelativePath) -> Bool {
    (try? FileStatus(of: absolute(path)))?.kind == .folder
  }

  private func absolute(_ path: RelativePath) -> [UInt8] {
    path.isAbsolute ? path.bytes : Array(folder.utf8) + [UInt8(ascii: "/")] + path.bytes
  }
}

extension RelativePath {
  /// Whether it is no path below the library's folder: that of a file which was brought into the library.
  var isAbsolute: Bool { bytes.first == UInt8(ascii: "/") }
}
