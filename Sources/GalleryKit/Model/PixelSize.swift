/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable, Codable {
  /// Pixels across.
  public var width: Int
  /// Pixels down.
  public var height: Int

  /// Larger than any picture; as a target, it asks for the picture as it is.
  public static let maximum = PixelSize(width: 1 << 30, height: 1 << 30)

  /// Makes a size of `width` × `height` pixels.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// What the size costs decoded: four bytes a pixel, whatever the file weighs.
  public var decodedByteCount: Int { width * height * 4 }

  /// Millions of pixels.
  public var megapixels: Double { Double(width) * Double(height) / 1_000_000 }

  /// Whether there is no pixel in it.
  public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// The size with width and height exchanged.
  public var transposed: PixelSize { PixelSize(width: height, height: width) }
}

extension PixelSize: CustomStringConvertible {
  /// The size as `4032×3024`.
  public var description: String { "\(width)×\(height)" }
}
