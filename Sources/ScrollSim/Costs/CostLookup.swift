package import GalleryKit

/// A table's costs of images by format, resize mode and reduction, and of photos that it knows.
package struct CostLookup: Sendable {
  private struct Key: Hashable {
    let format: ImageFormat
    let mode: ResizeMode
    let isAtAnEighth: Bool
  }

  private let images: [Key: CostTable.Image]
  private let ownPhotos: [ResizeMode: [String: CostTable.OwnPhoto]]

  /// Sorts a table's images of all formats, and its own photos.
  package init(_ table: CostTable) {
    self.init(table.imagesOfAllFormats, ownPhotos: table.ownPhotos ?? [])
  }

  /// Sorts images and photos.
  package init(_ images: [CostTable.Image], ownPhotos: [CostTable.OwnPhoto] = []) {
    self.images = images.reduce(into: [:]) { found, image in
      for isAtAnEighth in image.atAnEighth.map({ [$0] }) ?? [true, false] {
        let key = Key(format: image.format, mode: image.resizeMode, isAtAnEighth: isAtAnEighth)
        found[key] = found[key] ?? image
      }
    }
    self.ownPhotos = ownPhotos.reduce(into: [:]) { $0[$1.resizeMode, default: [:]][$1.path] = $1 }
  }

  /// The costs of such an image; `nil` if the table has none.
  package func image(
    _ format: ImageFormat, _ mode: ResizeMode, _ estimate: DecodeEstimate
  ) -> CostTable.Image? {
    images[Key(format: format, mode: mode, isAtAnEighth: estimate.isAtAnEighth)]
  }

  /// The measured time of this photo over the formula's; `nil` if it was not measured.
  package func factor(of original: Original, _ mode: ResizeMode) -> Double? {
    guard !ownPhotos.isEmpty, let own = ownPhotos[mode]?[original.path] else { return nil }
    return own.byteCount == original.byteCount ? own.factor : nil
  }
}
