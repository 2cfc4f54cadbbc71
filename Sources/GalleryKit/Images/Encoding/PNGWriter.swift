internal import CImageIO
package import GalleryEngine

/// Writes PNGs by libpng, 8 bits a channel.
package struct PNGWriter: Sendable {
  /// The most pixels a side that libpng allows.
  static let longestSide = 1_000_000

  /// zlib's level, from 0 (none) to 9 (smallest).
  package var compression: Int
  /// Whether alpha is written; without it, pixels are written as if they were opaque.
  package var keepsAlpha: Bool
  /// Whether the picture is written in the seven passes of Adam7.
  package var isInterlaced: Bool
  /// The metadata beside the pixels, written unchanged.
  package var metadata: DecodedImage.Metadata
  /// The profile of the picture's colours, or `nil` for sRGB, which needs none.
  package var colorProfile: ColorProfile?

  /// Makes a writer.
  package init(
    compression: Int = 6, keepsAlpha: Bool = false, isInterlaced: Bool = false, exif: EXIFWriter? = nil,
    colorProfile: ColorProfile? = nil
  ) {
    precondition((0...9).contains(compression), "zlib's level is from 0 to 9, not \(compression)")
    self.compression = compression
    self.keepsAlpha = keepsAlpha
    self.isInterlaced = isInterlaced
    metadata = DecodedImage.Metadata(exif: exif?.tiff ?? [])
    self.colorProfile = colorProfile
  }

  /// Encodes a picture.
  package func encode(_ pixels: PixelBuffer) throws(CodecError) -> [UInt8] {
    try unsafe EncodedBytes.encode(pixels, as: CIS_PNG, metadata, colorProfile) { target in
      unsafe target.effort = Int32(compression)
      unsafe target.keeps_alpha = keepsAlpha
      unsafe target.in_passes = isInterlaced
    }
  }

  /// Encodes a picture into a file; readers see the old file or the whole new one.
  package func write(_ pixels: PixelBuffer, to path: String) throws(CodecError) {
    try EncodedBytes.write(try encode(pixels), to: path)
  }
}
