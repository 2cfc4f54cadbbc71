/// The image that is wanted of an asset: how large, how it fills that size, how closely, which part, in which colours.
///
/// Two requests for one asset with equal specifications are the same work, done once; so that equal work has equal
/// specifications, the initializer brings them to one form.
public struct ImageSpecification: Hashable, Sendable {
  /// The size to fill, in pixels; where ``resizeMode`` is ``ResizeMode/none``, only degraded images are made by it.
  public let targetSize: PixelSize
  /// Where there is one, which is seldom: it would be as large as all of the rest, and caches are full of specifications.
  private let part: Part?
  /// How the picture fills the target.
  public let contentMode: ContentMode
  /// How closely the delivered image matches the target.
  public let resizeMode: ResizeMode
  /// The part of the upright picture that is wanted.
  public var cropRect: NormalizedRect { part?.rect ?? .whole }
  /// Which colours the pixels mean.
  public let colorMode: ColorMode

  /// Makes a specification.
  ///
  /// - Parameters:
  ///   - targetSize: the size to fill; less than a pixel counts as one, and ``PixelSize/maximum`` asks for the picture
  ///     at its own size, whatever `contentMode` and `resizeMode` say.
  ///   - contentMode: how the picture, or the part of it that is wanted, fills the target.
  ///   - resizeMode: how closely the image matches the target.
  ///   - cropRect: the part that is wanted of the upright picture. Less than all implies ``ResizeMode/exact``, as in
  ///     PhotoKit, whatever `resizeMode` says.
  ///   - colorMode: which colours the pixels mean.
  public init(
    targetSize: PixelSize, contentMode: ContentMode = .aspectFill, resizeMode: ResizeMode = .fast,
    cropRect: NormalizedRect = .whole, colorMode: ColorMode = .sRGB
  ) {
    let isMaximum = targetSize == .maximum
    part = cropRect == .whole ? nil : Part(cropRect)
    let resizeMode = part == nil ? resizeMode : .exact
    self.targetSize = targetSize.clamped
    self.contentMode = isMaximum ? .default : contentMode
    self.resizeMode = isMaximum ? (part == nil ? .none : .exact) : resizeMode
    self.colorMode = colorMode
  }
}

extension ImageSpecification {
  /// The same of a picture of which an edit has left only a part; that part changes nothing else, and so implies no
  /// ``ResizeMode/exact``.
  package func of(_ part: NormalizedRect) -> Self {
    part == .whole ? self : Self(self, cropRect: self.part.map { part.part($0.rect) } ?? part)
  }

  private init(_ specification: Self, cropRect: NormalizedRect) {
    targetSize = specification.targetSize
    contentMode = specification.contentMode
    resizeMode = specification.resizeMode
    colorMode = specification.colorMode
    part = Part(cropRect)
  }

  /// A rectangle, equal to all that are as large and in the same place.
  private final class Part: Hashable, Sendable {
    let rect: NormalizedRect

    init(_ rect: NormalizedRect) { self.rect = rect }

    static func == (left: Part, right: Part) -> Bool { left.rect == right.rect }
    func hash(into hasher: inout Hasher) { hasher.combine(rect) }
  }
}

extension PixelSize {
  /// At least a pixel each way, and small enough to be multiplied.
  fileprivate var clamped: Self {
    PixelSize(
      width: min(max(1, width), Self.maximum.width), height: min(max(1, height), Self.maximum.height))
  }
}

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
  /// The degraded one is the nearest that there is: another size that is cached or stored, else a thumbnail
  /// that the original embeds, else the first scans of a progressive JPEG.
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
