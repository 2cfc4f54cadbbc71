internal import Foundation
internal import GalleryEngine
internal import GalleryImages
internal import Support

/// The photo files below a folder, at any depth.
///
/// The extension decides: the listing takes the formats that this build reads, in upper or lower case (``MediaName``). It ignores
/// names that begin with a dot, folders included, the folders of deleted files and of small copies that Windows and network
/// drives make, and pipes, sockets and devices.
///
/// A symbolic link to a folder is not followed, so there are no cycles. A link to a file within the folder is a separate photo,
/// as a copy of the file would be; a link to a file elsewhere is refused and not read.
struct FolderListing {
  /// A photo file, as the file system describes it.
  struct File: Sendable {
    /// Properties that differ once the file has changed.
    struct Signature: Hashable {
      let byteCount: Int
      /// Since 1970; wraps far in the future, and is only compared.
      let modifiedNanoseconds: Int64
    }

    let path: RelativePath
    /// For a link, the status of its target.
    let status: FileStatus

    var identity: FileIdentity { status.identity }
    var modificationDate: Date { Date(timeIntervalSince1970: status.modified.seconds) }
    var signature: Signature {
      Signature(byteCount: status.byteCount, modifiedNanoseconds: status.modified.nanoseconds)
    }
  }

  /// The photos in the order of their paths.
  private(set) var files: [File] = []
  /// Photos and videos of types that are not read.
  private(set) var unread: [(path: RelativePath, type: String)] = []
  /// Entries that could not be read, and why; there may be photos in them.
  private(set) var unreadable: [(path: RelativePath, reason: String)] = []
  /// Links that are not followed, and why; the library treats them as absent.
  private(set) var refused: [(path: RelativePath, reason: String)] = []

  /// Lists the folder; throws if the folder itself cannot be listed.
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
    forgetMoved(in: root)
    files.sort { $0.path < $1.path }
  }

  /// Removes the old entries of files that were listed twice, because another program moved them into a folder that was listed
  /// later.
  private mutating func forgetMoved(in root: String) {
    var seen: Set<FileIdentity> = []
    // These include other names of a file: hard links, and links to it.
    let listedAgain = Set(files.map(\.identity).filter { !seen.insert($0).inserted })
    files.removeAll { listedAgain.contains($0.identity) && Self.file(at: $0.path, in: root) == nil }
  }

  /// The number of files of each type that is not read.
  var unreadCounts: [String: Int] {
    let hasFilms = unread.contains { $0.type == MediaName.film }
    let stills = hasFilms ? Set(files.map { MediaName.stem($0.path) }) : []
    return unread.reduce(into: [:]) { counts, file in
      let isOfLivePhoto = file.type == MediaName.film && stills.contains(MediaName.stem(file.path))
      counts[isOfLivePhoto ? MediaName.filmOfLivePhoto : file.type, default: 0] += 1
    }
  }

  /// The bins of Windows, Synology and QNAP, and Synology's thumbnails.
  private static let ignored = Set(["$RECYCLE.BIN", "#recycle", "@Recycle", "@eaDir"].map { Array($0.utf8) })

  /// Records the entries of a folder, and returns the folders in it.
  private mutating func list(
    _ folder: RelativePath, in walk: inout FolderWalk
  ) throws(SystemError) -> [RelativePath] {
    var folders: [RelativePath] = []
    let names = try walk.names(in: folder, wanted: { MediaName($0) != nil })
    for name in names where !Self.ignored.contains(name) {
      let path = folder.appending(name)
      switch Self.entry(at: path, in: &walk) {
      case .folder: folders.append(path)
      case .file(let file): files.append(file)
      case .unread(let type): unread.append((path, type))
      case .unreadable(let error): unreadable.append((path, error.reason))
      case .refused(let reason): refused.append((path, reason))
      case .other: break
      }
    }
    return folders
  }

  /// Describes one photo file, or `nil` if there is none at that path.
  static func file(at path: RelativePath, in root: String) -> File? {
    guard var walk = try? FolderWalk(root: root), case .file(let file) = entry(at: path, in: &walk) else {
      return nil
    }
    return file
  }

  private enum Entry {
    case folder
    case file(File)
    case unread(String)
    case unreadable(SystemError)
    case refused(String)
    case other
  }

  private static func entry(at path: RelativePath, in walk: inout FolderWalk) -> Entry {
    do throws(SystemError) {
      let status = try walk.status(of: path)
      switch status.kind {
      case .folder: return .folder
      case .file:
        switch MediaName(path.name) {
        case .photo: return .file(File(path: path, status: status))
        case .unread(let type): return .unread(type)
        case nil: return .other
        }
      case .link: return MediaName(path.name) == .photo ? try linked(path, in: &walk) : .other
      case .other: return .other
      }
    } catch {
      // An entry that was removed during the listing no longer exists.
      return error.saysGone ? .other : .unreadable(error)
    }
  }

  private static func linked(_ path: RelativePath, in walk: inout FolderWalk) throws(SystemError) -> Entry {
    let target: RelativePath?
    do throws(SystemError) {
      guard try walk.status(of: path, followingLink: true).kind == .file else { return .other }
      target = try walk.target(of: path)
    } catch {
      // The earlier target of a broken or circular link is unknown.
      return .unreadable(error)
    }
    guard let target else { return .refused("a link that leads out of the library; it is not followed") }
    // Checked once more on a path without links: the target may have been replaced.
    let status = try walk.status(of: target)
    return status.kind == .file ? .file(File(path: path, status: status)) : .other
  }
}

