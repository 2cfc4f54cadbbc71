internal import GalleryEngine

/// What a file is, by its uniform type identifier.
public struct ContentType: Hashable, Sendable {
  /// The identifier, such as `public.jpeg`.
  public let identifier: String

  /// Makes a type of that identifier.
  public init(_ identifier: String) { self.identifier = identifier }

  /// A JPEG.
  public static let jpeg = ContentType("public.jpeg")
  /// A PNG.
  public static let png = ContentType("public.png")
  /// A picture of any format.
  public static let image = ContentType("public.image")
  /// Bytes of any kind.
  public static let data = ContentType("public.data")

  /// Whether whatever is of this type is of the other one, too.
  public func conforms(to other: ContentType) -> Bool {
    self == other || other == .data || other == .image && (self == .jpeg || self == .png)
  }
}
