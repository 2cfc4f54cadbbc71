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
  /// What in the file can stand in for the picture until it is decoded.
  public let previews: PreviewSources
  /// Whether it holds, beside the picture, what a screen of high dynamic range needs to show it brighter: the gain map of
  /// Ultra HDR (Google's or Apple's, or ISO 21496-1).
  public let hasGainMap: Bool
  /// The file's weight in bytes.
  public let byteCount: Int

  /// Whether a stand-in is a picture of its own, decoded in about a millisecond.
  public var hasEmbeddedThumbnail: Bool { !previews.isDisjoint(with: .cheap) }

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
    try probe(EncodedFile(path: path))
  }

  /// Reads the header of a file that is in memory; see the form with a path.
  public static func probe(
    bytes: [UInt8], named name: String = "bytes in memory"
  ) throws(CodecError) -> ImageInfo {
    try probe(EncodedFile(bytes: bytes, named: name))
  }

  private static func probe(_ file: borrowing EncodedFile) throws(CodecError) -> ImageInfo {
    let size: PixelSize
    let format: ImageFormat
    switch file.kind {
    case .jpeg:
      let reader = try JPEGReader(file)
      try DecodeLimits.check(reader)
      (size, format) = (reader.size, reader.isProgressive ? .jpegProgressive : .jpegBaseline)
    case .png:
      let reader = try PNGReader(file)
      try DecodeLimits.check(reader)
      (size, format) = (reader.size, reader.isInterlaced ? .pngInterlaced : .png)
    }
    let embedded = EmbeddedPreviews(file, looksForGainMap: true)
    return ImageInfo(
      storedSize: size, orientation: embedded.exif.orientation, format: format,
      captureDate: embedded.exif.captureDate, previews: embedded.sources, hasGainMap: embedded.hasGainMap,
      byteCount: file.byteCount)
  }
}
