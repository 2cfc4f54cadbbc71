internal import GRDB
internal import Locking

/// What a client may see at this moment: shared by all assets that it was given, so that taking access back holds for
/// images of assets that it still has.
final class AccessGrant: Sendable {
  private enum Extent {
    case everything
    case nothing
    case rows(Set<UInt32>)
  }

  private let extent = Locked(Extent.nothing)

  /// Whether images of the asset in that row may be had.
  func allows(_ row: UInt32) -> Bool {
    extent.withLock { extent in
      switch extent {
      case .everything: true
      case .nothing: false
      case .rows(let rows): rows.contains(row)
      }
    }
  }

  /// Takes over what the catalogue says.
  func update(_ status: AuthorizationStatus, of client: String, _ db: Database) throws {
    let rows =
      status == .limited
      ? try Set(UInt32.fetchAll(db, sql: "SELECT asset FROM permitted WHERE client = ?", arguments: [client]))
      : []
    extent.withLock { extent in
      extent =
        switch status {
        case .authorized: .everything
        case .limited: .rows(rows)
        case .notDetermined, .restricted, .denied: .nothing
        }
    }
  }
}

/// The grant that an asset was given under, if any; it is no part of what the asset is.
package struct AssetGrant: Hashable, Sendable {
  let grant: AccessGrant?

  init(_ grant: AccessGrant?) { self.grant = grant }

  /// True.
  package static func == (left: Self, right: Self) -> Bool { true }
  /// Nothing.
  package func hash(into hasher: inout Hasher) {}
}

extension Asset {
  /// Whether whoever was given the asset may still have images of it.
  var isGranted: Bool { grant?.grant?.allows(row) ?? true }
}

extension ImageError {
  /// Says that images of the asset may not be had.
  init(accessDeniedTo asset: Asset) {
    self.init(
      asset: asset.localIdentifier, reason: "access to this photo was not granted, or was taken back",
      kind: .accessDenied)
  }
}
