internal import Foundation
internal import GalleryEngine
internal import GalleryImages
internal import SystemCalls

/// The photo files below a folder, at any depth.
///
/// Taken by name: the extensions `jpg`, `jpeg`, `jpe`, `jfif` and `png` in upper or lower case. Names that
/// begin with a dot are passed over, folders included, and so is what is no file: pipes, sockets, devices.
///
/// A symbolic link to a folder is not followed, so there is no going in circles. One to a file within the folder is a
/// photo of its own, as a copy of the file would be; one to a file elsewhere is refused, and nothing of it is read.
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
    /// Which file lay there; of a link, which one it leads to.
    let identity: FileIdentity

    /// The same file by another path.
    func at(_ path: RelativePath) -> File {
      File(path: path, signature: signature, modificationDate: modificationDate, identity: identity)
    }
  }

  /// The photos in the order of their paths.
  private(set) var files: [File] = []
  /// What could not be looked at, and why; there may be photos in it.
  private(set) var unreadable: [(path: RelativePath, reason: String)] = []
  /// Links that are not followed, and why; to the library there is nothing there.
  private(set) var refused: [(path: RelativePath, reason: String)] = []

  /// Lists the folder.
  ///
  /// - Throws: `LibraryError` if the folder itself cannot be listed.
  init(of root: String) throws(LibraryError) {
    do throws(SystemError) {
      var walk = try FolderWalk(root: root)
      var folders = try list(RelativePath(bytes: []), in: &walk)
      while let folder = folders.popLast() {
        do throws(SystemError) {
          folders += try list(folder, in: &walk)
        } catch  where error.saysGone {
          // Removed since it was seen, or replaced, which the next index will find.
          continue
        } catch {
          unreadable.append((folder, error.reason))
        }
      }
    } catch {
      throw .folderUnreadable(root, reason: error.reason)
    }
    files.sort { $0.path < $1.path }
  }

  /// Takes down what is in a folder, and returns the folders in it.
  private mutating func list(
    _ folder: RelativePath, in walk: inout FolderWalk
  ) throws(SystemError) -> [RelativePath] {
    var folders: [RelativePath] = []
    for name in try walk.names(in: folder, wanted: Self.isPhoto) {
      let path = folder.appending(name)
      switch Self.entry(at: path, in: &walk) {
      case .folder: folders.append(path)
      case .file(let file): files.append(file)
      case .unreadable(let error): unreadable.append((path, error.reason))
      case .refused(let reason): refused.append((path, reason))
      case .other: break
      }
    }
    return folders
  }

  /// Describes one file, or `nil` if there is none of that path.
  static func file(at path: RelativePath, in root: String) -> File? {
    guard var walk = try? FolderWalk(root: root), case .file(let file) = entry(at: path, in: &walk) else {
      return nil
    }
    return file
  }

  private enum Entry {
    case folder
    case file(File)
    case unreadable(SystemError)
    case refused(String)
    case other
  }

  private static func entry(at path: RelativePath, in walk: inout FolderWalk) -> Entry {
    do throws(SystemError) {
      let status = try walk.status(of: path)
      switch status.kind {
      case .folder: return .folder
      case .file: return isPhoto(path.name) ? .file(File(path: path, status: status)) : .other
      case .link: return isPhoto(path.name) ? try linked(path, in: &walk) : .other
      case .other: return .other
      }
    } catch {
      // An entry that went while the folder was being listed is simply gone.
      return error.saysGone ? .other : .unreadable(error)
    }
  }

  private static func linked(_ path: RelativePath, in walk: inout FolderWalk) throws(SystemError) -> Entry {
    let target: RelativePath?
    do throws(SystemError) {
      guard try walk.status(of: path, followingLink: true).kind == .file else { return .other }
      target = try walk.target(of: path)
    } catch {
      // Of a link to nothing, or in a circle, it is not known what it led to before.
      return .unreadable(error)
    }
    guard let target else { return .refused("a link that leads out of the library; it is not followed") }
    // Looked at once more on a way without links: what was resolved may be another by now.
    let status = try walk.status(of: target)
    return status.kind == .file ? .file(File(path: path, status: status)) : .other
  }

  private static let extensions = Set(["jpg", "jpeg", "jpe", "jfif", "png"].map { Array($0.utf8) })

  private static func isPhoto(_ name: [UInt8]) -> Bool {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return extensions.contains(name[(dot + 1)...].map { (65...90).contains($0) ? $0 + 32 : $0 })
  }
}

extension FolderListing.File {
  /// Describes a file as the system does.
  init(path: RelativePath, status: FileStatus) {
    self.path = path
    signature = Signature(byteCount: status.byteCount, modifiedNanoseconds: status.modified.nanoseconds)
    modificationDate = Date(timeIntervalSince1970: status.modified.seconds)
    identity = status.identity
  }

  /// Describes what is at a path, whatever its name and kind; `nil` if there is nothing.
  init?(at path: RelativePath, in root: String) {
    let absolute = Array(root.utf8) + [UInt8(ascii: "/")] + path.bytes
    guard var status = try? FileStatus(of: absolute, followingLink: false) else { return nil }
    // As the listing does, a link is described by what it leads to.
    if status.kind == .link { status = (try? FileStatus(of: absolute)) ?? status }
    self.init(path: path, status: status)
  }

  /// Describes what is at an absolute path.
  init?(at path: String) {
    self.init(at: RelativePath(bytes: Array(path.utf8.drop { $0 == UInt8(ascii: "/") })), in: "")
  }
}
