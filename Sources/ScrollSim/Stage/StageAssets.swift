package import Foundation
package import GalleryKit

/// The photos on a stage: fetched from a library, or computed from a seed.
package enum StageAssets: RandomAccessCollection, Sendable {
  /// Photos of a library, real or generated, repeated up to `count` if that is more, each copy with its own identifier.
  case fetched(FetchResult<Asset>, count: Int? = nil)
  /// Photos that only a model needs.
  case synthetic(SyntheticAssets)
  /// Photos of a library that changes.
  case changing(FetchResult<Asset>)
  /// Photos of a library that changes in memory.
  case listed(ListedAssets)
  /// Photos, some of them in the cloud.
  indirect case remote(StageAssets, RemoteShare)

  package var startIndex: Int { 0 }

  package var endIndex: Int {
    switch self {
    case .fetched(let assets, let count): count ?? assets.count
    case .changing(let assets): assets.count
    case .synthetic(let assets): assets.count
    case .listed(let assets): assets.count
    case .remote(let assets, _): assets.count
    }
  }

  package subscript(position: Int) -> Asset {
    switch self {
    case .fetched(let assets, _): assets[position % assets.count].copy(at: position, of: assets.count)
    case .changing(let assets): assets[position]
    case .synthetic(let assets): assets[position]
    case .listed(let assets): assets[position]
    case .remote(let assets, let share): share.placed(assets[position])
    }
  }

  /// The position of a photo or, in a library that changes, what stays the same as long as it is there.
  package func identity(of position: Int) -> Int {
    switch self {
    case .fetched, .synthetic: position
    case .changing(let assets): assets.rows.map { Int($0[position]) } ?? position
    case .listed(let assets): Int(assets.rows[position])
    case .remote(let assets, _): assets.identity(of: position)
    }
  }
}

extension StageAssets {
  /// The names of the photos' files, by their identifiers: empty for photos that are no longer there, and `nil` for photos that only
  /// a model has.
  ///
  /// - Complexity: O(photos).
  func fileNames(of identifiers: [String]) -> [String]? {
    guard !identifiers.isEmpty, first?.original.path.hasPrefix("/") == true else { return nil }
    let wanted = Set(identifiers)
    var names: [String: String] = [:]
    for asset in self where wanted.contains(asset.localIdentifier) {
      names[asset.localIdentifier] = asset.original.path.split(separator: "/").last.map(String.init)
    }
    return identifiers.map { names[$0] ?? "" }
  }

  /// The photos of a library, repeated if the location asks for more.
  package init(_ location: LibraryLocation) throws {
    self.init(try location.open().fetchAssets(), atLeast: location.leastPhotos)
  }

  /// The photos, repeated up to `count` if there are fewer.
  package init(_ assets: FetchResult<Asset>, atLeast count: Int?) {
    self = .fetched(assets, count: assets.isEmpty ? nil : count.map { Swift.max($0, assets.count) })
  }

  /// At most `most` photos, drawn at random as cells show them, each file once; of those that can be read, the wanted ones.
  func drawn(_ most: Int, seed: UInt64, where isWanted: (Asset) -> Bool = { _ in true }) -> [Asset] {
    var generator = SeededGenerator(seed: seed)
    var files: Set<String> = []
    var photos: [Asset] = []
    // Where a few files are repeated, most draws are of a file that was drawn before.
    for _ in 0..<most * 10 where photos.count < most && !isEmpty {
      let asset = self[Int.random(in: 0..<count, using: &generator)]
      guard asset.failure == nil, files.insert(asset.original.path).inserted else { continue }
      if isWanted(asset) { photos.append(asset) }
    }
    return photos
  }

  /// The photos' shapes, in order.
  ///
  /// - Complexity: O(distinct photos).
  package var aspectRatios: GridLayout.AspectRatios {
    switch self {
    case .synthetic(let assets): .init(assets.prefix(assets.distinct).map(\.aspectRatio), count: assets.count)
    case .fetched(let assets, let count): .init(assets.map(\.aspectRatio), count: count)
    case .remote(let assets, _): assets.aspectRatios
    case .changing, .listed: .init(map(\.aspectRatio))
    }
  }
}

extension Asset {
  /// The asset at a position of a library that repeats its first `count` photos.
  ///
  /// Identifiers of synthetic photos begin with zeros and those of files are hashes, so they do not collide.
  fileprivate func copy(at position: Int, of count: Int) -> Asset {
    guard position >= count else { return self }
    var copy = self
    copy.localIdentifier = LocalIdentifier.ofSynthetic(position)
    return copy
  }
}

/// The places of a run's originals in the cloud and of their downloads.
package struct CloudLocation: Codable, Hashable, Sendable {
  package var origin: URL
  package var folder: String
  /// The library's folder, which the origin serves.
  package var library: String

  /// The places of a model, which do not exist.
  static let model = CloudLocation(origin: URL(fileURLWithPath: "/origin"), folder: "/originals", library: "")
}

/// Chooses a library's photos in the cloud: the same ones for the same seed, in replay and in model.
package struct RemoteShare: Sendable {
  package let share: Double
  package let seed: UInt64
  package let location: CloudLocation

  /// The asset as this machine has it; each in the cloud has its own original there, though many may share one file.
  package func placed(_ asset: Asset) -> Asset {
    var generator = SeededGenerator(seed: seed, stream: SeededGenerator.hash(of: asset.localIdentifier))
    guard asset.failure == nil, Double(generator.unit()) < share else { return asset }
    let name = asset.localIdentifier
    let file = asset.original.path.dropFirst(location.library.count).drop { $0 == "/" }
    var placed = asset
    placed.original.remoteURL = location.origin.appendingPathComponent("\(name)/\(file)")
    placed.original.path = "\(location.folder)/\(name)"
    return placed
  }
}

/// The parts of a scenario that depend on its photos.
extension Scenario {
  /// The scenario over these photos, whose shapes its layout has if cells do.
  ///
  /// - Complexity: O(distinct photos) if cells have their shapes, else O(1).
  package func over(_ photos: StageAssets) -> LaidOutScenario {
    LaidOutScenario(
      scenario: self, photoCount: photos.count,
      aspectRatios: grid.cells == .justified ? photos.aspectRatios : nil)
  }

  /// The photos, with the remote and local places of those in the cloud.
  func placed(_ photos: StageAssets, in cloud: CloudLocation) -> StageAssets {
    remote.map {
      .remote(photos, RemoteShare(share: $0.share, seed: seed, location: cloud))
    } ?? photos
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
