internal import GalleryEngine
internal import Support

/// The folders of a library, opened one within the other, so that no symbolic link is ever followed on the way to one.
///
/// The system would look up a path again each time, and the path may lead elsewhere once a link has replaced a folder. The
/// walk keeps a few folders open, and finds those near the last one at once.
struct FolderWalk: ~Copyable {
  /// The folder that all paths start from; it may itself be reached through links.
  let root: String
  /// Open folders, from the root inwards; folders between them may be closed already.
  private var open: [OpenFolder]

  private static let mostOpen = 32

  /// A class, because an array cannot hold a noncopyable value.
  private final class OpenFolder {
    let path: RelativePath
    let file: OpenFile

    init(_ path: RelativePath, _ file: consuming OpenFile) {
      self.path = path
      self.file = file
    }
  }

  init(root: String) throws(SystemError) {
    self.root = root
    open = [OpenFolder(RelativePath(bytes: []), try OpenFile(root, O_DIRECTORY))]
  }

  private mutating func folder(at path: RelativePath) throws(SystemError) -> OpenFolder {
    // A folder with a longer path could be listed, but no file in it opened by its path.
    guard root.utf8.count + 1 + path.bytes.count < Int(PATH_MAX) else { throw SystemError(ENAMETOOLONG) }
    while open.count > 1, !path.isWithin(open[open.count - 1].path) { open.removeLast() }
    var folder = open[open.count - 1]
    for name in path.bytes.dropFirst(folder.path.bytes.count).split(separator: UInt8(ascii: "/")) {
      let name = Array(name)
      folder = OpenFolder(folder.path.appending(name), try folder.file.folder(name))
      open.append(folder)
      if open.count > Self.mostOpen { open.remove(at: 1) }
    }
    return folder
  }

  /// Describes an entry itself, or the target of a link.
  mutating func status(of path: RelativePath, followingLink: Bool = false) throws(SystemError) -> FileStatus {
    guard root.utf8.count + 1 + path.bytes.count < Int(PATH_MAX) else { throw SystemError(ENAMETOOLONG) }
    return try folder(at: path.folder).file.status(of: path.name, followingLink: followingLink)
  }

  /// The names in a folder that are not hidden, in no order; names of known regular files only if they are `wanted`.
  mutating func names(in path: RelativePath, wanted: ([UInt8]) -> Bool) throws(SystemError) -> [[UInt8]] {
    var names: [[UInt8]] = []
    try folder(at: path).file.forEachEntry { name, isRegularFile in
      if name.first != UInt8(ascii: "."), !isRegularFile || wanted(name) { names.append(name) }
    }
    return names
  }

  /// The final target of a link: a path below the root without any link, or `nil` if it leads out of the root.
  func target(of link: RelativePath) throws(SystemError) -> RelativePath? {
    let target = try FileNames.resolve(Array(root.utf8) + [UInt8(ascii: "/")] + link.bytes)
    let folder = try FileNames.resolve(root)
    let inside = folder == [UInt8(ascii: "/")] ? folder : folder + [UInt8(ascii: "/")]
    return target.starts(with: inside) ? RelativePath(bytes: Array(target.dropFirst(inside.count))) : nil
  }
}
