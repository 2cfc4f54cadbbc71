/// The way that a grid scrolls.
public enum ScrollAxis: String, Codable, Hashable, Sendable {
  /// Down.
  case vertical
  /// Sideways.
  case horizontal
}

/// The grid on a scenario's screen, as far as it takes to draw it: lengths in points.
public struct ScreenGrid: Hashable, Sendable, Encodable {
  /// The screen's width.
  public let width: Double
  /// The screen's height.
  public let height: Double
  /// Cells in a row, or one below the other in a grid that scrolls sideways.
  public let columns: Int
  /// Between neighbouring cells.
  public let spacing: Double
  /// The way that it scrolls; `nil` where it scrolls down.
  public let axis: ScrollAxis?
  /// Frames a second.
  public let refreshRate: Int

  private var isSideways: Bool { axis == .horizontal }

  /// The length of the screen along the way that the grid scrolls.
  var screenful: Double { isSideways ? width : height }

  /// The side of a cell, which is square.
  var side: Double {
    ((isSideways ? height : width) - spacing * Double(columns - 1)) / Double(columns)
  }

  /// Where the upper left corner of an item's cell is on the screen.
  func corner(ofItem item: Int, offset: Double) -> (x: Double, y: Double) {
    let pitch = side + spacing
    let (across, along) = (Double(item % columns) * pitch, Double(item / columns) * pitch - offset)
    return isSideways ? (along, across) : (across, along)
  }

  /// No screen shows more cells at once.
  private static let mostCells = 20_000.0

  /// The grid of a scenario; `nil` if its record was made before spacing was noted, or tells what no scenario can.
  public init?(_ scenario: ScenarioRecord) {
    guard let spacing = scenario.spacing, scenario.screen.count == 2 else { return nil }
    self.init(
      width: scenario.screen[0], height: scenario.screen[1], columns: scenario.columns, spacing: spacing,
      axis: scenario.axis, refreshRate: scenario.refreshRate)
  }

  /// `nil` where no scenario has such a grid.
  private init?(
    width: Double, height: Double, columns: Int, spacing: Double, axis: ScrollAxis?, refreshRate: Int
  ) {
    let lengths = 1.0...10_000
    guard spacing >= 0, lengths.contains(width), lengths.contains(height), (1...1000).contains(columns),
      (1...1000).contains(refreshRate)
    else { return nil }
    self.width = width
    self.height = height
    self.columns = columns
    self.spacing = spacing
    self.axis = axis
    self.refreshRate = refreshRate
    guard side > 0, Double(columns) * (screenful / side + 1) <= Self.mostCells else { return nil }
  }

  fileprivate func laidOut(as layout: PlaybackRecord.Layout) -> ScreenGrid? {
    ScreenGrid(
      width: layout.width, height: layout.height, columns: layout.columns, spacing: spacing,
      axis: axis, refreshRate: refreshRate)
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
