internal import CImageIO
package import GalleryEngine

/// The kind of a picture file, told from its first bytes.
enum FileKind: Hashable {
  case jpeg, png, webp, heic, avif

  /// Enough bytes to tell every kind: the brands of a HEIF file take the most.
  static let headByteCount = 64

  /// Looks at the first bytes; fails if they belong to no known kind.
  init?(_ head: ArraySlice<UInt8>) {
    func holds(_ text: String, at offset: Int) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
    if head.count >= 3, head.starts(with: [0xFF, 0xD8]) {
      self = .jpeg
    } else if head.count >= 8, head.starts(with: [0x89, 0x50, 0x4E, 0x47]) {
      self = .png
    } else if holds("RIFF", at: 0), holds("WEBP", at: 8) {
      self = .webp
    } else if holds("ftyp", at: 4), let kind = Self.kind(ofBrandsIn: head) {
      self = kind
    } else {
      return nil
    }
  }

  private static let stillBrands: Set = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "mif2", "msf1",
  ]

  /// The kind of a file whose `ftyp` box names brands of pictures (ISO/IEC 23008-12, 10); films name others.
  private static func kind(ofBrandsIn head: ArraySlice<UInt8>) -> Self? {
    let length = head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let box = Array(head.prefix(max(12, length)))
    // The four bytes behind the first brand are its version.
    let places = [8] + Array(stride(from: 16, to: box.count - 3, by: 4))
    let brands = places.filter { $0 + 4 <= box.count }.map {
      String(decoding: box[$0..<$0 + 4], as: UTF8.self)
    }
    guard let first = brands.first, stillBrands.contains(first) || first.hasPrefix("avi") else { return nil }
    return brands.contains("avif") || brands.contains("avis") ? .avif : .heic
  }

  /// The start of the message about a file of no known kind.
  static let expected = "expected a JPEG, PNG, WebP, HEIF or AVIF"
}

extension ImageFormat {
  /// Whether this build decodes such files: the package's traits can leave out a library and its formats.
  package var isReadable: Bool {
    switch self {
    case .jpegBaseline, .jpegProgressive, .png, .pngInterlaced: true
    case .webp: cis_can_read(CIS_WEBP)
    case .heic: cis_can_read(CIS_HEIC)
    case .avif: cis_can_read(CIS_AVIF)
    case .unknown: false
    }
  }

  /// The uniform type identifiers of the pictures that this build decodes.
  package static let readableTypes = Set(allCases.filter(\.isReadable).map(\.typeIdentifier))
}
