package import GalleryKit

/// The parts of a scenario that depend on its photos.
extension Scenario {
  /// The scenario over these photos, whose shapes its layout has if cells do.
  ///
  /// Runs, models and bounds take this one. A worker in its own process finds the same shapes.
  ///
  /// - Complexity: O(distinct photos) if cells have their shapes, else O(1).
  package func over(_ photos: StageAssets) -> LaidOutScenario {
    LaidOutScenario(
      self, photoCount: photos.count, aspectRatios: grid.cells == .justified ? photos.aspectRatios : nil)
  }
}

extension LaidOutScenario {
  /// The bytes of a cell's image in memory; where cells have the photos' shapes, the mean over the first thousand.
  package func imageBytes(over photos: StageAssets) -> Int {
    let some = photos.prefix(1000)
    guard scenario.grid.cells == .justified, !some.isEmpty else { return targetSize.decodedByteCount }
    let specification = specification(of: layout.largestCell, .exact)
    return some.reduce(0) { $0 + $1.predictedByteCount(as: specification) } / some.count
  }
}

extension StageAssets {
  /// The photos' shapes, in order.
  ///
  /// - Complexity: O(distinct photos).
  package var aspectRatios: GridLayout.AspectRatios {
    switch self {
    case .synthetic(let assets):
      .init(assets.prefix(assets.distinct).map(\.aspectRatio), count: assets.count)
    case .repeated(let assets, let count): .init(assets.map(\.aspectRatio), count: count)
    case .remote(let assets, _): assets.aspectRatios
    case .fetched, .changing, .listed: .init(map(\.aspectRatio))
    }
  }
}
