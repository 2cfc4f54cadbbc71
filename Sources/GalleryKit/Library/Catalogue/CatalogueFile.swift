internal import Foundation
internal import GalleryEngine
internal import GalleryImages
internal import SystemCalls

/// The current status of a catalogue's file in the file system.
struct CatalogueFile {
  let path: String
  /// The file's identity; `nil` if there is no file.
  let identity: FileIdentity?
  let isFolder: Bool
  /// Whether the file exists but is empty.
  let isEmpty: Bool

  init(path: String) {
    self.path = path
    let status = try? FileStatus(of: path)
    identity = status?.identity
    isFolder = status?.kind == .folder
    isEmpty = status?.kind == .file && status?.byteCount == 0
  }

  /// Whether the file exists, and it or its folder, where SQLite keeps its log, cannot be written.
  var isReadOnly: Bool {
    let folder = (path as NSString).deletingLastPathComponent
    guard identity != nil else { return false }
    return !FileNames.isWritable(path) || !FileNames.isWritable(folder)
  }

  /// The path by which SQLite opens the file read-only.
  ///
  /// Without a log, and without a way to make one, SQLite reads a file only if it is told that the file is immutable.
  var readOnlyPath: String {
    let folder = (path as NSString).deletingLastPathComponent
    let hasLog = ((try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size]) as? Int ?? 0) > 0
    guard !hasLog, !FileNames.isWritable(folder) else { return path }
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return "file:\(escaped)?immutable=1"
  }
}
