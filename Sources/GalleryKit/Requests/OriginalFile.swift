internal import GalleryEngine

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// What can be done to an original without decoding it.
enum OriginalFile {
  /// Whether there is a file.
  static func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// Where a preview can be read from: the original, or what has come of it.
  static func previewPath(of original: Original) -> String {
    original.remoteURL == nil || exists(original.path)
      ? original.path : DownloadJob.partPath(of: original.path)
  }

  /// Asks the system to bring the file's bytes into its page cache, without waiting for them.
  ///
  /// Costs the process no memory; a file that cannot be opened is left for the decoder to complain about.
  static func readAhead(path: String) {
    let file = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    defer { close(file) }
    #if canImport(Darwin)
      var status = stat()
      guard unsafe fstat(file, &status) == 0 else { return }
      var advice = radvisory(ra_offset: 0, ra_count: Int32(clamping: status.st_size))
      _ = unsafe fcntl(file, F_RDADVISE, &advice)
    #else
      posix_fadvise(file, 0, 0, POSIX_FADV_WILLNEED)
    #endif
  }
}
