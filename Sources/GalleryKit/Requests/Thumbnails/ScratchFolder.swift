internal import Foundation
internal import GalleryEngine

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A folder in the system's temporary one that goes with its owner.
///
/// The owner holds a lock in it for as long as it lives. What a killed process leaves behind is removed with the
/// next scratch folder of the same user, as its lock is free then.
package final class ScratchFolder: Sendable {
  private static let prefix = "gallerykit-scratch-"

  /// The folder.
  package let path: String
  private let lock: FileLock

  /// Makes a folder of its own.
  package init() throws(ThumbnailStore.Failure) {
    let place = FileManager.default.temporaryDirectory.path
    Self.sweep(place)
    path = "\(place)/\(Self.prefix)\(UUID().uuidString.lowercased())"
    do {
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    } catch {
      throw ThumbnailStore.Failure(
        kind: .folder, path: path,
        reason: "expected a place for temporary files, but \(error.localizedDescription)")
    }
    switch FileLock.take(path + "/lock") {
    case .success(let lock): self.lock = lock
    case .failure(let failure): throw ThumbnailStore.Failure(kind: .folder, path: path, reason: "\(failure)")
    }
  }

  deinit { remove() }

  /// Removes the folder with all that is in it.
  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  private static func sweep(_ place: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = "\(place)/\(name)"
      // Without a lock file, another process is about to make one.
      guard isOwn(path), FileManager.default.fileExists(atPath: path + "/lock"),
        case .success(let lock) = FileLock.take(path + "/lock")
      else { continue }
      try? FileManager.default.removeItem(atPath: path)
      withExtendedLifetime(lock) {}
    }
  }

  /// Whether it is a folder of this user, and no link to one.
  private static func isOwn(_ path: String) -> Bool {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT == S_IFDIR && status.st_uid == getuid()
  }
}

/// A lock on a file, held for as long as the value lives; the system lets go of it when its process ends, however it does.
final class FileLock: Sendable {
  /// Why there is no lock.
  enum Failure: Error, Hashable, CustomStringConvertible {
    /// Another process holds it.
    case taken
    /// The system refuses, by this error number.
    case refused(Int32)

    var description: String {
      switch self {
      case .taken: "another store writes to the folder"
      case .refused(let number): unsafe "its lock cannot be taken: " + String(cString: strerror(number))
      }
    }
  }

  private let file: Int32

  private init(file: Int32) { self.file = file }

  deinit { close(file) }

  /// Takes the lock at once or not at all; makes the file if it is not there.
  static func take(_ path: String) -> Result<FileLock, Failure> {
    let file = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return .failure(.refused(errno)) }
    guard flock(file, LOCK_EX | LOCK_NB) == 0 else {
      let number = errno
      close(file)
      return .failure(number == EWOULDBLOCK ? .taken : .refused(number))
    }
    return .success(FileLock(file: file))
  }
}
