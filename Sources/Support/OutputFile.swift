/// The place that the path of an output file leads to; one rule for every file that this program writes.
///
/// A regular file is replaced atomically: a reader, or a machine that restarts, finds the old file or the new one. A link
/// is followed and stays. A device, a pipe or a socket stays as well, and is written to.
package struct OutputFile: Sendable {
  /// The path at the end of all links.
  package let path: String
  /// Whether it is a device, a pipe, a socket or an open file of this process, which cannot be replaced.
  package let isStream: Bool
  /// The number of an open file of this process, such as standard output.
  private var descriptor: Int32?

  private static let mostLinks = 40

  /// Follows the links of a path, whose last target need not exist.
  ///
  /// - Throws: the system's error; `EISDIR` for a folder, `ELOOP` for links that lead nowhere.
  package init(_ path: String) throws(SystemError) {
    var place = path
    for _ in 0..<Self.mostLinks {
      // Links of this kind, such as /dev/stdout, have no path as their target; and opened again, the file would begin at
      // its start.
      if let folder = ["/proc/self/fd/", "/dev/fd/"].first(where: place.hasPrefix) {
        (self.path, isStream) = (place, true)
        descriptor = Int32(place.dropFirst(folder.count))
        return
      }
      switch try Self.kind(of: place) {
      case .link: place = try FileNames.target(ofLink: place)
      case .folder: throw SystemError(EISDIR)
      case .file, nil:
        (self.path, isStream) = (place, false)
        return
      case .other:
        (self.path, isStream) = (place, true)
        return
      }
    }
    throw SystemError(ELOOP)
  }

  /// The kind of an entry; `nil` if there is none.
  private static func kind(of path: String) throws(SystemError) -> FileStatus.Kind? {
    do throws(SystemError) { return try FileStatus(of: path, followingLink: false).kind } catch {
      guard error.isMissing else { throw error }
      return nil
    }
  }

  /// Writes bytes: to a stream, or to a new file that takes the place, and its permissions, when its bytes are on the disk.
  ///
  /// - Throws: the system's error; a regular file is then unchanged.
  package func write(_ bytes: [UInt8]) throws(SystemError) {
    if isStream {
      let stream = try openStream()
      try stream.write(bytes)
      return try stream.close()
    }
    let draft = try HeldFile(besides: path)
    do throws(SystemError) {
      try draft.file.write(bytes)
      try draft.file.sync()
      try take(draft.path)
    } catch {
      try? FileNames.remove(draft.path)
      throw error
    }
  }

  private func openStream() throws(SystemError) -> OpenFile {
    if let descriptor { return try OpenFile(sharing: descriptor) }
    do throws(SystemError) {
      return try OpenFile(path, O_WRONLY | O_APPEND | O_NOCTTY, waits: true)
    } catch {
      // A socket cannot be opened, only connected to.
      guard error.code == ENXIO else { throw error }
      return try OpenFile.connected(to: path)
    }
  }

  /// Moves a file to the place; if that is a stream, writes the file's bytes to it and removes the file.
  package func take(_ other: String) throws(SystemError) {
    if !isStream {
      // On a share mounted for another user, all files have the same permissions, and nobody may set them.
      let permissions = try FileStatus(of: other).permissions
      if let old = try? FileStatus(of: path), old.permissions != permissions {
        try FileNames.setPermissions(old.permissions, of: other)
      }
      do throws(SystemError) { return try FileNames.move(other, to: path) } catch {
        // The place is on another disk, behind a link.
        guard error.code == EXDEV else { throw error }
      }
    }
    let file = try OpenFile(other)
    try write(file.bytes(at: 0, count: file.status().byteCount))
    try FileNames.remove(other)
  }
}
