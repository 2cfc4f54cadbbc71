/// Which state of an original some bytes belong to, as its origin told: bytes of two versions are never joined.
public struct OriginalVersion: Hashable, Sendable, Codable {
  /// The `ETag`, with its quotes; `nil` if the origin gave none.
  public var entityTag: String?
  /// The `Last-Modified`, as it came, if it tells versions apart; see ``OriginAnswer``.
  public var lastModified: String?
  /// Bytes of the whole original; `nil` if the origin did not say.
  public var byteCount: Int?
  /// The SHA-256 digest of the whole original, 32 bytes; `nil` if the origin gave none.
  public var digest: [UInt8]?

  /// Makes a version.
  public init(
    entityTag: String? = nil, lastModified: String? = nil, byteCount: Int? = nil, digest: [UInt8]? = nil
  ) {
    self.entityTag = entityTag
    self.lastModified = lastModified
    self.byteCount = byteCount
    self.digest = digest
  }

  /// What to say in `If-Range`, or `nil` if a download of this version cannot be resumed.
  ///
  /// A weak tag does not do, because the bytes may differ under the same one (RFC 9110, 13.1.5).
  public var condition: String? {
    if let entityTag { return entityTag.hasPrefix("W/") ? nil : entityTag }
    return lastModified
  }

  /// Whether what both say contradicts itself.
  public func differs(from other: OriginalVersion) -> Bool {
    Self.differ(entityTag, other.entityTag) || Self.differ(lastModified, other.lastModified)
      || Self.differ(byteCount, other.byteCount) || Self.differ(digest, other.digest)
  }

  private static func differ<Value: Equatable>(_ one: Value?, _ other: Value?) -> Bool {
    guard let one, let other else { return false }
    return one != other
  }
}
