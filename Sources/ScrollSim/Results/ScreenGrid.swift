package import GalleryKit

/// The grid on a scenario's screen, as a result records it.
package struct ScreenGrid: Hashable, Sendable {
  /// The layout of its cells, in points.
  package let layout: GridLayout
  package var refreshRate: Int { scenario.refreshRate }
  private let scenario: ScenarioRecord
  private let photos: Int

  /// Makes the grid of a scenario over a number of photos; `nil` if its record lacks the spacing or holds impossible values.
  package init?(_ scenario: ScenarioRecord, photos: Int) {
    let axis = scenario.axis ?? .vertical
    let lengths = 1.0...10_000
    guard let spacing = scenario.spacing, spacing >= 0, scenario.screen.count == 2,
      scenario.screen.allSatisfy(lengths.contains), scenario.sections?.isPossible ?? true
    else { return nil }
    if let ratios = scenario.aspectRatios {
      guard !ratios.isEmpty, ratios.allSatisfy(GridLayout.AspectRatios.range.contains),
        (0...10_000_000).contains(photos)
      else { return nil }
    }
    let viewport = GridLayout.Size(width: scenario.screen[0], height: scenario.screen[1])
    guard (1...1000).contains(scenario.columns), (1...1000).contains(scenario.refreshRate),
      spacing * Double(scenario.columns - 1) < viewport.breadth(across: axis)
    else { return nil }
    layout = GridLayout(
      viewport: viewport, columns: scenario.columns, spacing: spacing, axis: axis,
      sections: scenario.sections,
      aspectRatios: scenario.aspectRatios.map { GridLayout.AspectRatios($0, count: photos) })
    (self.scenario, self.photos) = (scenario, photos)
    guard layout.neverShows(moreThan: Self.mostCells) else { return nil }
  }

  /// The most cells on the screen at once.
  private static let mostCells = 20_000

  /// The cells on the screen at an offset, in order.
  package func cells(at offset: Double) -> [GridLayout.Cell] {
    // A damaged record may have any offset.
    (-1e9...1e9).contains(offset) ? layout.cells(at: offset, itemCount: photos) : []
  }

  fileprivate func laidOut(as next: PlaybackRecord.Layout) -> ScreenGrid? {
    var turned = scenario
    (turned.screen, turned.columns) = ([next.width, next.height], next.columns)
    return ScreenGrid(turned, photos: photos)
  }
}

extension ScreenGrid: Encodable {
  private enum CodingKeys: CodingKey { case width, height, columns, spacing, axis, sections, refreshRate }

  /// Writes the fields from which a player lays out the grid; it has the photos and their shapes once for all of its grids.
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(layout.viewport.width, forKey: .width)
    try container.encode(layout.viewport.height, forKey: .height)
    try container.encode(layout.columns, forKey: .columns)
    try container.encode(layout.spacing, forKey: .spacing)
    try container.encodeIfPresent(layout.axis == .vertical ? nil : layout.axis, forKey: .axis)
    try container.encodeIfPresent(layout.sections, forKey: .sections)
    try container.encode(refreshRate, forKey: .refreshRate)
  }
}

/// The grid on a scenario's screen from frame to frame, as a run lays it out.
package struct ScreenLayouts: Sendable {
  package let first: ScreenGrid
  /// The later grids, each from a frame on.
  package private(set) var later: [(frame: Int, grid: ScreenGrid)] = []

  /// Makes the layouts of a run's record; `nil` if the record holds impossible values.
  package init?(_ first: ScreenGrid, _ playback: PlaybackRecord?) {
    self.first = first
    for layout in playback?.layouts ?? [] {
      guard let grid = first.laidOut(as: layout) else { return nil }
      later.append((layout.frame, grid))
    }
  }

  package subscript(frame: Int) -> ScreenGrid { later.last { $0.frame <= frame }?.grid ?? first }
}

extension GridLayout.Sections {
  static let mostListed = 1000
  static let mostPhotos = 1_000_000
  /// The largest header, in points.
  static let mostHeader = 1000.0

  var isPossible: Bool {
    (1...Self.mostListed).contains(photos.count)
      && photos.allSatisfy { (1...Self.mostPhotos).contains($0) } && (0...Self.mostHeader).contains(header)
  }
}
