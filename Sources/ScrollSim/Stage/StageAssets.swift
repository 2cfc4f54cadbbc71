package import GalleryKit

/// The photos on a stage: fetched from a library, or computed from a seed.
package enum StageAssets: RandomAccessCollection, Sendable {
  /// Photos of a library, real or made.
  case fetched(FetchResult)
  /// Photos that only a model needs.
  case synthetic(SyntheticAssets)
  /// Photos of which some are in the cloud.
  indirect case remote(StageAssets, RemoteShare)

  package var startIndex: Int { 0 }

  package var endIndex: Int {
    switch self {
    case .fetched(let assets): assets.count
    case .synthetic(let assets): assets.count
    case .remote(let assets, _): assets.count
    }
  }

  package subscript(position: Int) -> Asset {
    switch self {
    case .fetched(let assets): assets[position]
    case .synthetic(let assets): assets[position]
    case .remote(let assets, let share): share.placed(assets[position])
    }
  }
}
