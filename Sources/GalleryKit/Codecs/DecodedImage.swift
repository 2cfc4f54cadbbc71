/// An image as a decoder made it: upright pixels, and what making them took.
public struct DecodedImage: Sendable {
  /// The picture.
  public let pixels: PixelBuffer
  /// What is wrong with the picture, in the decoder's words, or `nil` if it is sound.
  public let damage: String?
  /// Bytes read from the original.
  public let bytesRead: Int
  /// Pixels that the decoder really produced, before cropping and resizing.
  public let decodedPixels: Int

  package init(pixels: PixelBuffer, damage: String? = nil, bytesRead: Int = 0, decodedPixels: Int = 0) {
    self.pixels = pixels
    self.damage = damage
    self.bytesRead = bytesRead
    self.decodedPixels = decodedPixels
  }
}
