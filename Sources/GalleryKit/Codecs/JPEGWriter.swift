internal import CImageIO
public import GalleryEngine

/// Writes JPEGs by libjpeg-turbo.
public struct JPEGWriter: Sendable {
  /// How many luma samples share a chroma sample.
  public enum Subsampling: String, Sendable, CaseIterable {
    /// 4:4:4: as many chroma samples as pixels.
    case none
    /// 4:2:2: one for two pixels side by side.
    case horizontal
    /// 4:2:0: one for a square of four pixels, as most phones write.
    case both
  }

  /// libjpeg's scale, from 1 to 100.
  public var quality: Int
  /// How much colour is left out.
  public var subsampling: Subsampling
  /// Whether the picture is coded in scans from coarse to fine.
  public var isProgressive: Bool
  /// Orientation, date and thumbnail to write beside the pixels, or `nil` for none.
  public var exif: EXIFWriter?
  /// What the numbers of the picture mean, or `nil` for sRGB, which needs no saying.
  public var colorProfile: ColorProfile?

  /// Makes a writer.
  public init(
    quality: Int = 85, subsampling: Subsampling = .both, isProgressive: Bool = false, exif: EXIFWriter? = nil,
    colorProfile: ColorProfile? = nil
  ) {
    precondition((1...100).contains(quality), "a JPEG's quality is from 1 to 100, not \(quality)")
    self.quality = quality
    self.subsampling = subsampling
    self.isProgressive = isProgressive
    self.exif = exif
    self.colorProfile = colorProfile
  }

  /// Encodes a picture; its alpha is left out.
  public func encode(_ pixels: PixelBuffer) throws(CodecError) -> [UInt8] {
    let tiff = exif?.tiff ?? []
    let profile = colorProfile?.bytes ?? []
    let (lumaColumns, lumaRows): (Int32, Int32) =
      switch subsampling {
      case .none: (1, 1)
      case .horizontal: (2, 1)
      case .both: (2, 2)
      }
    return try unsafe EncodedBytes.collect { out, status in
      unsafe EncodedBytes.read(pixels, tiff, profile) { bytes, tiff, profile in
        let target = unsafe cis_jpeg_target(
          width: UInt32(pixels.size.width), height: UInt32(pixels.size.height), quality: Int32(quality),
          luma_columns: lumaColumns, luma_rows: lumaRows, progressive: isProgressive,
          exif: tiff.isEmpty ? nil : tiff.baseAddress, exif_count: tiff.count,
          profile: profile.isEmpty ? nil : profile.baseAddress, profile_count: profile.count)
        return unsafe cis_jpeg_write(
          target, bytes.baseAddress, out, status)
      }
    }
  }

  /// Encodes a picture into a file; readers see the old file or the whole new one.
  public func write(_ pixels: PixelBuffer, to path: String) throws(CodecError) {
    try EncodedBytes.write(try encode(pixels), to: path)
  }
}
