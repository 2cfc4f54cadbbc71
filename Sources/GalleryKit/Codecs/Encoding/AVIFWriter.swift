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
    try unsafe EncodedBytes.encode(pixels, metadata, colorProfile) { rgba, beside, out, status in
      let target = unsafe cis_avif_target(
        width: UInt32(pixels.size.width), height: UInt32(pixels.size.height), lossless: isLossless,
        quality: Int32(quality), speed: Int32(speed), keeps_alpha: keepsAlpha, metadata: beside)
      return unsafe cis_avif_write(target, rgba, out, status)
    }
  }
}
