internal import Foundation
internal import GalleryEngine
internal import GalleryImages
internal import Support

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

  /// The first bytes of every SQLite file.
  static let magic = Array("SQLite format 3\0".utf8)

  /// Whether the file, which SQLite cannot read, was a catalogue: by its header, or by a definition in it or in its log.
  ///
  /// - Complexity: O(bytes) if the header is lost, else O(1).
  var wasCatalogue: Bool {
    func bytes(_ path: String) -> Data {
      (try? Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)) ?? Data()
    }
    let data = bytes(path)
    let number = data.dropFirst(68).prefix(4)
    let isOurs = number.reduce(0) { $0 << 8 | Int64($1) } == CatalogueSchema.applicationID
    // A file without a number was cut off within its header.
    if data.starts(with: Self.magic.prefix(data.count)), number.count < 4 || isOurs { return true }
    let mark = Data(CatalogueSchema.mark.utf8)
    return data.range(of: mark) != nil || bytes(path + "-wal").range(of: mark) != nil
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
