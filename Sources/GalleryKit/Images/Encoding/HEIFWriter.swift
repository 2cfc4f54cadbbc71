internal import CImageIO
package import GalleryEngine

/// Writes HEIC and AVIF by libheif, with any encoder of HEVC or AV1 that it has.
package struct HEIFWriter {
  /// How the picture is coded.
  package enum Coding: Sendable {
    /// HEVC, as phones write it: HEIC.
    case hevc
    /// AVIF.
    case av1
  }

  /// How the picture is coded.
  package var coding: Coding
  /// The quality of a lossy picture on libheif's scale, from 1 to 100.
  package var quality = 60
  var isLossless = false
  /// The encoder's speed, from 0 (small) to 9 (quick).
  package var speed = 6
  /// Whether alpha is written; without it, pixels are written as if they were opaque.
  var keepsAlpha = false
  /// The metadata beside the pixels, written unchanged.
  package var metadata = DecodedImage.Metadata.none
  var colorProfile: ColorProfile?

  /// The most pixels a side that both codings allow.
  static let longestSide = 65_536

  /// Makes a writer.
  package init(_ coding: Coding) { self.coding = coding }

  /// Encodes a picture.
  package func encode(_ pixels: PixelBuffer) throws(CodecError) -> [UInt8] {
    let format = coding == .hevc ? CIS_HEIC : CIS_AVIF
    return try unsafe EncodedBytes.encode(pixels, as: format, metadata, colorProfile) { target in
      unsafe target.lossless = isLossless
      unsafe target.quality = Int32(quality)
      unsafe target.effort = Int32(speed)
      unsafe target.keeps_alpha = keepsAlpha
    }
  }
}
