internal import CImageIO
package import GalleryEngine

extension ImageFormat {
  /// Whether this build decodes such files: those of a library may be left out by the package's traits.
  package var isReadable: Bool {
    switch self {
    case .jpegBaseline, .jpegProgressive, .png, .pngInterlaced, .gif: true
    case .webp: cis_can_read(CIS_WEBP)
    case .heic: cis_can_read(CIS_HEIC)
    case .avif: cis_can_read(CIS_AVIF)
    case .tiff: cis_can_read(CIS_TIFF)
    case .unknown: false
    }
  }
}