extension FolderListing.File {
  /// Describes the entry at a path, whatever its name and kind; `nil` if there is none.
  init?(at path: RelativePath, absolute: [UInt8]) {
    guard var status = try? FileStatus(of: absolute, followingLink: false) else { return nil }
    // As in the listing, a link has the description of its target.
    if status.kind == .link { status = (try? FileStatus(of: absolute)) ?? status }
    self.init(path: path, status: status)
  }
}

/// The kind of media that a file's name indicates.
enum MediaName: Hashable {
  /// A photo that this build can read; its bytes decide in the end.
  case photo
  /// A photo or video that this build cannot read, by its type: `MOV (video)`.
  case unread(String)

  /// Reads the extension, in upper or lower case; fails if it is not that of a photo or video.
  init?(_ name: [UInt8]) {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0, name.count - dot <= Self.longest + 1
    else { return nil }
    let lowered = name[(dot + 1)...].map { (65...90).contains($0) ? $0 + 32 : $0 }
    guard let known = Self.byExtension[lowered] else { return nil }
    self = known
  }

  /// The name without its extension, which a Live Photo's still and its film share.
  static func stem(_ path: RelativePath) -> ArraySlice<UInt8> {
    path.bytes[..<(path.bytes.lastIndex(of: UInt8(ascii: ".")) ?? path.bytes.count)]
  }

  /// The type of a Live Photo's film, by its name alone.
  static let film = "MOV (video)"
  /// The type of that film beside its still.
  static let filmOfLivePhoto = "MOV (Live Photo)"

  private static let videos = [
    "mov", "mp4", "m4v", "avi", "mkv", "webm", "3gp", "3g2", "mts", "m2ts", "mpg", "mpeg", "wmv", "ogv",
  ]
  private static let raws = [
    "dng", "cr2", "cr3", "crw", "nef", "nrw", "arw", "sr2", "srf", "orf", "rw2", "raf", "pef", "srw", "x3f",
    "3fr", "fff", "iiq", "erf", "kdc", "dcr", "mrw", "mef", "mos", "rwl", "gpr", "raw",
  ]
  private static let pictures = [
    "tif", "tiff", "gif", "jxl", "jp2", "j2k", "jpf", "jxr", "bmp", "psd", "psb", "svg", "tga", "exr", "hdr",
    "ico", "heics", "heifs", "avifs", "avci", "apng", "xcf", "qoi",
  ]
  private static let longest = 5

  private static let byExtension: [[UInt8]: MediaName] = {
    var known: [[UInt8]: MediaName] = [:]
    for (extensions, type) in [(videos, "video"), (raws, "RAW"), (pictures, "no decoder")] {
      for name in extensions { known[Array(name.utf8)] = .unread("\(name.uppercased()) (\(type))") }
    }
    for format in ImageFormat.allCases {
      for name in format.extensions {
        known[Array(name.utf8)] =
          format.isReadable ? .photo : .unread("\(name.uppercased()) (left out of this build)")
      }
    }
    return known
  }()
}
