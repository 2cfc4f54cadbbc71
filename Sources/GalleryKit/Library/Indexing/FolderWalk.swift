internal import GalleryEngine

#if canImport(Darwin)
  internal import Darwin
#else
  internal import Glibc
#endif

/// The folders of a library, opened one within the other, so that no symbolic link is ever followed on the way to one.
///
/// A path would be looked up anew each time, and may lead elsewhere once a link has taken the place of a folder.
/// Keeps a few folders open; those near the one that was asked for last are found at once.
struct FolderWalk: ~Copyable {
  /// The folder that all paths start from; it may itself be reached through links.
  let root: String
  /// From the root inwards; folders between them may be closed already.
  private var open: [(path: RelativePath, descriptor: Int32)]

  private static let mostOpen = 32

  init(root: String) throws(SystemError) {
    self.root = root
    let descriptor = unsafe openat(AT_FDCWD, root, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError() }
    open = [(RelativePath(bytes: []), descriptor)]
  }

  deinit {
    for folder in open { close(folder.descriptor) }
  }

  /// A folder's descriptor, which is good until another is asked for.
  mutating func descriptor(of folder: RelativePath) throws(SystemError) -> Int32 {
    // What has a longer path could be listed, but nothing in it opened by its path.
    guard root.utf8.count + 1 + folder.bytes.count < Int(PATH_MAX) else { throw SystemError(ENAMETOOLONG) }
    while open.count > 1, !folder.isWithin(open[open.count - 1].path) { close(open.removeLast().descriptor) }
    var (path, descriptor) = open[open.count - 1]
    for name in folder.bytes.dropFirst(path.bytes.count).split(separator: UInt8(ascii: "/")) {
      path = path.appending(Array(name))
      descriptor = Self.descriptor(of: Array(name), in: descriptor)
      guard descriptor >= 0 else { throw SystemError() }
      open.append((path, descriptor))
      if open.count > Self.mostOpen { close(open.remove(at: 1).descriptor) }
    }
    return descriptor
  }

  /// Describes an entry itself, or what it links to.
  mutating func status(of path: RelativePath, followingLink: Bool = false) throws(SystemError) -> stat {
    guard root.utf8.count + 1 + path.bytes.count < Int(PATH_MAX) else { throw SystemError(ENAMETOOLONG) }
    let descriptor = try descriptor(of: path.folder)
    var status = stat()
    let flags = followingLink ? 0 : AT_SYMLINK_NOFOLLOW
    guard unsafe fstatat(descriptor, path.name.cString, &status, flags) == 0 else { throw SystemError() }
    return status
  }

  /// The names in a folder that are not hidden, in no order; of those that are surely neither folder nor link, only the
  /// ones that are `wanted`.
  mutating func names(
    in folder: RelativePath, wanted: ([UInt8]) -> Bool
  ) throws(SystemError) -> [[UInt8]] {
    let descriptor = Self.descriptor(of: Array(".".utf8), in: try descriptor(of: folder))
    guard descriptor >= 0 else { throw SystemError() }
    guard let stream = unsafe fdopendir(descriptor) else {
      defer { close(descriptor) }
      throw SystemError()
    }
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
      guard name.first != UInt8(ascii: ".") else { continue }
      let isPlain = unsafe entry.pointee.d_type == UInt8(DT_REG)
      if !isPlain || wanted(name) { names.append(name) }
    }
  }

  /// Where a link leads in the end: a path below the root without any link, or `nil` if it leads out of it.
  func target(of link: RelativePath) throws(SystemError) -> RelativePath? {
    let target = try Self.resolved(Array(root.utf8) + [UInt8(ascii: "/")] + link.bytes)
    let folder = try Self.resolved(Array(root.utf8))
    let inside = folder == [UInt8(ascii: "/")] ? folder : folder + [UInt8(ascii: "/")]
    return target.starts(with: inside) ? RelativePath(bytes: Array(target.dropFirst(inside.count))) : nil
  }

  private static func resolved(_ path: [UInt8]) throws(SystemError) -> [UInt8] {
    guard let resolved = unsafe realpath(path.cString, nil) else { throw SystemError() }
    defer { unsafe free(resolved) }
    return unsafe Array(UnsafeRawBufferPointer(start: resolved, count: strlen(resolved)))
  }

  private static func descriptor(of name: [UInt8], in folder: Int32) -> Int32 {
    unsafe openat(folder, name.cString, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
  }
}

extension [UInt8] {
  /// As C wants it, with its final zero.
  var cString: [CChar] { (self + [0]).map { CChar(bitPattern: $0) } }
}
