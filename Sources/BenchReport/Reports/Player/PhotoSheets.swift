internal import GalleryKit
package import ScrollSim

/// The sheet of small photos that a page's player draws.
extension SmallPhotos {
  private static let mostColumns = 20
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
    let columns = min(photos.count, Self.mostColumns)
    let size = PixelSize(
      width: columns * side, height: (photos.count + columns - 1) / columns * side)
    var sheet = Square(repeating: SIMD4(255, 255, 255, 255), count: size.width * size.height)
    for (place, photo) in photos.enumerated() {
      let corner = place / columns * side * size.width + place % columns * side
      for row in 0..<side {
        let start = corner + row * size.width
        sheet.replaceSubrange(start..<start + side, with: photo[row * side..<(row + 1) * side])
      }
    }
    guard let buffer = try? PixelBuffer(size: size, pixels: sheet, ledger: MemoryLedger()),
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
