internal import Foundation
internal import GalleryKit
package import ScrollSim

/// A result's photos, found again and decoded as small squares.
package struct SmallPhotos {
  /// A square photo's pixels, row by row: red, green, blue, alpha.
  package typealias Square = [SIMD4<UInt8>]

  /// An error: the library was not found, or is not the result's.
  package struct Missing: Error, CustomStringConvertible { package let description: String }

  /// A photo's side in pixels: a multiple of JPEG's blocks, so that neighbours on a sheet do not mix.
  package static let side = 48

  let side: Int
  private let assets: StageAssets
  private let specification: ImageSpecification
  private let ledger = MemoryLedger()

  /// - Parameter folder: the folder of the result's photos; `nil` searches the synthetic libraries in the cache.
  /// - Throws: ``Missing`` if there is no such library, or the error that reading it raises.
  package init(_ record: LibraryRecord, folder: String?, side: Int = SmallPhotos.side) throws {
    let location = try folder.map { try Self.checked($0, record) } ?? Self.cached(record)
    self.init(StageAssets(try location.open().fetchAssets(), atLeast: record.photos), side: side)
  }

  /// Takes known photos; the photos of a model that opens no file are painted small.
  package init(_ assets: StageAssets, side: Int = SmallPhotos.side) {
    (self.side, self.assets) = (side, assets)
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

  /// The name that distinguishes an item's picture from others: its file, or a model photo's number; `nil` if
  /// there is no such item.
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

  private static func cached(_ record: LibraryRecord) throws(Missing) -> LibraryLocation {
    let root = "\(CacheFolder.path)/libraries"
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted()
    for name in names where !name.hasSuffix(".part") {
      let location = LibraryLocation(folder: "\(root)/\(name)")
      guard location.isSynthetic else { continue }
      // A damaged library does not have these photos.
      let isTheirs =
        (try? isRecipe(of: record, in: location.folder)) == true
        || (try? location.open().summary().sha256) == record.sha256
      if isTheirs { return location }
    }
    throw Missing(
      description: "expected the \(record.photos) photos of the result in \(root), found none that match; "
        + "name their folder with '--library', or replay a synthetic scenario once, which makes its photos")
  }

  /// Whether a model over a library of the folder's recipe has the record's checksum.
  private static func isRecipe(of record: LibraryRecord, in folder: String) throws -> Bool {
    guard let recipe = SyntheticLibrary.recipe(in: folder), recipe.source.photos == record.photos,
      recipe.source.distinct == record.distinct
    else { return false }
    let library = try ModelPhotos.prepare(.synthetic(recipe.source), seed: recipe.seed) { _ in }
    return library.record.sha256 == record.sha256
  }

  /// The most photos on a sheet, about 200 kB.
  private static let most = 400

  /// A sheet of the photos that a result's first iterations showed, those of the player's first moment before others; `nil` if there
  /// is nothing to draw.
  ///
  /// - Complexity: every photo is decoded once, at most 400.
  package func sheet(of result: ResultFile) -> PhotoSheet? {
    // A file's place on the sheet; `nil` if it cannot be decoded.
    var places: [String: Int?] = [:]
    var photos: [Square] = []
    var squares: [Int: Int] = [:]
    for item in Self.itemsInOrder(of: result) {
      guard let name = name(of: item) else { continue }
      if places[name] == nil, photos.count < Self.most {
        let photo = thumbnail(item)
        places.updateValue(photo.map { _ in photos.count }, forKey: name)
        if let photo { photos.append(photo) }
      }
      if case .some(.some(let place)) = places[name] { squares[item] = place }
    }
    guard !photos.isEmpty else { return nil }
    let columns = min(photos.count, 20)
    let size = PixelSize(width: columns * side, height: (photos.count + columns - 1) / columns * side)
    var sheet = Square(repeating: SIMD4(255, 255, 255, 255), count: size.width * size.height)
    for (place, photo) in photos.enumerated() {
      let corner = place / columns * side * size.width + place % columns * side
      for row in 0..<side {
        let start = corner + row * size.width
        sheet.replaceSubrange(start..<start + side, with: photo[row * side..<(row + 1) * side])
      }
    }
    guard let buffer = try? PixelBuffer(size: size, pixels: sheet, ledger: MemoryLedger()),
      let jpeg = try? PictureWriter.jpeg(quality: 80).encode(buffer)
    else { return nil }
    return PhotoSheet(jpeg: jpeg, side: side, columns: columns, squares: squares)
  }

  /// Items that showed an image: where the player opens, where it shows all runs side by side, after its opening, and before; the
  /// latter two in the order of their first images.
  private static func itemsInOrder(of result: ResultFile) -> [Int] {
    let opening = PlayerOpening(result)
    let start = opening?.frame ?? 0
    var first: [Int: Int] = [:]
    for run in result.runs where run.iteration == 0 {
      for change in run.playback?.decoded() ?? [] where change.state.showsImage {
        first[change.item] = min(first[change.item] ?? .max, change.frame)
      }
    }
    let items = first.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    let atMoments = ((opening?.items ?? []) + (opening?.itemsSideBySide ?? [])).filter { first[$0] != nil }
    return (atMoments + items.filter { $0.value >= start }.map(\.key) + items.map(\.key)).uniqued
  }
}

/// The photos of a result as small squares in one JPEG, for its page's player.
package struct PhotoSheet: Sendable {
  /// The JPEG: squares from left to right, row by row.
  let jpeg: [UInt8]
  /// Pixels of a square.
  let side: Int
  /// Squares in a row.
  let columns: Int
  /// The square of each item, counted from the top left; an item without one is drawn in its mean colour.
  let squares: [Int: Int]
}
