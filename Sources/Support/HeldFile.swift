/// An open file and its path; written bytes are appended.
///
/// A lock on it says that its process lives: the system releases the lock when the process ends, however it ends, and nothing
/// is left behind.
package final class HeldFile: Sendable {
  package let path: String
  package let file: OpenFile

  private init(_ path: String, _ file: consuming OpenFile) {
    self.path = path
    self.file = file
  }

  /// Makes an empty file in the folder of another, under a name that no file has.
  package convenience init(besides place: String) throws(SystemError) {
    let folder = place.lastIndex(of: "/").map { String(place[...$0]) } ?? ""
    var number = 0
    while true {
      let path = "\(folder).scrollsim-\(getpid())-\(number)"
      do throws(SystemError) {
        self.init(path, try OpenFile(path, O_RDWR | O_APPEND | O_CREAT | O_EXCL, permissions: 0o666))
        return
      } catch {
        guard error.code == EEXIST else { throw error }
        number += 1
      }
    }
  }

  /// Makes a file, unless there is one, and locks it.
  ///
  /// - Returns: `nil` if another has the lock.
  package static func claim(_ path: String, permissions: mode_t = 0o600) throws(SystemError) -> HeldFile? {
    let file = try OpenFile(path, O_RDWR | O_APPEND | O_CREAT, permissions: permissions)
    return try HeldFile(path, file).locked()
  }

  /// Opens a file and locks it.
  ///
  /// - Parameter waits: whether to wait for another process's lock, which is held only while a file takes its place.
  /// - Returns: `nil` if another has the lock, or if another file has taken the name meanwhile.
  package static func lock(_ path: String, waits: Bool = false) throws(SystemError) -> HeldFile? {
    try HeldFile(path, openForLocking(path)).locked(waits: waits)
  }

  private func locked(waits: Bool = false) throws(SystemError) -> HeldFile? {
    guard try file.lock(waits: waits), let own = try? file.status(), let found = try? FileStatus(of: path),
      own.identity == found.identity
    else { return nil }
    return self
  }

  /// Network file systems lock only files that are open for writing.
  private static func openForLocking(_ path: String) throws(SystemError) -> OpenFile {
    do throws(SystemError) { return try OpenFile(path, O_RDWR | O_APPEND) } catch {
      guard [EACCES, EPERM, EROFS].contains(error.code) else { throw error }
      return try OpenFile(path)
    }
  }
}
