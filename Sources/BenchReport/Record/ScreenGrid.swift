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
  /// What its photos are divided into; `nil` if they follow each other without a break.
  public let sections: SectionsRecord?
  /// Frames a second.
  public let refreshRate: Int

  private var isSideways: Bool { axis == .horizontal }

  /// The length of the screen along the way that the grid scrolls.
  var screenful: Double { isSideways ? width : height }

  /// The side of a cell, which is square.
  var side: Double {
    ((isSideways ? height : width) - spacing * Double(columns - 1)) / Double(columns)
  }

  /// The items of so many that are on the screen at an offset, with the upper left corners of their cells.
  ///
  /// - Complexity: O(items + sections that are listed).
  func cells(at offset: Double, of photos: Int) -> [(item: Int, x: Double, y: Double)] {
    let pitch = side + spacing
    return rows(at: offset, of: photos).flatMap { items, along in
      items.map { item in
        let across = Double(item - items.lowerBound) * pitch
        return isSideways ? (item, along, across) : (item, across, along)
      }
    }
  }

  /// The rows on the screen: the items of each, and where it begins along the way that the grid scrolls.
  private func rows(at offset: Double, of photos: Int) -> [(items: Range<Int>, along: Double)] {
    let pitch = side + spacing
    let (list, header) = (sections?.photos ?? [photos], sections?.header ?? 0)
    func rowCount(_ items: Int) -> Int { (items + columns - 1) / columns }
    func length(_ items: Int) -> Double { header + Double(rowCount(items)) * pitch - spacing }
    // A damaged record may say any offset. Whole lists above the screen are passed over.
    let items = list.reduce(0, +)
    let round = sections == nil ? 0 : max(0, (offset / list.reduce(0) { $0 + length($1) }).rounded(.down))
    guard items > 0, round.isFinite, round <= Double(photos / items) else { return [] }
    var start = Int(round) * items
    var top = round * list.reduce(0) { $0 + length($1) } - offset
    var rows: [(items: Range<Int>, along: Double)] = []
    var place = 0
    while start < photos, top < screenful {
      let count = min(list[place % list.count], photos - start)
      let begin = top + header
      let most = Double(rowCount(count))
      let first = min(max(0, ((spacing - begin) / pitch).rounded(.down)), most)
      let end = min(max(first, ((screenful - begin) / pitch).rounded(.up)), most)
      for row in Int(first)..<Int(end) {
        let item = start + row * columns
        rows.append((item..<min(item + columns, start + count), begin + Double(row) * pitch))
      }
      (start, top, place) = (start + count, top + length(count), place + 1)
    }
    return rows
  }

  /// No screen shows more cells at once.
  private static let mostCells = 20_000.0

  /// The grid of a scenario; `nil` if its record was made before spacing was noted, or tells what no scenario can.
  public init?(_ scenario: ScenarioRecord) {
    guard let spacing = scenario.spacing, scenario.screen.count == 2 else { return nil }
    self.init(
      width: scenario.screen[0], height: scenario.screen[1], columns: scenario.columns, spacing: spacing,
      axis: scenario.axis, sections: scenario.sections, refreshRate: scenario.refreshRate)
  }

  /// `nil` where no scenario has such a grid.
  private init?(
    width: Double, height: Double, columns: Int, spacing: Double, axis: ScrollAxis?,
    sections: SectionsRecord?, refreshRate: Int
  ) {
    let lengths = 1.0...10_000
    guard spacing >= 0, lengths.contains(width), lengths.contains(height), (1...1000).contains(columns),
      (1...1000).contains(refreshRate), sections?.isPossible ?? true
    else { return nil }
    self.width = width
    self.height = height
    self.columns = columns
    self.spacing = spacing
    self.axis = axis
    self.sections = sections
    self.refreshRate = refreshRate
    guard side > 0, Double(columns) * (screenful / side + 1) <= Self.mostCells else { return nil }
  }

  fileprivate func laidOut(as layout: PlaybackRecord.Layout) -> ScreenGrid? {
    ScreenGrid(
      width: layout.width, height: layout.height, columns: layout.columns, spacing: spacing,
      axis: axis, sections: sections, refreshRate: refreshRate)
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
