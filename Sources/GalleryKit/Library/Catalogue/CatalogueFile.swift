internal import Foundation
internal import GalleryEngine
internal import GalleryImages
internal import SystemCalls

/// What the file system says of a catalogue's file, at this moment.
struct CatalogueFile {
  let path: String
  /// Which file it is; `nil` where there is none.
  let identity: FileIdentity?
  let isFolder: Bool
  /// Whether there is a file, and nothing in it.
  let isEmpty: Bool

  init(path: String) {
    self.path = path
    let status = try? FileStatus(of: path)
    identity = status?.identity
    isFolder = status?.kind == .folder
    isEmpty = status?.kind == .file && status?.byteCount == 0
  }

  /// Whether the file is there, and it or its folder, where SQLite keeps its log, cannot be written.
  var isReadOnly: Bool {
    let folder = (path as NSString).deletingLastPathComponent
    guard identity != nil else { return false }
    return !FileNames.isWritable(path) || !FileNames.isWritable(folder)
  }

  /// What SQLite is told to open where nothing can be written.
  ///
  /// Without a log beside it, and with no way to make one, SQLite reads a file only if it is told that it cannot change.
  var readOnlyPath: String {
    let folder = (path as NSString).deletingLastPathComponent
    let hasLog = ((try? FileManager.default.attributesOfItem(atPath: path + "-wal")[.size]) as? Int ?? 0) > 0
    guard !hasLog, !FileNames.isWritable(folder) else { return path }
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return "file:\(escaped)?immutable=1"
  }
}
