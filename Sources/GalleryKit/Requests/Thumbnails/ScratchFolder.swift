internal import Foundation
internal import GalleryEngine
internal import Support

/// A folder in the system's temporary folder that is removed with its owner.
///
/// The owner holds a lock in it as long as it lives. The next scratch folder of the same user removes the remains of a
/// killed process, as its lock is free then.
package final class ScratchFolder: Sendable {
  private static let prefix = "gallerykit-scratch-"

  /// The folder's path.
  package let path: String
  private let lock: FileLock

  /// Makes the folder.
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

  /// Removes the folder with its content.
  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  private static func sweep(_ place: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = "\(place)/\(name)"
      // In a folder without a lock file, another process is about to make one.
      guard isOwn(path), FileManager.default.fileExists(atPath: path + "/lock"),
        case .success(let lock) = FileLock.take(path + "/lock")
      else { continue }
      try? FileManager.default.removeItem(atPath: path)
      withExtendedLifetime(lock) {}
    }
  }

  /// Whether it is a folder of this user, and not a link to one.
  private static func isOwn(_ path: String) -> Bool {
    guard let status = try? FileStatus(of: path, followingLink: false) else { return false }
    return status.kind == .folder && status.owner == getuid()
  }
}

/// A lock on a file, held as long as the value lives; the system releases it, however its process ends.
final class FileLock: Sendable {
  /// The reason for a missing lock.
  enum Failure: Error, Hashable, CustomStringConvertible {
    /// Another process holds it.
    case taken
    /// The system refuses the lock.
    case refused(SystemError)

    var description: String {
      switch self {
      case .taken: "another store writes to the folder"
      case .refused(let error): "its lock cannot be taken: " + error.reason
      }
    }
  }

  private let file: OpenFile

  private init(file: consuming OpenFile) { self.file = file }

  /// Takes the lock at once or not at all; makes the file if it does not exist.
  static func take(_ path: String) -> Result<FileLock, Failure> {
    do throws(SystemError) {
      let file = try OpenFile(path, O_RDWR | O_CREAT, permissions: 0o600)
      return try file.lock() ? .success(FileLock(file: file)) : .failure(.taken)
    } catch {
      return .failure(.refused(error))
    }
  }
}
