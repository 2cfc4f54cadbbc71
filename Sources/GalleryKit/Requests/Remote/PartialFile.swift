internal import Foundation
internal import GalleryEngine
internal import SystemCalls

/// The file of an incomplete original, and beside it a note of its version.
///
/// The old bytes are deleted first, then the note is written, and then the first byte. So a process that ends at any
/// moment never leaves bytes of one version under the note of another.
struct PartialFile {
  /// The complete original's path.
  let path: String
  private var handle: FileHandle?

  init(path: String) { self.path = path }

  private var partPath: String { DownloadJob.partPath(of: path) }
  private var notePath: String { partPath + ".json" }

  /// The stored bytes' number and version; bytes without a valid note count as none.
  func stored() -> (byteCount: Int, version: OriginalVersion) {
    guard let note = FileManager.default.contents(atPath: notePath),
      let version = try? JSONDecoder().decode(OriginalVersion.self, from: note),
      let size = Self.byteCount(of: partPath)
    else { return (0, OriginalVersion()) }
    return (size, version)
  }

  /// The file's byte count, or `nil` if there is no file.
  static func byteCount(of path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
  }

  /// Deletes all bytes; the following ones are of this version.
  mutating func restart(_ version: OriginalVersion) throws {
    try close()
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Self.delete(partPath)
    try OutputFile(notePath).write([UInt8](JSONEncoder().encode(version)))
    try Data().write(to: URL(fileURLWithPath: partPath))
  }

  /// Appends bytes.
  mutating func append(_ bytes: Data) throws {
    if handle == nil {
      let opened = try FileHandle(forWritingTo: URL(fileURLWithPath: partPath))
      try opened.seekToEnd()
      handle = opened
    }
    try handle?.write(contentsOf: bytes)
  }

  /// Closes the file, and keeps it for another time.
  mutating func close() throws {
    defer { handle = nil }
    try handle?.close()
  }

  /// Moves the original to its path in one step, after its bytes have reached the disk.
  mutating func complete() throws {
    if handle == nil { handle = try FileHandle(forWritingTo: URL(fileURLWithPath: partPath)) }
    try handle?.synchronize()
    try close()
    guard unsafe rename(partPath, path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
    }
    try Self.delete(notePath)
  }

  /// Deletes all files of the original.
  mutating func delete() throws {
    try close()
    for path in [path, partPath, notePath] { try Self.delete(path) }
  }

  /// The first `count` bytes.
  func head(_ count: Int) throws -> [UInt8] {
    let reader = try FileHandle(forReadingFrom: URL(fileURLWithPath: partPath))
    defer { try? reader.close() }
    return Array(try reader.read(upToCount: count) ?? Data())
  }

  /// The SHA-256 digest of all bytes.
  func digest() throws -> [UInt8] {
    let reader = try FileHandle(forReadingFrom: URL(fileURLWithPath: partPath))
    defer { try? reader.close() }
    var digest = SHA256()
    while let bytes = try reader.read(upToCount: 1 << 18), !bytes.isEmpty { digest.update(bytes) }
    return digest.finalize()
  }

  private static func delete(_ path: String) throws {
    guard FileManager.default.fileExists(atPath: path) else { return }
    try FileManager.default.removeItem(atPath: path)
  }
}
