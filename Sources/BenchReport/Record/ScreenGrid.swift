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
    let lengths = 1.0...10_000
    guard let spacing = scenario.spacing, spacing >= 0, scenario.screen.count == 2,
      scenario.screen.allSatisfy(lengths.contains), (1...1000).contains(scenario.columns),
      (1...1000).contains(scenario.refreshRate)
    else { return nil }
    let columns = Double(scenario.columns)
    let side = (scenario.screen[0] - spacing * (columns - 1)) / columns
    guard side > 0, columns * (scenario.screen[1] / side + 1) <= Self.mostCells else { return nil }
    width = scenario.screen[0]
    height = scenario.screen[1]
    self.columns = scenario.columns
    self.spacing = spacing
    refreshRate = scenario.refreshRate
  }
}
