package import GalleryKit

/// A table's costs of images by format, resize mode and reduction.
package struct CostLookup: Sendable {
  private struct Key: Hashable {
    let format: ImageFormat
    let mode: ResizeMode
    let isAtAnEighth: Bool
  }

  private let images: [Key: CostTable.Image]

  /// Sorts the images of all formats.
  package init(_ images: [CostTable.Image]) {
    self.images = images.reduce(into: [:]) { found, image in
      for isAtAnEighth in image.atAnEighth.map({ [$0] }) ?? [true, false] {
        let key = Key(format: image.format, mode: image.resizeMode, isAtAnEighth: isAtAnEighth)
        found[key] = found[key] ?? image
      }
    }
  }

  /// The costs of such an image; `nil` if the table has none.
  package func image(
    _ format: ImageFormat, _ mode: ResizeMode, _ estimate: DecodeEstimate
  ) -> CostTable.Image? {
    images[Key(format: format, mode: mode, isAtAnEighth: estimate.isAtAnEighth)]
  }
}
