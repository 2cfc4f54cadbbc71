package import GalleryKit

/// The photos on a stage: fetched from a library, or computed from a seed.
package enum StageAssets: RandomAccessCollection, Sendable {
  /// Photos of a library, real or made.
  case fetched(FetchResult<Asset>)
  /// Photos of a library over and over, so many in all, each copy with an identifier of its own.
  case repeated(FetchResult<Asset>, count: Int)
  /// Photos that only a model needs.
  case synthetic(SyntheticAssets)
  /// Photos of a library that changes.
  case changing(FetchResult<Asset>)
  /// Photos of a library that changes in memory.
  case listed(ListedAssets)
  /// Photos of which some are in the cloud.
  indirect case remote(StageAssets, RemoteShare)

  package var startIndex: Int { 0 }

  package var endIndex: Int {
    switch self {
    case .fetched(let assets): assets.count
    case .repeated(_, let count): count
    case .changing(let assets): assets.count
    case .synthetic(let assets): assets.count
    case .listed(let assets): assets.count
    case .remote(let assets, _): assets.count
    }
  }

  package subscript(position: Int) -> Asset {
    switch self {
    case .fetched(let assets): assets[position]
    case .repeated(let assets, _): assets[position % assets.count].copy(at: position, of: assets.count)
    case .changing(let assets): assets[position]
    case .synthetic(let assets): assets[position]
    case .listed(let assets): assets[position]
    case .remote(let assets, let share): share.placed(assets[position])
    }
  }

  /// What the photo at a position is known by as long as it is in the library, wherever it goes: of a library that does
  /// not change, its position.
  package func identity(of position: Int) -> Int {
    switch self {
    case .fetched, .repeated, .synthetic: position
    case .changing(let assets): assets.rows.map { Int($0[position]) } ?? position
    case .listed(let assets): Int(assets.rows[position])
    case .remote(let assets, _): assets.identity(of: position)
    }
  }
}

extension StageAssets {
  /// The photos of a library, repeated if there are to be more.
  package init(_ location: LibraryLocation) throws {
    self.init(try location.open().fetchAssets(), atLeast: location.leastPhotos)
  }

  /// The photos, repeated until there are so many.
  package init(_ assets: FetchResult<Asset>, atLeast count: Int?) {
    self =
      if let count, count > assets.count, !assets.isEmpty { .repeated(assets, count: count) } else {
        .fetched(assets)
      }
  }
}

extension Asset {
  /// The asset as it stands at a position of a library that repeats the first `count`.
  ///
  /// Identifiers of synthetic photos begin with zeros, and those of files are hashes: they do not meet.
  fileprivate func copy(at position: Int, of count: Int) -> Asset {
    guard position >= count else { return self }
    var copy = self
    copy.localIdentifier = LocalIdentifier.ofSynthetic(position)
    return copy
  }
}
