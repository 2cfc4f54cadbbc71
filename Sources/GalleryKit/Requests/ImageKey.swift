/// What makes two pieces of work the same: the asset, and the image wanted of it.
public struct ImageKey: Hashable, Sendable {
  /// The asset's ``Asset/localIdentifier``.
  public let asset: String
  /// The image wanted of it.
  public let specification: ImageSpecification

  /// Makes a key.
  public init(asset: String, specification: ImageSpecification) {
    self.asset = asset
    self.specification = specification
  }
}

extension ImageKey {
  /// Hashes the asset alone: few assets are wanted in more than one size at a time, and keys are hashed often.
  public func hash(into hasher: inout Hasher) { hasher.combine(asset) }
}

extension ImageKey: Comparable {
  /// A total order, for whoever must not depend on the order in which a set happens to be.
  public static func < (left: Self, right: Self) -> Bool {
    let (a, b) = (left.specification, right.specification)
    return (
      left.asset, a.targetSize.width, a.targetSize.height, a.contentMode.rawValue, a.resizeMode.rawValue
    )
      < (right.asset, b.targetSize.width, b.targetSize.height, b.contentMode.rawValue, b.resizeMode.rawValue)
  }
}
