/// The image that is wanted of an asset: how large, how it fills that size, and how closely.
///
/// Two requests for one asset with equal specifications are the same work, done once.
public struct ImageSpecification: Hashable, Sendable {
  /// The size to fill, in pixels; not looked at where ``resizeMode`` is ``ResizeMode/none``.
  public let targetSize: PixelSize
  /// How the picture fills the target.
  public let contentMode: ContentMode
  /// How closely the delivered image matches the target.
  public let resizeMode: ResizeMode

  /// Makes a specification.
  public init(targetSize: PixelSize, contentMode: ContentMode = .aspectFill, resizeMode: ResizeMode = .fast) {
    self.targetSize = targetSize
    self.contentMode = contentMode
    self.resizeMode = resizeMode
  }
}
