internal import Foundation
internal import GalleryEngine

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// Files that are on the disk, and not only on their way there, when a call returns.
enum DurableFile {
  /// Copies a regular file.
  static func copy(_ source: String, to path: String) throws {
    let input = unsafe open(source, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard input >= 0 else { throw ChangeFailure(system: "cannot open \(source)") }
    defer { close(input) }
    var status = stat()
    guard unsafe fstat(input, &status) == 0 else { throw ChangeFailure(system: "cannot look at \(source)") }
    guard status.st_mode & S_IFMT == S_IFREG else {
      throw ChangeFailure(description: "\(source): expected a file, found something else")
    }
    try create(path) { output in
      var buffer = [UInt8](repeating: 0, count: 1 << 18)
      while true {
        let count = unsafe read(input, &buffer, buffer.count)
        guard count >= 0 else { throw ChangeFailure(system: "cannot read \(source)") }
        guard count > 0 else { return }
        try unsafe buffer.withUnsafeBytes { bytes in
          try unsafe writeAll(UnsafeRawBufferPointer(rebasing: bytes[..<count]), to: output, path)
        }
      }
    }
  }

  /// Writes a file.
  static func write(_ data: Data, to path: String) throws {
    try create(path) { output in
      try unsafe data.withUnsafeBytes { bytes in try unsafe writeAll(bytes, to: output, path) }
    }
  }

  /// Makes sure that a folder's names are on the disk.
  static func syncFolder(_ path: [CChar]) {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func create(_ path: String, _ fill: (Int32) throws -> Void) throws {
    let output = unsafe open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
    guard output >= 0 else { throw ChangeFailure(system: "cannot make \(path)") }
    defer { close(output) }
    try fill(output)
    guard fsync(output) == 0 else { throw ChangeFailure(system: "cannot write \(path)") }
  }

  private static func writeAll(_ bytes: UnsafeRawBufferPointer, to output: Int32, _ path: String) throws {
    var rest = unsafe bytes
    while unsafe !rest.isEmpty {
      // Glibc's, or Darwin's; not ours.
      let count = unsafe systemWrite(output, rest.baseAddress, rest.count)
      guard count > 0 else { throw ChangeFailure(system: "cannot write \(path)") }
      unsafe rest = UnsafeRawBufferPointer(rebasing: rest[count...])
    }
  }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  unsafe write(descriptor, bytes, count)
}

extension ChangeFailure {
  /// What could not be done, and what the system says about it.
  init(system what: String, _ error: SystemError = SystemError()) {
    self.init(description: "\(what): \(error.reason)")
  }
}
