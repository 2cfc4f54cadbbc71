internal import Foundation

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The photo files below a folder, at any depth.
///
/// Taken by name: the extensions `jpg`, `jpeg`, `jpe`, `jfif` and `png` in upper or lower case. Names that
/// begin with a dot are passed over, folders included. A symbolic link to a file counts as that file; one to a
/// folder is not followed, so there is no going in circles.
struct FolderListing {
  /// A photo file, as the file system describes it.
  struct File: Sendable {
    /// What is another once the file has changed.
    struct Signature: Hashable {
      let byteCount: Int
      /// Since 1970; wraps far in the future, and is only compared.
      let modifiedNanoseconds: Int64
    }

    let path: RelativePath
    let signature: Signature
    let modificationDate: Date
  }

  /// The photos in the order of their paths.
  private(set) var files: [File] = []
  /// What could not be looked at, and why; there may be photos in it.
  private(set) var unreadable: [(path: RelativePath, reason: String)] = []

  /// Lists the folder.
  ///
  /// - Throws: `LibraryError` if the folder itself cannot be listed.
  init(of root: String) throws(LibraryError) {
    var folders = [RelativePath(bytes: [])]
    while let folder = folders.popLast() {
      do throws(SystemError) {
        for path in try Self.names(in: Self.absolute(folder, in: root)).map(folder.appending) {
          switch Self.entry(at: path, in: root) {
          case .folder: folders.append(path)
          case .file(let file): files.append(file)
          case .unreadable(let error): unreadable.append((path, error.reason))
          case .other: break
          }
        }
      } catch {
        guard !folder.bytes.isEmpty else { throw .folderUnreadable(root, reason: error.reason) }
        unreadable.append((folder, error.reason))
      }
    }
    files.sort { $0.path < $1.path }
  }

  /// Describes one file, or `nil` if there is none of that path.
  static func file(at path: RelativePath, in root: String) -> File? {
    guard case .file(let file) = entry(at: path, in: root) else { return nil }
    return file
  }

  private enum Entry {
    case folder
    case file(File)
    case unreadable(SystemError)
    case other
  }

  /// What the system says of a call that failed.
  private struct SystemError: Error {
    let reason = unsafe String(cString: strerror(errno))
  }

  private static let extensions = Set(["jpg", "jpeg", "jpe", "jfif", "png"].map { Array($0.utf8) })

  /// A path as C wants it, with its final zero.
  private static func absolute(_ path: RelativePath, in root: String) -> [CChar] {
    (Array(root.utf8) + [UInt8(ascii: "/")] + path.bytes + [0]).map { CChar(bitPattern: $0) }
  }

  /// The names in a folder that are not hidden, in no order.
  private static func names(in folder: [CChar]) throws(SystemError) -> [[UInt8]] {
    guard let stream = unsafe opendir(folder) else { throw SystemError() }
    defer { unsafe _ = closedir(stream) }
    var names: [[UInt8]] = []
    while true {
      // Zero on purpose: nil means the end or an error, and only errno tells which.
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        guard errno == 0 else { throw SystemError() }
        return names
      }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe Array(bytes.prefix { $0 != 0 })
      }
      if name.first != UInt8(ascii: ".") { names.append(name) }
    }
  }

  private static func entry(at path: RelativePath, in root: String) -> Entry {
    let absolute = absolute(path, in: root)
    var status = stat()
    guard unsafe lstat(absolute, &status) == 0 else {
      // An entry that went while the folder was being listed is simply gone.
      return errno == ENOENT ? .other : .unreadable(SystemError())
    }
    if isKind(S_IFDIR, status) { return .folder }
    guard isPhoto(path) else { return .other }
    // A link to nothing keeps its own description, is listed, and fails when it is read: that is reported.
    if isKind(S_IFLNK, status) { _ = unsafe stat(absolute, &status) }
    guard isKind(S_IFREG, status) || isKind(S_IFLNK, status) else { return .other }
    #if canImport(Darwin)
      let modified = status.st_mtimespec
    #else
      let modified = status.st_mtim
    #endif
    return .file(
      File(
        path: path,
        signature: File.Signature(
          byteCount: Int(status.st_size),
          modifiedNanoseconds: Int64(modified.tv_sec) &* 1_000_000_000 &+ Int64(modified.tv_nsec)),
        modificationDate: Date(
          timeIntervalSince1970: Double(modified.tv_sec) + Double(modified.tv_nsec) / 1e9)))
  }

  private static func isKind(_ kind: mode_t, _ status: stat) -> Bool { status.st_mode & S_IFMT == kind }

  private static func isPhoto(_ path: RelativePath) -> Bool {
    guard let dot = path.bytes.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return extensions.contains(path.bytes[(dot + 1)...].map { (65...90).contains($0) ? $0 + 32 : $0 })
  }
}
