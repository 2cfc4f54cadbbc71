package import GalleryKit

/// A scenario over photos: its layout, image requests, trace and scroll range, which only photos give.
///
/// A scenario becomes one by ``Scenario/over(_:)`` or, if its cells are all alike, by ``Scenario/overPhotos(_:)``.
package struct LaidOutScenario: Sendable {
  package var scenario: Scenario
  package let photoCount: Int
  /// The shapes of all photos; `nil` if cells do not have them.
  let aspectRatios: GridLayout.AspectRatios?

  /// Made in O(photos) if cells have their shapes, else in O(sections).
  package var layout: GridLayout {
    let (screen, grid) = (scenario.screen, scenario.grid)
    return GridLayout(
      viewport: screen.viewport, columns: grid.columns, spacing: grid.spacing, axis: grid.axis,
      sections: grid.sections, aspectRatios: aspectRatios)
  }

  package var targetSize: PixelSize { specification(of: layout.largestCell, .fast).targetSize }

  /// The specification that cells request in a grid with this largest cell, whose pixels are rounded up.
  package func specification(of cell: GridLayout.Size, _ resizeMode: ResizeMode) -> ImageSpecification {
    // Slightly less, so that 128.66… pt × 3, in binary a little more than 386 px, is not rounded up to 387.
    func pixels(_ points: Double) -> Int { Int((points * scenario.screen.scale - 1e-6).rounded(.up)) }
    return ImageSpecification(
      targetSize: PixelSize(width: pixels(cell.width), height: pixels(cell.height)),
      contentMode: scenario.grid.cells == .square ? .aspectFill : .aspectFit, resizeMode: resizeMode)
  }

  /// Whether some screenfuls have more photos than others: with sections, or where cells have their shapes.
  package var hasUnevenScreenfuls: Bool { scenario.grid.cells == .justified || layout.sections != nil }

  /// The number of photos that fill a screenful; where screenfuls are uneven, the mean.
  package var photosPerScreenful: Double {
    let layout = layout
    let length = max(layout.contentLength(itemCount: photoCount), layout.screenful)
    return hasUnevenScreenfuls
      ? Double(photoCount) * layout.screenful / length
      : layout.screenful / layout.rowPitch * Double(scenario.grid.columns)
  }

  package func makeTrace() throws(TraceError) -> ScrollTrace {
    try scenario.trace.trace(within: limits, seed: scenario.seed).played(at: scenario.speed)
  }

  /// Whether the photos fill more than the screen, at first or in a later layout; otherwise they spring back,
  /// however they are pulled.
  var mayScroll: Bool { limits.maximumOffset > 0 || scenario.trace.changesLayout }

  var limits: ScrollLimits { ScrollLimits(layout, itemCount: photoCount) }

  /// The scenario as a result records it.
  package func record(durationSeconds: Double) -> ScenarioRecord {
    let (screen, grid, device) = (scenario.screen, scenario.grid, scenario.device)
    return ScenarioRecord(
      name: scenario.name, about: scenario.about, sha256: scenario.askedSHA256, seed: scenario.seed,
      durationSeconds: durationSeconds, refreshRate: screen.refreshRate,
      screen: [screen.width, screen.height], scale: screen.scale, columns: grid.columns,
      spacing: grid.spacing, axis: grid.axis == .vertical ? nil : grid.axis,
      sections: grid.sections, aspectRatios: aspectRatios?.list, decodeWorkers: device.decodeWorkers,
      memoryBudgetBytes: device.memoryBudgetBytes, limits: scenario.limits, gate: scenario.gate,
      decodeTime: scenario.decodeTime == 1 ? nil : scenario.decodeTime, devicePace: scenario.devicePace)
  }
}

extension Scenario {
  /// The scenario over a number of photos; `nil` if its cells have the shapes of photos, which a number does not give.
  package func overPhotos(_ count: Int) -> LaidOutScenario? {
    grid.cells == .square ? LaidOutScenario(scenario: self, photoCount: count, aspectRatios: nil) : nil
  }
}
