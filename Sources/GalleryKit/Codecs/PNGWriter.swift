internal import CImageIO
public import GalleryEngine

/// Writes PNGs by libpng, 8 bits a channel.
public struct PNGWriter: Sendable {
  /// zlib's level, from 0 (none) to 9 (smallest).
  public var compression: Int
  /// Whether alpha is written; without it, pixels are written as if they were opaque.
  public var keepsAlpha: Bool
  /// Whether the picture is written in the seven passes of Adam7.
  public var isInterlaced: Bool
  /// Orientation, date and thumbnail to write beside the pixels, or `nil` for none.
  public var exif: EXIFWriter?
  /// What the numbers of the picture mean, or `nil` for sRGB, which needs no saying.
  public var colorProfile: ColorProfile?

  /// Makes a writer.
  public init(
    compression: Int = 6, keepsAlpha: Bool = false, isInterlaced: Bool = false, exif: EXIFWriter? = nil,
    colorProfile: ColorProfile? = nil
  ) {
    precondition((0...9).contains(compression), "zlib's level is from 0 to 9, not \(compression)")
    self.compression = compression
    self.keepsAlpha = keepsAlpha
    self.isInterlaced = isInterlaced
    self.exif = exif
    self.colorProfile = colorProfile
  }

  /// Encodes a picture.
  public func encode(_ pixels: PixelBuffer) throws(CodecError) -> [UInt8] {
    let tiff = exif?.tiff ?? []
    let profile = colorProfile?.bytes ?? []
    return try unsafe EncodedBytes.collect { out, status in
      unsafe EncodedBytes.read(pixels, tiff, profile) { bytes, tiff, profile in
        let target = unsafe cis_png_target(
          width: UInt32(pixels.size.width), height: UInt32(pixels.size.height),
          compression: Int32(compression), keeps_alpha: keepsAlpha, interlaced: isInterlaced,
          exif: tiff.isEmpty ? nil : tiff.baseAddress, exif_count: tiff.count,
          profile: profile.isEmpty ? nil : profile.baseAddress, profile_count: profile.count)
        return unsafe cis_png_write(
          target, bytes.baseAddress, out, status)
      }
    }
  }

  /// Encodes a picture into a file; readers see the old file or the whole new one.
  public func write(_ pixels: PixelBuffer, to path: String) throws(CodecError) {
    try EncodedBytes.write(try encode(pixels), to: path)
  }
}
