package import GalleryKit

/// The layout, image requests and scroll range of a scenario's photos.
extension Scenario {
  /// The grid's geometry.
  ///
  /// - Precondition: if cells have the shapes of their photos, these are known (``over(_:)``).
  /// - Complexity: O(photos) where cells have their shapes, else O(sections).
  package var layout: GridLayout {
    precondition(
      grid.cells == .square || grid.aspectRatios != nil,
      "a justified grid is laid out over photos: expected a scenario made by over(_:)")
    return GridLayout(
      viewport: screen.viewport, columns: grid.columns, spacing: grid.spacing, axis: grid.axis,
      sections: grid.sections, aspectRatios: grid.aspectRatios)
  }

  /// The pixels that the largest cell covers, rounded up.
  package var targetSize: PixelSize { targetSize(of: layout.largestCell) }

  /// The pixels that a cell of this size covers, rounded up.
  private func targetSize(of cell: GridLayout.CellSize) -> PixelSize {
    // Slightly less, so that 128.66… pt × 3, in binary a little more than 386 px, is not rounded up to 387.
    func pixels(_ points: Double) -> Int { Int((points * screen.scale - 1e-6).rounded(.up)) }
    return PixelSize(width: pixels(cell.width), height: pixels(cell.height))
  }

  /// How a photo fills its cell, or the largest one.
  package var contentMode: ContentMode { grid.cells == .square ? .aspectFill : .aspectFit }

  /// The specification that cells request in a grid with this largest cell.
  package func specification(of cell: GridLayout.CellSize, _ resizeMode: ResizeMode) -> ImageSpecification {
    ImageSpecification(
      targetSize: targetSize(of: cell), contentMode: contentMode, resizeMode: resizeMode)
  }

  /// The number of photos, out of `count`, that fill a screenful; where cells have their shapes, the mean.
  package func photosPerScreenful(of count: Int) -> Double {
    let layout = layout
    return grid.cells == .justified
      ? Double(count) * layout.screenful / max(layout.contentLength(itemCount: count), layout.screenful)
      : layout.screenful / layout.rowPitch * Double(grid.columns)
  }

  /// The trace over a library of `itemCount` photos.
  ///
  /// - Throws: ``TraceError`` if a recording cannot be read, or its physics does not exist.
  package func makeTrace(itemCount: Int) throws(TraceError) -> ScrollTrace {
    try trace.trace(within: limits(itemCount: itemCount), seed: seed).played(at: speed)
  }

  /// The scroll limits of a library of `itemCount` photos.
  func limits(itemCount: Int) -> ScrollLimits {
    ScrollLimits(layout, itemCount: itemCount)
  }
}
