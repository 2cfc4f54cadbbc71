/// The photos to scroll over.
package enum LibrarySource: Hashable, Sendable {
  /// Photos made for the purpose, the same for the same seed.
  case synthetic(SyntheticSource)
  /// A folder of photos, at this path.
  case folder(String)
}

/// What a synthetic library is like.
package struct SyntheticSource: Hashable, Sendable {
  /// Assets.
  package var photos: Int
  /// Distinct files behind them; at most ``photos``.
  package var distinct: Int
  /// Sizes of the files, in millions of pixels.
  package var megapixels: ClosedRange<Double>
  /// The share of PNG files, 0…1; the others are JPEG.
  package var png: Double
  /// The share of JPEG files that carry an embedded thumbnail, 0…1.
  package var embeddedThumbnails: Double

  package init(
    photos: Int, distinct: Int = 48, megapixels: ClosedRange<Double> = 2...12, png: Double = 0,
    embeddedThumbnails: Double = 0.5
  ) {
    self.photos = photos
    self.distinct = distinct
    self.megapixels = megapixels
    self.png = png
    self.embeddedThumbnails = embeddedThumbnails
  }
}
