internal import Foundation
internal import GalleryEngine

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What is known of an original's content: whoever changes the file changes this.
///
/// Sizes and times of modification can be set back by anybody; the time of change cannot. Of an original in the cloud
/// there is only what the library says, whether or not a copy of it is here.
struct OriginalState: Hashable {
  /// The file's bytes.
  var byteCount: Int64
  /// When its content was last modified, in nanoseconds since 1970.
  var modified: Int64
  /// When its content or its attributes were last changed, in nanoseconds since 1970.
  var changed: Int64

  init(byteCount: Int64, modified: Int64, changed: Int64) {
    self.byteCount = byteCount
    self.modified = modified
    self.changed = changed
  }

  /// Asks the file system, or of an original in the cloud, the library; `nil` if there is no such file.
  init?(of asset: Asset) {
    guard asset.original.remoteURL != nil else {
      self.init(path: asset.original.path)
      return
    }
    self.init(
      byteCount: Int64(asset.original.byteCount),
      modified: Int64(bitPattern: asset.modificationDate.timeIntervalSince1970.bitPattern), changed: 0)
  }

  /// Asks the file system; `nil` if there is no such file.
  init?(path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    #if canImport(Darwin)
      let (modified, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (modified, changed) = (status.st_mtim, status.st_ctim)
    #endif
    self.init(
      byteCount: Int64(status.st_size), modified: Self.nanoseconds(modified),
      changed: Self.nanoseconds(changed))
  }

  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}

extension Original {
  /// Whether the copy of an original in the cloud has as many bytes as the library knows of; true for files of a folder.
  var isAsKnown: Bool {
    remoteURL == nil || OriginalState(path: path)?.byteCount == Int64(byteCount)
  }
}
