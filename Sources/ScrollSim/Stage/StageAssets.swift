package import GalleryKit

/// The photos on a stage: fetched from a library, or computed from a seed.
package enum StageAssets: RandomAccessCollection, Sendable {
  /// Photos of a library, real or made.
  case fetched(FetchResult<Asset>)
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
    case .changing(let assets): assets.count
    case .synthetic(let assets): assets.count
    case .listed(let assets): assets.count
    case .remote(let assets, _): assets.count
    }
  }

  package subscript(position: Int) -> Asset {
    switch self {
    case .fetched(let assets): assets[position]
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
    case .fetched, .synthetic: position
    case .changing(let assets): assets.rows.map { Int($0[position]) } ?? position
    case .listed(let assets): Int(assets.rows[position])
    case .remote(let assets, _): assets.identity(of: position)
    }
  }
}

extension Asset {
  /// What the asset's image will weigh in memory, known without decoding it.
  func predictedByteCount(as specification: ImageSpecification) -> Int {
    let stored = orientation.swapsAxes ? pixelSize.transposed : pixelSize
    return ImageDecoder.outputSize(
      storedSize: stored, orientation: orientation, format: original.format, as: specification,
      adjustments: adjustments
    ).decodedByteCount
  }
}
