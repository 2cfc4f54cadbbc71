internal import Foundation
internal import GalleryKit
package import ScrollSim

/// A result's photos, found again and decoded as small squares.
package struct SmallPhotos {
  /// A square photo's pixels, row by row: red, green, blue, alpha.
  package typealias Square = [SIMD4<UInt8>]

  /// An error: the library was not found, or is not the result's.
  package struct Missing: Error, CustomStringConvertible {
    package let description: String
  }

  /// A photo's side in pixels: a multiple of JPEG's blocks, so that neighbours on a sheet do not mix.
  package static let side = 48

  let side: Int
  private let assets: StageAssets
  private let specification: ImageSpecification
  private let ledger = MemoryLedger()

  /// Finds the photos.
  ///
  /// - Parameters:
  ///   - record: the result's record of them.
  ///   - folder: their folder; `nil` searches the synthetic libraries in the cache.
  ///   - side: a square's side in pixels.
  /// - Throws: ``Missing`` if there is no such library, or the error that reading it raises.
  package init(_ record: LibraryRecord, folder: String?, side: Int = SmallPhotos.side) throws {
    let location = try folder.map { try Self.checked($0, record) } ?? Self.cached(record)
    self.init(StageAssets(try location.open().fetchAssets(), atLeast: record.photos), side: side)
  }

  /// Takes known photos; the photos of a model that opens no file are painted small.
  package init(_ assets: StageAssets, side: Int = SmallPhotos.side) {
    self.side = side
    self.assets = assets
    specification = ImageSpecification(
      targetSize: PixelSize(width: side, height: side), contentMode: .aspectFill, resizeMode: .exact)
  }

  /// The photo of an item, cut to a square; `nil` if there is no such item, or if it cannot be decoded.
  package func thumbnail(_ item: Int) -> Square? {
    guard assets.indices.contains(item) else { return nil }
    if case .synthetic(let photos) = assets {
      return photos.sketch(at: item, side: side).map { SIMD4($0.red, $0.green, $0.blue, 255) }
    }
    return try? ImageDecoder.decode(
      path: assets[item].original.path, as: specification, ledger: ledger
    ).pixels.pixels
  }

  /// The name that tells an item's picture from others: its file, or a model photo's number; `nil` if there is no such item.
  package func name(of item: Int) -> String? {
    guard assets.indices.contains(item) else { return nil }
    if case .synthetic(let photos) = assets { return "\(item % photos.distinct)" }
    return assets[item].original.path
  }

  private static func checked(_ folder: String, _ record: LibraryRecord) throws -> LibraryLocation {
    let library = try PreparedLibrary.prepare(.folder(folder), seed: 0) { _ in }
    guard try library.record.sha256 == record.sha256 || isRecipe(of: record, in: library.location.folder)
    else {
      throw Missing(
        description: "\(folder): expected the \(record.photos) photos of the result, found "
          + "\(library.record.photos) others; name the folder that was scrolled over")
    }
    return library.location
  }

  private static func cached(_ record: LibraryRecord) throws -> LibraryLocation {
    let root = "\(CacheFolder.path)/libraries"
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted()
    for name in names where !name.hasSuffix(".part") {
      let location = LibraryLocation(folder: "\(root)/\(name)")
      guard location.isSynthetic else { continue }
      if try isRecipe(of: record, in: location.folder) { return location }
      if try location.open().summary().sha256 == record.sha256 { return location }
    }
    throw Missing(
      description: "expected the \(record.photos) photos of the result in \(root), found none that match; "
        + "name their folder by '--library', or replay a synthetic scenario once, which makes its photos")
  }

  /// Whether a model over a library of the folder's recipe has the record's checksum.
  private static func isRecipe(of record: LibraryRecord, in folder: String) throws -> Bool {
    guard let recipe = SyntheticLibrary.recipe(in: folder), recipe.source.photos == record.photos,
      recipe.source.distinct == record.distinct
    else { return false }
    let library = try ModelPhotos.prepare(.synthetic(recipe.source), seed: recipe.seed) { _ in }
    return library.record.sha256 == record.sha256
  }
}
