internal import GalleryEngine

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// A lock on a file, held for as long as the value lives; the system lets go of it when its process ends, however it does.
final class FileLock: Sendable {
  /// Why there is no lock.
  enum Failure: Error, Hashable, CustomStringConvertible {
    /// Somebody else holds it.
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
