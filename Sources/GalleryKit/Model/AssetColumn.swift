internal import Foundation

/// A property of assets that the catalogue can search and sort by: its name in SQL, and its value in memory.
package enum AssetColumn: String, Hashable, Sendable, CaseIterable {
  case row = "asset.id"
  case identifier = "asset.identifier"
  case created = "asset.created"
  case modified = "asset.modified"
  case isFavorite = "asset.isFavorite"
  case isHidden = "asset.isHidden"
  case latitude = "asset.latitude"
  case longitude = "asset.longitude"
  case subtypes = "asset.subtypes"
  case burst = "asset.burst"
  case burstSelection = "asset.burstSelection"
  case isRepresentative = "asset.isRepresentative"
  case adjustments = "asset.adjustments"
  case width = "file.width"
  case height = "file.height"

  /// A value as SQLite stores it.
  package enum Value: Hashable, Sendable {
    case integer(Int)
    case real(Double)
    /// Text as its bytes: SQLite compares these, while Swift takes two ways to write an accent as the same.
    case utf8([UInt8])

    static func text(_ text: String) -> Self { .utf8(Array(text.utf8)) }
  }

  /// Whether the property is the file's, which a query then has to look at, too.
  package var isOfFile: Bool { self == .width || self == .height }

  /// Whether assets need not have it.
  package var isNullable: Bool {
    self == .latitude || self == .longitude || self == .burst || self == .adjustments
  }

  /// The asset's value, or `nil` where the catalogue has none.
  func value(of asset: Asset) -> Value? {
    switch self {
    case .row: .integer(Int(asset.row))
    case .identifier: .text(asset.localIdentifier)
    case .created: .real(asset.creationDate.timeIntervalSince1970)
    case .modified: .real(asset.modificationDate.timeIntervalSince1970)
    case .isFavorite: .integer(asset.isFavorite ? 1 : 0)
    case .isHidden: .integer(asset.isHidden ? 1 : 0)
    case .latitude: asset.location.map { .real($0.latitude) }
    case .longitude: asset.location.map { .real($0.longitude) }
    case .subtypes: .integer(asset.mediaSubtypes.rawValue)
    case .burst: asset.burstIdentifier.map { .text($0) }
    case .burstSelection: .integer(asset.burstSelectionTypes.rawValue)
    case .isRepresentative: .integer(asset.representsBurst ? 1 : 0)
    case .adjustments: asset.adjustments.map { _ in .integer(1) }
    case .width: .integer(asset.pixelSize.width)
    case .height: .integer(asset.pixelSize.height)
    }
  }
}
