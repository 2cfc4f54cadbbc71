package import GalleryKit

/// How a scenario's photos are laid out, what their cells ask for, and how far they scroll.
extension Scenario {
  /// The grid's geometry.
  ///
  /// - Precondition: where cells have the shapes of their photos, these are known (``over(_:)``).
  /// - Complexity: O(photos) where cells have their shapes, else O(sections).
  package var layout: GridLayout {
    precondition(
      grid.cells == .square || grid.aspectRatios != nil,
      "a justified grid is laid out over photos: expected a scenario made by over(_:)")
    return GridLayout(
      viewport: screen.viewport, columns: grid.columns, spacing: grid.spacing, axis: grid.axis,
      sections: grid.sections, aspectRatios: grid.aspectRatios)
  }

  /// What the largest cell covers, in pixels, rounded up.
  package var targetSize: PixelSize { targetSize(of: layout.largestCell) }

  /// What a cell covers that is so large.
  private func targetSize(of cell: GridLayout.CellSize) -> PixelSize {
    // A hair less, lest 128.66… pt × 3, in binary a touch more than 386 px, be rounded up to 387.
    func pixels(_ points: Double) -> Int { Int((points * screen.scale - 1e-6).rounded(.up)) }
    return PixelSize(width: pixels(cell.width), height: pixels(cell.height))
  }

  /// How a photo fills its cell, or the largest one.
  package var contentMode: ContentMode { grid.cells == .square ? .aspectFill : .aspectFit }

  /// What cells ask for in a grid whose largest one is so large.
  package func specification(of cell: GridLayout.CellSize, _ resizeMode: ResizeMode) -> ImageSpecification {
    ImageSpecification(
      targetSize: targetSize(of: cell), contentMode: contentMode, resizeMode: resizeMode)
  }

  /// How many photos of so many fill a screenful; where cells have their shapes, on average.
  package func photosPerScreenful(of count: Int) -> Double {
    let layout = layout
    return grid.cells == .justified
      ? Double(count) * layout.screenful / max(layout.contentLength(itemCount: count), layout.screenful)
      : layout.screenful / layout.rowPitch * Double(grid.columns)
  }

  /// The trace over a library of that many photos.
  ///
  /// - Throws: ``TraceError`` if a recording cannot be read, or its physics does not exist.
  package func makeTrace(itemCount: Int) throws(TraceError) -> ScrollTrace {
    try trace.trace(within: limits(itemCount: itemCount), seed: seed).played(at: speed)
  }

  /// How far a library of that many photos scrolls.
  func limits(itemCount: Int) -> ScrollLimits {
    ScrollLimits(layout, itemCount: itemCount)
  }
}
