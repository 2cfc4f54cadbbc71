/// An image as a decoder made it: upright pixels, and what making them took.
public struct DecodedImage: Sendable {
  /// The picture.
  public let pixels: PixelBuffer
  /// What the pixels' colours mean, or `nil` for sRGB.
  public let colorProfile: ColorProfile?
  /// What is wrong with the picture, in the decoder's words, or `nil` if it is sound.
  public let damage: String?
  /// What is wrong beside the picture, which itself is sound, such as a colour profile that makes no sense.
  public let warnings: [String]
  /// Bytes read from the original.
  public let bytesRead: Int
  /// Pixels that the decoder really produced, before cropping and resizing.
  public let decodedPixels: Int

  package init(
    pixels: PixelBuffer, colorProfile: ColorProfile? = nil, damage: String? = nil, warnings: [String] = [],
    bytesRead: Int = 0, decodedPixels: Int = 0
  ) {
    self.pixels = pixels
    self.colorProfile = colorProfile
    self.damage = damage
    self.warnings = warnings
    self.bytesRead = bytesRead
    self.decodedPixels = decodedPixels
  }
}
