package import GalleryKit

/// The properties of a library of marked photos.
package struct MarkedSource: Hashable, Sendable {
  /// The number of photos, at most ``mostPhotos``.
  package var photos: Int
  /// About how many millions of pixels a photo has, within ``megapixelRange``.
  package var megapixels: Double
  /// The kind of file.
  package var format: DecodedImage.FileFormat
  /// Whether all photos are landscapes that are stored upright.
  package var isLandscape: Bool
  /// The seed of dates, shapes and noise.
  package var seed: UInt64

  /// The most photos that tags can tell apart.
  package static var mostPhotos: Int { MarkedPattern.mostPhotos }
  /// From the smallest picture whose modules are whole blocks of a JPEG to what the largest sensors make.
  package static let megapixelRange = 0.05...200.0

  package init(
    photos: Int, megapixels: Double = 12, format: DecodedImage.FileFormat = .jpeg, isLandscape: Bool = false,
    seed: UInt64 = 1
  ) {
    self.photos = photos
    self.megapixels = megapixels
    self.format = format
    self.isLandscape = isLandscape
    self.seed = seed
  }

  /// Whether files are stored turned: programs differ in what they do with the turn of other formats than JPEG.
  var storesTurned: Bool { format == .jpeg && !isLandscape }

  /// Bits a pixel of a JPEG: the medians of the project's test photos, of those that cameras made with about 12 megapixels
  /// (0.183 bytes a pixel), and of those of less than 1.5 megapixels.
  static func bitsPerPixel(of size: PixelSize) -> Float { size.megapixels < 1.5 ? 2.8 : 1.46 }
}
