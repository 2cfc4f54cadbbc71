package import Foundation

/// The encoded file behind an asset, as the index found it.
package struct Original: Hashable, Sendable {
  /// Where the file is; of one that is remote, where a download puts it.
  package var path: String
  /// Where the file comes from, if it is not on this machine from the beginning.
  package var remoteURL: URL?
  /// How it is encoded.
  package var format: ImageFormat
  /// Its weight in bytes.
  package var byteCount: Int
  /// Whether it carries a small picture of itself, in EXIF data or as the Multi-Picture Format has it, that can stand in
  /// until it is decoded.
  package var hasEmbeddedThumbnail: Bool
  /// Why it cannot be decoded, as the index learned, or `nil`.
  package var failure: String?

  /// Whether it begins with scans that tell the whole picture coarsely.
  package var hasFirstScans: Bool { format == .jpegProgressive }

  package init(
    path: String, remoteURL: URL? = nil, format: ImageFormat, byteCount: Int,
    hasEmbeddedThumbnail: Bool = false,
    failure: String? = nil
  ) {
    self.path = path
    self.remoteURL = remoteURL
    self.format = format
    self.byteCount = byteCount
    self.hasEmbeddedThumbnail = hasEmbeddedThumbnail
    self.failure = failure
  }
}

/// How an original is encoded.
package enum ImageFormat: String, Hashable, Sendable, Codable, CaseIterable {
  /// JPEG with one scan, or several non-progressive ones.
  case jpegBaseline
  /// Progressive JPEG, whose coefficients are all held until the last scan.
  case jpegProgressive
  /// PNG in rows from top to bottom.
  case png
  /// Adam7 interlaced PNG, which needs the whole picture.
  case pngInterlaced
  /// Neither, or unreadable.
  case unknown

  /// The uniform type identifier of the encoded bytes: `public.jpeg`, `public.png`, or `public.data` of what is neither.
  package var typeIdentifier: String {
    switch self {
    case .jpegBaseline, .jpegProgressive: "public.jpeg"
    case .png, .pngInterlaced: "public.png"
    case .unknown: "public.data"
    }
  }
}
