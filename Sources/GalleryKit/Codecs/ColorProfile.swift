/// What an image's numbers mean as colours: an ICC profile.
public struct ColorProfile: Hashable, Sendable {
  /// The profile as its file carries it, or, where a PNG states its colours in chunks of its own, one made of them.
  public let bytes: [UInt8]

  /// Takes the bytes of a profile as they are.
  public init(bytes: [UInt8]) { self.bytes = bytes }
}
