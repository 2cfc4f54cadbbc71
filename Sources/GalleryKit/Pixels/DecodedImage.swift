/// An image as a decoder made it: upright pixels, and what making them took.
public struct DecodedImage: Sendable {
  /// The picture.
  public private(set) var pixels: PixelBuffer
  /// What the pixels' colours mean, or `nil` for sRGB.
  public var colorProfile: ColorProfile? { remarks?.colorProfile }
  /// What is wrong with the picture, in the decoder's words, or `nil` if it is sound.
  public var damage: String? { remarks?.damage }
  /// What is wrong beside the picture, which itself is sound, such as a colour profile that makes no sense.
  public var warnings: [String] { remarks?.warnings ?? [] }
  /// Bytes read from the original.
  public let bytesRead: Int
  /// Pixels that the decoder really produced, before cropping and resizing.
  public let decodedPixels: Int

  /// What there is to say of few images; of most, nothing is kept and nothing counted.
  private final class Remarks: Sendable {
    let colorProfile: ColorProfile?
    let damage: String?
    let warnings: [String]

    init?(_ colorProfile: ColorProfile?, _ damage: String?, _ warnings: [String]) {
      guard colorProfile != nil || damage != nil || !warnings.isEmpty else { return nil }
      self.colorProfile = colorProfile
      self.damage = damage
      self.warnings = warnings
    }
  }

  private let remarks: Remarks?

  /// Whether something else holds the pixels, too; to be asked of an image where it is, since a copy holds them as well.
  mutating func isHeldElsewhere() -> Bool { !isKnownUniquelyReferenced(&pixels) }

  package init(
    pixels: PixelBuffer, colorProfile: ColorProfile? = nil, damage: String? = nil, warnings: [String] = [],
    bytesRead: Int = 0, decodedPixels: Int = 0
  ) {
    self.pixels = pixels
    remarks = Remarks(colorProfile, damage, warnings)
    self.bytesRead = bytesRead
    self.decodedPixels = decodedPixels
  }
}

/// What an image's numbers mean as colours: an ICC profile.
public struct ColorProfile: Hashable, Sendable {
  /// The profile as its file carries it, or, where a PNG states its colours in chunks of its own, one made of them.
  public let bytes: [UInt8]

  /// Takes the bytes of a profile as they are.
  public init(bytes: [UInt8]) { self.bytes = bytes }
}
