internal import Foundation
internal import GalleryEngine

/// The file of an original that has not come whole yet, and beside it a note of the version that its bytes are of.
///
/// The note is written before the first byte, and the bytes before them are deleted first, so that at whatever moment the process ends there
/// are never bytes of one version under the note of another.
struct PartialFile {
  /// Where the original will be.
  let path: String
  private var handle: FileHandle?

  init(path: String) { self.path = path }

  private var partPath: String { DownloadJob.partPath(of: path) }
  private var notePath: String { partPath + ".json" }

  /// What is there from before: bytes without a sound note are none.
  func stored() -> (byteCount: Int, version: OriginalVersion) {
    guard let note = FileManager.default.contents(atPath: notePath),
      let version = try? JSONDecoder().decode(OriginalVersion.self, from: note),
      let size = Self.byteCount(of: partPath)
    else { return (0, OriginalVersion()) }
    return (size, version)
  }

  /// Bytes of the file, or `nil` if there is none.
  static func byteCount(of path: String) -> Int? {
    (try? FileManager.default.attributesOfItem(atPath: path))?[.size] as? Int
  }

  /// Forgets all bytes; those that follow are of this version.
  mutating func restart(_ version: OriginalVersion) throws {
    try close()
    let folder = (path as NSString).deletingLastPathComponent
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Self.delete(partPath)
    try JSONEncoder().encode(version).write(to: URL(fileURLWithPath: notePath), options: .atomic)
    try Data().write(to: URL(fileURLWithPath: partPath))
  }

  /// Adds bytes to the end.
  mutating func append(_ bytes: Data) throws {
    if handle == nil {
      let opened = try FileHandle(forWritingTo: URL(fileURLWithPath: partPath))
      try opened.seekToEnd()
      handle = opened
    }
    try handle?.write(contentsOf: bytes)
  }

  /// Lets go of the file, which stays for another time.
  mutating func close() throws {
    defer { handle = nil }
    try handle?.close()
  }

  /// Puts the original in its place, in one step; the bytes are on the disk before their name says that they are all.
  mutating func complete() throws {
    if handle == nil { handle = try FileHandle(forWritingTo: URL(fileURLWithPath: partPath)) }
    try handle?.synchronize()
    try close()
    guard unsafe rename(partPath, path) == 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path])
    }
    try Self.delete(notePath)
  }

  /// Deletes all that is there of the original.
  mutating func delete() throws {
    try close()
    for path in [path, partPath, notePath] { try Self.delete(path) }
  }

  /// The first bytes.
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
