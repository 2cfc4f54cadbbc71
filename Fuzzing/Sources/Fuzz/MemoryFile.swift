import Foundation

/// A file that is opened by its path like any other, and lies in memory where the system can do that.
///
/// Made once and written again for each input, because making a file takes longer than decoding a small picture.
@safe struct MemoryFile: ~Copyable {
  /// Where files lie in memory, on Linux; elsewhere, the folder for temporary ones.
  static let folder: String = {
    let memory = "/dev/shm"
    return FileManager.default.fileExists(atPath: memory)
      ? memory : FileManager.default.temporaryDirectory.path
  }()

  /// What opens it.
  let path: String
  private let descriptor: Int32

  init() {
    let name = "\(Self.folder)/fuzz-input-\(getpid())-\(UUID().uuidString)"
    descriptor = unsafe open(name, O_RDWR | O_CREAT | O_EXCL, 0o600)
    precondition(descriptor >= 0, "\(name): no file can be made for the inputs")
    #if os(Linux)
      // Nothing is left behind, however the process ends.
      unsafe unlink(name)
      path = "/proc/self/fd/\(descriptor)"
    #else
      path = name
    #endif
  }

  /// Replaces the whole content.
  func write(_ bytes: [UInt8]) {
    precondition(ftruncate(descriptor, 0) == 0, "the file of the inputs cannot be emptied")
    let count = unsafe pwrite(descriptor, bytes, bytes.count, 0)
    precondition(count == bytes.count, "the file of the inputs cannot be written")
  }
}
