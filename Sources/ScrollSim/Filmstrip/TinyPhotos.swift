package import BenchReport
internal import GalleryKit

/// Makes the sheet of small photos that a page's player draws.
package enum TinyPhotos {
  /// A photo's side in pixels: a multiple of JPEG's blocks, so that neighbours do not mix.
  private static let side = 48
  private static let mostColumns = 20
  /// The most pictures on a sheet, about 200 kB.
  private static let most = 400

  /// The photos of a library, at a sheet's size.
  package static func library(_ assets: StageAssets) -> FilmLibrary { FilmLibrary(assets, side: side) }

  /// The photos of a result, found again, at a sheet's size.
  ///
  /// - Throws: as ``FilmLibrary`` does.
  package static func library(of result: ResultFile, folder: String?) throws -> FilmLibrary {
    try FilmLibrary(result.library, folder: folder, side: side)
  }

  /// A sheet of the photos that a result's first iterations showed, those of the player's first moment before others; `nil` if there is nothing to draw.
  package static func sheet(of result: ResultFile, from library: FilmLibrary) -> PhotoSheet? {
    sheet(of: itemsInOrder(of: result), from: library)
  }

  /// A sheet of some items; `nil` if there is nothing to draw.
  ///
  /// - Complexity: every picture is decoded once, at most ``most``.
  package static func sheet(of items: [Int], from library: FilmLibrary) -> PhotoSheet? {
    var places: [String: Int] = [:]
    var pictures: [Picture] = []
    var squares: [Int: Int] = [:]
    for item in items {
      guard let name = library.name(of: item) else { continue }
      if let place = places[name] {
        squares[item] = place
      } else if pictures.count < most, let picture = library.thumbnail(item) {
        places[name] = pictures.count
        squares[item] = pictures.count
        pictures.append(picture)
      }
    }
    guard !pictures.isEmpty else { return nil }
    let columns = min(pictures.count, mostColumns)
    let rows = (pictures.count + columns - 1) / columns
    var sheet = Picture(
      width: columns * side, height: rows * side, colour: .init(255, 255, 255, 255))
    let whole = Picture.Area(x: 0, y: 0, width: sheet.width, height: sheet.height)
    for (place, picture) in pictures.enumerated() {
      let area = Picture.Area(
        x: place % columns * side, y: place / columns * side, width: side, height: side)
      sheet.draw(picture, over: area, within: whole)
    }
    guard let buffer = try? sheet.buffer(ledger: MemoryLedger()),
      let jpeg = try? JPEGWriter(quality: 80).encode(buffer)
    else { return nil }
    return PhotoSheet(jpeg: jpeg, side: side, columns: columns, squares: squares)
  }

  /// Every item that showed an image: those on screen where the player opens, then those where it shows all runs side by side, those
  /// that come on screen after its opening, and those before, in the order of their first images.
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
