/// The grid on a scenario's screen, as far as it takes to draw it: lengths in points.
public struct ScreenGrid: Hashable, Sendable, Encodable {
  /// The screen's width.
  public let width: Double
  /// The screen's height.
  public let height: Double
  /// Cells in a row.
  public let columns: Int
  /// Between neighbouring cells.
  public let spacing: Double
  /// Frames a second.
  public let refreshRate: Int

  /// The side of a cell, which is square.
  var side: Double { (width - spacing * Double(columns - 1)) / Double(columns) }

  /// No screen shows more cells at once.
  private static let mostCells = 20_000.0

  /// The grid of a scenario; `nil` if its record was made before spacing was noted, or tells what no scenario can.
  public init?(_ scenario: ScenarioRecord) {
    guard let spacing = scenario.spacing, scenario.screen.count == 2 else { return nil }
    self.init(
      width: scenario.screen[0], height: scenario.screen[1], columns: scenario.columns, spacing: spacing,
      refreshRate: scenario.refreshRate)
  }

  /// `nil` where no scenario has such a grid.
  private init?(width: Double, height: Double, columns: Int, spacing: Double, refreshRate: Int) {
    let lengths = 1.0...10_000
    guard spacing >= 0, lengths.contains(width), lengths.contains(height), (1...1000).contains(columns),
      (1...1000).contains(refreshRate)
    else { return nil }
    let cells = Double(columns)
    let side = (width - spacing * (cells - 1)) / cells
    guard side > 0, cells * (height / side + 1) <= Self.mostCells else { return nil }
    self.width = width
    self.height = height
    self.columns = columns
    self.spacing = spacing
    self.refreshRate = refreshRate
  }

  fileprivate func laidOut(as layout: PlaybackRecord.Layout) -> ScreenGrid? {
    ScreenGrid(
      width: layout.width, height: layout.height, columns: layout.columns, spacing: spacing,
      refreshRate: refreshRate)
  }
}

/// The grid on a scenario's screen from frame to frame, as a run lays it out.
public struct ScreenLayouts: Sendable {
  /// The grid at first.
  public let first: ScreenGrid
  /// The grids after it, each from a frame on.
  public private(set) var later: [(frame: Int, grid: ScreenGrid)] = []

  /// The layouts that a run's record tells; `nil` if it tells what no scenario can.
  public init?(_ first: ScreenGrid, _ playback: PlaybackRecord?) {
    self.first = first
    for layout in playback?.layouts ?? [] {
      guard let grid = first.laidOut(as: layout) else { return nil }
      later.append((layout.frame, grid))
    }
  }

  /// The grid at a frame.
  subscript(frame: Int) -> ScreenGrid { later.last { $0.frame <= frame }?.grid ?? first }
}
