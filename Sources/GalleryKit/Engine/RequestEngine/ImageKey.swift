/// The identity of a piece of work: the asset, its wanted image, and whether a degraded image will do.
package struct ImageKey: Hashable, Sendable, Comparable {
  package enum Kind: UInt8, Hashable, Sendable {
    case image
    /// A degraded image: another size from the thumbnail store, the embedded thumbnail, or the first scan.
    case degraded
    /// Nothing: the original is wanted as stored.
    case original

    var isDecoded: Bool { self != .original }
  }

  /// The asset's ``Asset/localIdentifier``.
  package var asset: String { assetKey.identifier }
  package let specification: ImageSpecification

  package private(set) var kind: Kind

  /// The asset's ``Asset/contentRevision``, beside its origin: earlier revisions have other keys.
  package let revision: Int

  let assetKey: AssetKey

  package init(_ asset: Asset, specification: ImageSpecification, kind: Kind = .image) {
    self.init(
      asset: asset.localIdentifier, revision: Self.origin(of: asset) &+ asset.contentRevision,
      specification: specification, kind: kind)
  }

  /// A number for an asset's place in its library, since identifiers come from names: another library may have the same one, and
  /// so may a later asset of this library, once this one is deleted.
  private static func origin(of asset: Asset) -> Int {
    guard asset.row != 0 else { return 0 }
    var hasher = Hasher()
    hasher.combine(asset.original.path)
    hasher.combine(asset.row)
    return hasher.finalize() << 32
  }

  package init(asset: String, revision: Int = 0, specification: ImageSpecification, kind: Kind = .image) {
    self.assetKey = AssetKey(asset)
    self.revision = revision
    self.specification = specification
    self.kind = kind
  }

  package static func original(of asset: Asset) -> Self {
    Self(asset, specification: ImageSpecification(targetSize: .maximum), kind: .original)
  }

  package func of(_ kind: Kind) -> Self {
    var key = self
    key.kind = kind
    return key
  }

  /// Whether it wants the same part of the same revision of the same asset.
  func isOfSamePicture(as other: Self) -> Bool {
    assetKey == other.assetKey && revision == other.revision
      && specification.cropRect == other.specification.cropRect
  }

  /// Hashes the asset alone: few assets are wanted in more than one size at a time, and keys are hashed often.
  package func hash(into hasher: inout Hasher) { hasher.combine(assetKey) }

  package func _rawHashValue(seed: Int) -> Int { assetKey._rawHashValue(seed: seed) }

  /// A total order, for results that must not depend on the order of a set.
  package static func < (left: Self, right: Self) -> Bool {
    guard left.asset == right.asset else { return left.asset < right.asset }
    guard left.revision == right.revision else { return left.revision < right.revision }
    guard left.kind == right.kind else { return left.kind.rawValue < right.kind.rawValue }
    return left.specification.precedes(right.specification)
  }
}

/// An identifier with its hash value beside it: a key is made once and looked up many times.
///
/// Dictionaries call `_rawHashValue(seed:)`, a requirement of `Hashable` that the standard library implements with a second round
/// of hashing. The hash value has been through one already, so this type hands it over as it is. Without that method everything
/// still works, only slower.
struct AssetKey: Hashable, Sendable {
  let identifier: String
  /// Valid only in this process, since Swift's hash values differ from process to process.
  let hash: Int

  init(_ identifier: String) {
    self.identifier = identifier
    self.hash = identifier.hashValue
  }

  static func == (left: Self, right: Self) -> Bool {
    left.hash == right.hash && left.identifier == right.identifier
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  func _rawHashValue(seed: Int) -> Int { hash ^ seed }
}

extension ImageSpecification {
  fileprivate func precedes(_ other: Self) -> Bool {
    let (own, others) = (modes, other.modes)
    return own == others ? cropRect < other.cropRect : own < others
  }

  private var modes: (Int, Int, String, String, String) {
    (targetSize.width, targetSize.height, contentMode.rawValue, resizeMode.rawValue, colorMode.rawValue)
  }
}
