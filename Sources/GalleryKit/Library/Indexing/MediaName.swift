internal import GalleryEngine
internal import GalleryImages

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

  /// The film of a Live Photo, by its name alone.
  static let film = MediaName.unread("MOV (video)")
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
