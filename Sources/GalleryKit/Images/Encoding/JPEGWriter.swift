internal import CImageIO
package import GalleryEngine

/// Writes JPEGs by libjpeg-turbo.
package struct JPEGWriter: Sendable {
  /// The number of luma samples that share a chroma sample.
  package enum Subsampling: String, Sendable, CaseIterable {
    /// 4:4:4: as many chroma samples as pixels.
    case none
    /// 4:2:2: one for two pixels side by side.
    case horizontal
    /// 4:2:0: one for a square of four pixels, as most phones write.
    case both
  }

  /// The most pixels a side that libjpeg allows.
  static let longestSide = 65_500

  /// The quality on libjpeg's scale, from 1 to 100.
  package var quality: Int
  /// The chroma subsampling.
  package var subsampling: Subsampling
  /// Whether the picture is coded in scans from coarse to fine.
  package var isProgressive: Bool
  /// The number of MCUs, which JPEG codes at a time, between two restart markers; 0, the default, for no markers.
  package var restartInterval = 0
  /// The metadata beside the pixels, written unchanged.
  package var metadata: DecodedImage.Metadata
  /// The profile of the picture's colours, or `nil` for sRGB, which needs none.
  package var colorProfile: ColorProfile?

  /// Makes a writer.
  package init(
    quality: Int = 85, subsampling: Subsampling = .both, isProgressive: Bool = false, exif: EXIFWriter? = nil,
    colorProfile: ColorProfile? = nil
  ) {
    precondition((1...100).contains(quality), "a JPEG's quality is from 1 to 100, not \(quality)")
    self.quality = quality
    self.subsampling = subsampling
    self.isProgressive = isProgressive
    metadata = DecodedImage.Metadata(exif: exif?.tiff ?? [])
    self.colorProfile = colorProfile
  }

  /// Encodes a picture; its alpha is left out.
  package func encode(_ pixels: PixelBuffer) throws(CodecError) -> [UInt8] {
    let (lumaColumns, lumaRows): (Int32, Int32) =
      switch subsampling {
      case .none: (1, 1)
      case .horizontal: (2, 1)
      case .both: (2, 2)
      }
    return try unsafe EncodedBytes.encode(pixels, as: CIS_JPEG, metadata, colorProfile) { target in
      unsafe target.quality = Int32(quality)
      unsafe target.luma_columns = lumaColumns
      unsafe target.luma_rows = lumaRows
      unsafe target.restart_interval = UInt32(restartInterval)
      unsafe target.in_passes = isProgressive
    }
  }

  /// Encodes a picture into a file; readers see the old file or the whole new one.
  package func write(_ pixels: PixelBuffer, to path: String) throws(CodecError) {
    try EncodedBytes.write(try encode(pixels), to: path)
  }
}
