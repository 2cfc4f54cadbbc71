internal import CImageIO
internal import GalleryEngine

/// Writes AVIF by libheif, with any AV1 encoder that it has.
struct AVIFWriter {
  /// The quality of a lossy picture on libheif's scale, from 1 to 100.
  var quality = 60
  var isLossless = false
  /// The encoder's speed, from 0 (small) to 9 (quick).
  var speed = 6
  /// Whether alpha is written; without it, pixels are written as if they were opaque.
  var keepsAlpha = false
  var metadata = DecodedImage.Metadata.none
  var colorProfile: ColorProfile?

  /// The most pixels a side that AV1 allows.
  static let longestSide = 65_536

  /// Encodes a picture.
  func encode(_ pixels: PixelBuffer) throws(CodecError) -> [UInt8] {
    try unsafe EncodedBytes.encode(pixels, as: CIS_AVIF, metadata, colorProfile) { target in
      unsafe target.lossless = isLossless
      unsafe target.quality = Int32(quality)
      unsafe target.effort = Int32(speed)
      unsafe target.keeps_alpha = keepsAlpha
    }
  }
}
