package import Foundation

/// The encoded file behind an asset, as the index found it.
package struct Original: Hashable, Sendable {
  /// The file's path; for a remote file, the path of its download.
  package var path: String
  /// The file's name, if it is not the last part of the path, as for a download, or for a path that is not text.
  package var givenName: String?
  /// The file's address, if the file has to be downloaded.
  package var remoteURL: URL?
  package var format: ImageFormat
  package var byteCount: Int
  /// Whether it embeds a small picture of itself, in EXIF data or by the Multi-Picture Format, that can stand in until it is
  /// decoded.
  package var hasEmbeddedThumbnail: Bool
  /// The reason, found by the index, why it cannot be decoded, or `nil`.
  package var failure: String?

  /// Whether its first scans show the whole picture coarsely.
  package var hasFirstScans: Bool { format == .jpegProgressive }

  package var fileName: String {
    givenName ?? path.utf8.lastIndex(of: UInt8(ascii: "/")).map {
      String(path[path.utf8.index(after: $0)...])
    } ?? path
  }

  package init(
    path: String, givenName: String? = nil, remoteURL: URL? = nil, format: ImageFormat, byteCount: Int,
    hasEmbeddedThumbnail: Bool = false, failure: String? = nil
  ) {
    self.path = path
    self.givenName = givenName
    self.remoteURL = remoteURL
    self.format = format
    self.byteCount = byteCount
    self.hasEmbeddedThumbnail = hasEmbeddedThumbnail
    self.failure = failure
  }
}

package enum ImageFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// JPEG with one scan, or several non-progressive ones.
  case jpegBaseline
  /// Progressive JPEG, whose coefficients are all held until the last scan.
  case jpegProgressive
  case png
  /// Adam7 interlaced PNG, which needs the whole picture.
  case pngInterlaced
  /// WebP, lossy or lossless, still or moving.
  case webp
  /// HEIF whose picture is coded as HEVC, as iPhones write it.
  case heic
  /// HEIF whose picture is coded as AV1.
  case avif
  /// None of these, or unreadable.
  case unknown

  /// The uniform type identifier of the encoded bytes, such as `public.jpeg`; `public.data` if it is unknown.
  package var typeIdentifier: String { files.type }
  /// Extensions of such files, in lower case, the usual one first.
  package var extensions: [String] { files.extensions }

  private var files: (type: String, extensions: [String]) {
    switch self {
    case .jpegBaseline, .jpegProgressive: ("public.jpeg", ["jpg", "jpeg", "jpe", "jfif"])
    case .png, .pngInterlaced: ("public.png", ["png"])
    case .webp: ("org.webmproject.webp", ["webp"])
    case .heic: ("public.heic", ["heic", "heif", "hif"])
    case .avif: ("public.avif", ["avif"])
    case .unknown: ("public.data", [])
    }
  }

  package var isJPEG: Bool { self == .jpegBaseline || self == .jpegProgressive }

  package var isLossless: Bool { self == .png || self == .pngInterlaced }
}

package enum FileName {
  /// Leaves room for a number and an extension within the 255 bytes that file systems allow.
  private static let longest = 200

  /// The last part of a path, without leading dots, control characters and characters that change the writing direction;
  /// `fallback` if nothing is left of it.
  package static func visible(_ path: String, else fallback: String) -> String {
    let last = path.unicodeScalars.split(separator: "/").last ?? []
    var name = String.UnicodeScalarView()
    var byteCount = 0
    for scalar in last where scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
    {
      if name.isEmpty && scalar == "." { continue }
      byteCount += UTF8.width(scalar)
      guard byteCount <= longest else { break }
      name.append(scalar)
    }
    return name.isEmpty ? fallback : String(name)
  }

  /// A path from the root, so that it means the same wherever the process goes.
  package static func absolute(_ path: String) -> String {
    let whole = path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    return (whole as NSString).standardizingPath
  }

  /// The name with an extension of the format; unchanged for an unknown format.
  package static func with(extensionOf format: ImageFormat, _ name: String) -> String {
    let known = format.extensions
    guard let usual = known.first else { return name }
    let dot = name.lastIndex(of: ".")
    let found = dot.map { name[name.index(after: $0)...].lowercased() }
    return found.map(known.contains) ?? false ? name : "\(name).\(usual)"
  }
}
