internal import GalleryEngine
internal import SystemCalls

/// The folders of a library, opened one within the other, so that no symbolic link is ever followed on the way to one.
///
/// A path would be looked up anew each time, and may lead elsewhere once a link has taken the place of a folder.
/// Keeps a few folders open; those near the one that was asked for last are found at once.
struct FolderWalk: ~Copyable {
  /// The folder that all paths start from; it may itself be reached through links.
  let root: String
  /// From the root inwards; folders between them may be closed already.
  private var open: [OpenFolder]

  private static let mostOpen = 32

  /// A class, because no array holds what cannot be copied.
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
    // What has a longer path could be listed, but nothing in it opened by its path.
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

  /// Describes an entry itself, or what it links to.
  mutating func status(
    of path: RelativePath, followingLink: Bool = false
  ) throws(SystemError) -> FileStatus {
    guard root.utf8.count + 1 + path.bytes.count < Int(PATH_MAX) else { throw SystemError(ENAMETOOLONG) }
    return try folder(at: path.folder).file.status(of: path.name, followingLink: followingLink)
  }

  /// The names in a folder that are not hidden, in no order; of those that are surely neither folder nor link, only the
  /// ones that are `wanted`.
  mutating func names(
    in path: RelativePath, wanted: ([UInt8]) -> Bool
  ) throws(SystemError) -> [[UInt8]] {
    var names: [[UInt8]] = []
    try folder(at: path).file.forEachEntry { name, isRegularFile in
      if name.first != UInt8(ascii: "."), !isRegularFile || wanted(name) { names.append(name) }
    }
    return names
  }

  /// Where a link leads in the end: a path below the root without any link, or `nil` if it leads out of it.
  func target(of link: RelativePath) throws(SystemError) -> RelativePath? {
    let target = try FileNames.resolve(Array(root.utf8) + [UInt8(ascii: "/")] + link.bytes)
    let folder = try FileNames.resolve(root)
    let inside = folder == [UInt8(ascii: "/")] ? folder : folder + [UInt8(ascii: "/")]
    return target.starts(with: inside) ? RelativePath(bytes: Array(target.dropFirst(inside.count))) : nil
  }
}
