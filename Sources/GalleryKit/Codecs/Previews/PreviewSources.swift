internal import GalleryEngine

/// What in a file can stand in for its picture until that is decoded.
public struct PreviewSources: OptionSet, Hashable, Sendable {
  /// One bit for each source.
  public let rawValue: Int

  /// Makes a set of bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// The small JPEG of the EXIF data, of some 160×120 pixels.
  public static let exifThumbnail = PreviewSources(rawValue: 1)
  /// A smaller JPEG behind the picture, as the Multi-Picture Format lists it.
  public static let multiPicturePreview = PreviewSources(rawValue: 2)
  /// The first scans of a progressive JPEG, an eighth of its size; they take some quarter of a millisecond a megapixel.
  public static let firstScans = PreviewSources(rawValue: 4)

  /// Those that are pictures of their own, decoded in about a millisecond whatever the photo's size.
  public static let cheap: PreviewSources = [.exifThumbnail, .multiPicturePreview]
}
