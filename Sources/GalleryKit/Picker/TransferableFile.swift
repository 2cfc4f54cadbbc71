public import Foundation
internal import GalleryEngine

/// A copy of a picked photo's original, or a file of its edited picture, in a folder of its own, which belongs to whoever loaded it.
///
/// Move the file to where it is wanted, or ``remove()`` it: nobody else does.
public struct TransferableFile: Hashable, Sendable {
  /// Where the copy is; its name is the original's, without what could mislead.
  public let url: URL
  /// What the file is.
  public let contentType: ContentType

  /// Removes the copy and its folder.
  ///
  /// - Throws: what the system says if they cannot be removed, or are not there any more.
  public func remove() throws { try FileManager.default.removeItem(at: url.deletingLastPathComponent()) }

  /// Makes a folder that only this user can look into, and fills a file in it; of a failure nothing is left behind.
  init(
    named name: String, contentType: ContentType, in temporaryFolder: String,
    _ fill: (FileHandle) throws -> Void
  ) throws {
    let manager = FileManager.default
    let folder = URL(fileURLWithPath: temporaryFolder).appendingPathComponent("picked-\(UUID().uuidString)")
    url = folder.appendingPathComponent(name)
    self.contentType = contentType
    try manager.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    do {
      try Data().write(to: url, options: .withoutOverwriting)
      let file = try FileHandle(forWritingTo: url)
      defer { try? file.close() }
      try fill(file)
    } catch {
      try? manager.removeItem(at: folder)
      throw error
    }
  }
}
