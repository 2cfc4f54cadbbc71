public import Foundation

/// What a file says about its picture before any of it is decoded.
public struct ImageInfo: Hashable, Sendable {
  /// The size as stored, in pixels.
  public let storedSize: PixelSize
  /// How the stored picture must be turned.
  public let orientation: ImageOrientation
  /// How it is encoded.
  public let format: ImageFormat
  /// When it was taken, if the file says so; where it names no time zone, its clock is taken to show UTC.
  public let captureDate: Date?
  /// Whether it carries a small JPEG of itself.
  public let hasEmbeddedThumbnail: Bool
  /// The file's weight in bytes.
  public let byteCount: Int

  /// The size once it stands upright.
  public var uprightSize: PixelSize { orientation.swapsAxes ? storedSize.transposed : storedSize }
}

/// Reads headers.
public enum ImageProbe {
  /// Reads the header of a JPEG or PNG, and refuses what no decoder here would decode.
  ///
  /// - Throws: ``CodecError``, also for files whose header asks for more than ``CodecError/Code/tooCostly``
  ///   allows.
  /// - Complexity: some 64 KB of reading, whatever the file weighs.
  public static func probe(path: String) throws(CodecError) -> ImageInfo {
    let file = try EncodedFile(path: path)
    switch file.kind {
    case .jpeg:
      let reader = try JPEGReader(file)
      try DecodeLimits.check(reader)
      return info(
        size: reader.size, format: reader.isProgressive ? .jpegProgressive : .jpegBaseline,
        exif: EXIF(tiff: reader.exif), byteCount: file.byteCount)
    case .png:
      let reader = try PNGReader(file)
      try DecodeLimits.check(reader)
      return info(
        size: reader.size, format: reader.isInterlaced ? .pngInterlaced : .png,
        exif: EXIF(tiff: PNGChunks.exif(in: file)), byteCount: file.byteCount)
    }
  }

  private static func info(size: PixelSize, format: ImageFormat, exif: EXIF, byteCount: Int) -> ImageInfo {
    ImageInfo(
      storedSize: size, orientation: exif.orientation, format: format, captureDate: exif.captureDate,
      hasEmbeddedThumbnail: exif.thumbnail != nil, byteCount: byteCount)
  }
}
