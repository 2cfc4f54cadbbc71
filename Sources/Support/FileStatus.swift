/// The file system's description of a file, at one moment.
package struct FileStatus: Sendable {
  package enum Kind: Sendable {
    case file
    case folder
    case link
    /// A pipe, a socket or a device.
    case other
  }

  package let kind: Kind
  package let byteCount: Int
  /// The time of its content's last modification, since 1970.
  package let modified: timespec
  /// The time of the last change of its content or its attributes, since 1970.
  package let changed: timespec
  package let identity: FileIdentity
  package let owner: uid_t
  /// The bits of its mode that say who may read, write or execute it.
  package let permissions: mode_t

  /// Describes the entry at a path, or the target of its link.
  package init(of path: some SystemPath, followingLink: Bool = true) throws(SystemError) {
    var status = stat()
    let flags = followingLink ? 0 : AT_SYMLINK_NOFOLLOW
    try SystemError.check(unsafe fstatat(AT_FDCWD, path.cString, &status, flags))
    self.init(status)
  }

  init(_ status: stat) {
    kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .other
      }
    byteCount = Int(status.st_size)
    #if canImport(Darwin)
      (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    identity = FileIdentity(
      device: UInt64(truncatingIfNeeded: status.st_dev), number: UInt64(truncatingIfNeeded: status.st_ino))
    owner = status.st_uid
    permissions = status.st_mode & 0o7777
  }
}

/// A file's identity, whatever its name: two names of one file share it, and a file that takes another's name has its own.
package struct FileIdentity: Hashable, Sendable {
  fileprivate let device: UInt64
  /// The inode number, which is unique on its device, and outlives names and mounts.
  package let number: UInt64
}

extension timespec {
  /// In seconds.
  package var seconds: Double { Double(tv_sec) + Double(tv_nsec) / 1e9 }

  /// In nanoseconds; wraps in the year 2262.
  package var nanoseconds: Int64 { Int64(tv_sec) &* 1_000_000_000 &+ Int64(tv_nsec) }
}

/// Operations on the names of files; a path ends in the name.
package enum FileNames {
  /// Whether there is an entry that this process can find.
  package static func exist(_ path: some SystemPath) -> Bool { unsafe access(path.cString, F_OK) == 0 }

  package static func isWritable(_ path: some SystemPath) -> Bool { unsafe access(path.cString, W_OK) == 0 }

  /// Moves a file, and replaces any file of the other name.
  package static func move(_ path: some SystemPath, to other: some SystemPath) throws(SystemError) {
    try SystemError.check(unsafe rename(path.cString, other.cString))
  }

  /// Moves a file, unless the other name is taken.
  ///
  /// - Returns: whether it was moved.
  package static func moveExclusively(
    _ path: some SystemPath, to other: some SystemPath
  ) throws(SystemError) -> Bool {
    do throws(SystemError) { try add(other, to: path) } catch {
      if error.code == EEXIST { return false }
      // Some file systems, such as those of memory cards, give files no second name: there, a check is the best
      // substitute.
      if exist(other) { return false }
      try move(path, to: other)
      return true
    }
    try remove(path)
    return true
  }

  /// Gives a file a further name, and fails with `EEXIST` if that is taken.
  package static func add(_ other: some SystemPath, to path: some SystemPath) throws(SystemError) {
    try SystemError.check(unsafe link(path.cString, other.cString))
  }

  /// The path that a link has for its target, as seen from this process.
  package static func target(ofLink path: String) throws(SystemError) -> String {
    var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = try SystemError.check(unsafe readlink(path, &bytes, bytes.count))
    let target = String(decoding: bytes[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    guard !target.hasPrefix("/"), let slash = path.lastIndex(of: "/") else { return target }
    return path[...slash] + target
  }

  package static func setPermissions(_ permissions: mode_t, of path: some SystemPath) throws(SystemError) {
    try SystemError.check(unsafe chmod(path.cString, permissions))
  }

  /// Removes a name, and with its last one, the file.
  package static func remove(_ path: some SystemPath) throws(SystemError) {
    try SystemError.check(unsafe unlink(path.cString))
  }

  /// Makes a folder, unless the path exists.
  package static func makeFolder(_ path: some SystemPath, permissions: mode_t) throws(SystemError) {
    do throws(SystemError) { try SystemError.check(unsafe mkdir(path.cString, permissions)) } catch {
      guard error.code == EEXIST else { throw error }
    }
  }

  /// The path without any link in it.
  package static func resolve(_ path: some SystemPath) throws(SystemError) -> [UInt8] {
    guard let resolved = unsafe realpath(path.cString, nil) else { throw SystemError() }
    defer { unsafe free(resolved) }
    return unsafe Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }
}
