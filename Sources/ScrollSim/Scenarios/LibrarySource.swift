/// The photos to scroll over.
package enum LibrarySource: Hashable, Sendable {
  /// Photos made for the purpose, the same for the same seed.
  case synthetic(SyntheticSource)
  /// A folder of photos, at this path, repeated up to `photos` if that is given.
  case folder(String, photos: Int? = nil)
}

/// The properties of a synthetic library.
package struct SyntheticSource: Hashable, Sendable {
  /// The number of assets.
  package var photos: Int
  /// The number of distinct files behind them; at most ``photos``.
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

/// The part of a scenario's library in the cloud, and the network to it.
package struct RemoteSource: Hashable, Sendable {
  /// The share of photos whose original is at the origin, 0…1.
  package var share: Double
  /// Seconds from a request to the first byte of its answer.
  package var latency = 0.05
  /// Bits a second that all downloads share.
  package var bandwidth = 50_000_000.0
  /// The share of requests that fail, 0…1.
  package var failures = 0.0
  /// Bytes of originals that may be kept.
  package var storageBytes = 1_000_000_000
  /// Downloads at a time.
  package var downloads = 4
}

/// The changes of a scenario's library while its user scrolls: the same kind of transaction again and again.
package struct ChangeSource: Hashable, Sendable {
  /// Seconds from one transaction to the next.
  package var interval: Double
  /// Photos that each transaction adds, one in two of them the newest of all.
  package var insertions = 0
  /// Photos that each removes.
  package var removals = 0
  /// Photos that get another date, and with it another place.
  package var moves = 0
  /// Photos whose picture changes.
  package var edits = 0
  /// Photos that are reported as changed and have not changed.
  package var touches = 0
}
