import Foundation
import GalleryKit
import Support
import TestSupport
import Testing

@testable import GalleryRequests

/// A folder with photos and a place for a thumbnail store.
struct StoreFixture {
  let folder = TemporaryFolder()
  let ledger = MemoryLedger()
  let problems = Locked<[ThumbnailStore.Failure]>([])

  /// The folder of the stores.
  var place: String { folder.file("thumbnails") }

  /// The failures that stores reported, by kind.
  var told: [ThumbnailStore.Failure.Kind] { problems.withLock { $0.map(\.kind) } }

  /// Writes a photo, and returns the asset that an index would make of it.
  func photo(_ name: String, _ width: Int = 120, _ height: Int = 90, red: UInt8 = 200) throws -> Asset {
    let path = folder.file("\(name).jpg")
    let picture = try TestImage.plain(width, height, rgba: [red, 90, 30, 255])
    try PictureWriter.jpeg(quality: 90).write(picture, to: path)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return Asset(
      localIdentifier: name, pixelSize: PixelSize(width: 120, height: 90),
      creationDate: Date(timeIntervalSince1970: 0),
      modificationDate: attributes[.modificationDate] as? Date ?? .distantPast,
      original: Original(path: path, format: .jpegBaseline, byteCount: attributes[.size] as? Int ?? 0))
  }

  /// Opens a persistent store.
  func store(limit: Int = 10_000_000) throws -> ThumbnailStore {
    try ThumbnailStore(.persistent(folder: place), byteLimit: limit) { [problems] problem in
      problems.withLock { $0.append(problem) }
    }
  }

  func key(_ asset: Asset, _ side: Int = 24) throws -> ThumbnailKey {
    try #require(ThumbnailKey(asset: asset, specification: Self.specification(side)))
  }

  /// The asset's original as it is now.
  func original(of asset: Asset) throws -> OriginalState {
    try #require(OriginalState(path: asset.original.path))
  }

  static func specification(_ side: Int) -> ImageSpecification {
    ImageSpecification(targetSize: PixelSize(width: side, height: side), resizeMode: .exact)
  }

  /// Keeps a picture as the asset's thumbnail, without any decoding.
  @discardableResult
  func keep(
    _ asset: Asset, _ side: Int = 24, profile: ColorProfile? = nil, in store: ThumbnailStore
  ) throws -> PixelBuffer {
    let picture = try TestImage.gradient(side, side)
    let image = DecodedImage(pixels: picture, colorProfile: profile)
    store.insert(image, for: try key(asset, side), of: try original(of: asset))
    return picture
  }

  /// A photo, and a store that keeps a picture as its thumbnail.
  func kept() throws -> (photo: Asset, store: ThumbnailStore, picture: PixelBuffer) {
    let photo = try photo("a")
    let store = try store()
    return (photo, store, try keep(photo, in: store))
  }

  /// The store's image for the asset, or `nil`.
  func image(_ asset: Asset, in store: ThumbnailStore) throws -> DecodedImage? {
    store.image(for: try key(asset), of: try original(of: asset), ledger: ledger)
  }

  /// The pixels of that image.
  func found(_ asset: Asset, in store: ThumbnailStore) throws -> PixelBuffer? {
    try image(asset, in: store)?.pixels
  }

  func nearest(to side: Int, of asset: Asset, in store: ThumbnailStore) throws -> DecodedImage? {
    store.nearestImage(to: try key(asset, side), of: try original(of: asset), ledger: ledger)
  }

  /// The files of entries.
  var entries: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: place).filter { $0.contains("-24x24-") }.sorted()
        .map { "\(place)/\($0)" }
    }
  }
}
