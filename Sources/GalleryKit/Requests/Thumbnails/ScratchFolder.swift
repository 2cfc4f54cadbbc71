internal import Foundation
internal import GalleryEngine
internal import Support

/// A folder in the system's temporary folder that is removed with its owner.
///
/// The owner holds a lock in it as long as it lives. The next scratch folder of the same user removes the remains of a
/// killed process, as its lock is free then.
package final class ScratchFolder: Sendable {
  private static let prefix = "gallerykit-scratch-"

  package let path: String
  private let lock: HeldFile

  package init() throws(ThumbnailStore.Failure) {
    let place = FileManager.default.temporaryDirectory.path
    Self.sweep(place)
    let name = Self.prefix + UUID().uuidString.lowercased()
    path = "\(place)/\(name)"
    // Named once its lock is held: a sweep assumes that a folder whose lock is free belongs to a killed process.
    let draft = "\(place)/.\(name)"
    do {
      try FileManager.default.createDirectory(
        atPath: draft, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      guard let lock = try HeldFile.claim(draft + "/lock") else { throw SystemError(EWOULDBLOCK) }
      try FileNames.move(draft, to: path)
      self.lock = lock
    } catch {
      let reason = (error as? SystemError)?.reason ?? error.localizedDescription
      throw ThumbnailStore.Failure(
        kind: .folder, path: path, reason: "expected a place for temporary files, but \(reason)")
    }
  }

  deinit { remove() }

  package func remove() { try? FileManager.default.removeItem(atPath: path) }

  private static func sweep(_ place: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = "\(place)/\(name)"
      // A folder of this user, and not a link to one.
      guard let status = try? FileStatus(of: path, followingLink: false), status.kind == .folder,
        status.owner == getuid(), let lock = try? HeldFile.lock(path + "/lock")
      else { continue }
      try? FileManager.default.removeItem(atPath: path)
      withExtendedLifetime(lock) {}
    }
  }
}
