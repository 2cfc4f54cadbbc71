/// The wanted image of an asset: its size, how it fills that size, how closely, which part, in which colours.
///
/// Two requests for one asset with equal specifications are the same work, done once. The initializer normalises
/// specifications, so that equal work has equal ones.
public struct ImageSpecification: Hashable, Sendable {
  /// The size to fill, in pixels; if ``resizeMode`` is ``ResizeMode/none``, only degraded images use it.
  public let targetSize: PixelSize
  /// The wanted part, or empty for the whole picture: an array, since an inline rectangle would double the size of a
  /// specification, and caches hold many of them.
  private var part: [NormalizedRect]
  /// The way in which the picture fills the target.
  public let contentMode: ContentMode
  /// The precision with which the delivered image matches the target.
  public let resizeMode: ResizeMode
  /// The wanted part of the upright picture.
  public var cropRect: NormalizedRect { part.first ?? .whole }
  /// The colour space of the pixels.
  public let colorMode: ColorMode

  /// Makes a specification.
  ///
  /// - Parameters:
  ///   - targetSize: the size to fill; less than a pixel counts as one, and ``PixelSize/maximum`` asks for the picture
  ///     at its own size, whatever `contentMode` and `resizeMode` say.
  ///   - cropRect: the wanted part of the upright picture. A part that is not the whole implies ``ResizeMode/exact``, as in
  ///     PhotoKit, whatever `resizeMode` says.
  public init(
    targetSize: PixelSize, contentMode: ContentMode = .aspectFill, resizeMode: ResizeMode = .fast,
    cropRect: NormalizedRect = .whole, colorMode: ColorMode = .sRGB
  ) {
    let isMaximum = targetSize.clamped == .maximum
    part = cropRect == .whole ? [] : [cropRect]
    let resizeMode = part.isEmpty ? resizeMode : .exact
    self.targetSize = targetSize.clamped
    self.contentMode = isMaximum ? .default : contentMode
    self.resizeMode = isMaximum ? (part.isEmpty ? .none : .exact) : resizeMode
    self.colorMode = colorMode
  }

  /// The specification for a picture of which an edit has kept only a part; that part changes nothing else, and so does not
  /// imply ``ResizeMode/exact``.
  package func of(_ kept: NormalizedRect) -> Self {
    guard kept != .whole else { return self }
    var specification = self
    specification.part = [part.isEmpty ? kept : kept.part(cropRect)]
    return specification
  }
}

extension PixelSize {
  /// The size, at least a pixel each way, and small enough to be multiplied.
  fileprivate var clamped: Self {
    PixelSize(
      width: min(max(1, width), Self.maximum.width), height: min(max(1, height), Self.maximum.height))
  }
}

/// The way in which a picture fills a target of another shape.
public enum ContentMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// All of the picture is inside the target; one side may be shorter.
  case aspectFit
  /// The picture fills the target; the overhang is cropped, evenly on both sides.
  case aspectFill

  /// The default, as in PhotoKit: ``aspectFit``.
  public static let `default` = ContentMode.aspectFit
}

/// The precision with which a delivered image must match the target size.
public enum ResizeMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Full size, as it is stored (but upright).
  case none
  /// The cheapest size that still covers the target: a little larger, never smaller.
  case fast
  /// The target size to the pixel.
  case exact
}

/// The colour space of a delivered image.
public enum ColorMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// sRGB, whatever the file's tag.
  case sRGB
  /// The colours of the file, unchanged and tagged with its profile; sRGB if that profile describes inks or gray.
  case asTagged
}

/// The images that a request may deliver, and their order.
public enum DeliveryMode: String, Hashable, Sendable, Codable, CaseIterable {
  /// Perhaps a degraded image at once, then the final one.
  ///
  /// The degraded image is the nearest available one: another size that is cached or stored, else a thumbnail that the
  /// original embeds, else the first scans of a progressive JPEG.
  case opportunistic
  /// Only the final image.
  case highQualityFormat
  /// The image that is available soonest, and nothing after it.
  case fastFormat
}

/// The wanted state of a photo.
///
/// All versions of a photo that was never edited are the same picture, and the same work.
public enum ImageVersion: String, Hashable, Sendable, Codable, CaseIterable {
  /// With all edits.
  case current
  /// As it was before any edit.
  case unadjusted
  /// The best available original; for photos of one file, the same as ``unadjusted``.
  case original
}
