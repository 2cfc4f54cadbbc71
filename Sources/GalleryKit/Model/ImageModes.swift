/// How a picture fills a target of another shape.
public enum ContentMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// All of the picture is inside the target; one side may be shorter.
  case aspectFit
  /// The target is full of picture; what hangs over is cropped, evenly on both sides.
  case aspectFill

  /// What is taken where nothing is said, as in PhotoKit: ``aspectFit``.
  public static let `default` = ContentMode.aspectFit
}

/// How closely a delivered image must match the target size.
public enum ResizeMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Full size, as it is stored (but upright).
  case none
  /// The cheapest size that still covers the target: a little larger, never smaller.
  case fast
  /// The target size to the pixel.
  case exact
}

/// Which colours the numbers of a delivered image mean.
public enum ColorMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Those of sRGB, whatever the file is tagged with.
  case sRGB
  /// Those of the file, left as they are and tagged with its profile.
  case asTagged
}

/// Which images a request may deliver, and in what order.
public enum DeliveryMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Perhaps a degraded image at once, then the final one.
  ///
  /// The degraded one is the nearest that there is: another size that is cached or stored, else the thumbnail or preview
  /// that the original carries, else the first scans of a progressive JPEG.
  case opportunistic
  /// Only the final image.
  case highQualityFormat
  /// Whatever is there soonest, and nothing after it.
  case fastFormat
}

/// Which state of a photo is wanted.
///
/// Of a photo that was never edited, all versions are the same picture, and the same work.
public enum ImageVersion: String, Hashable, Sendable, Codable, CaseIterable {
  /// With all edits.
  case current
  /// As it was before any edit.
  case unadjusted
  /// The best original that there is; of photos of one file, the same as ``unadjusted``.
  case original
}
