/// Says at any moment which assets a client may see.
package protocol AssetGranting: AnyObject, Sendable {
  /// Whether images of the asset in that row of the catalogue may be had.
  func allows(_ row: UInt32) -> Bool
}

/// The grant that an asset was given under, if any; it does not count when assets are compared.
package struct AssetGrant: Hashable, Sendable {
  private let source: (any AssetGranting)?

  /// Makes a grant; without a source it allows everything.
  package init(_ source: (any AssetGranting)?) { self.source = source }

  /// Whether the source allows images of the asset in that row.
  fileprivate func allows(_ row: UInt32) -> Bool { source?.allows(row) ?? true }

  /// True.
  package static func == (left: Self, right: Self) -> Bool { true }
  /// Adds nothing.
  package func hash(into hasher: inout Hasher) {}
}

extension Asset {
  /// Whether images of the asset may still be had.
  package var isGranted: Bool { grant?.allows(row) ?? true }
}
