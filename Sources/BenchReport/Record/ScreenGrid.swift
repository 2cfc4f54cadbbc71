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
  /// The shapes of its photos, the list over and over, where cells have them; `nil` where cells are square.
  public let aspectRatios: [Double]?
  /// Frames a second.
  public let refreshRate: Int
  /// How many photos there are.
  private let photos: Int
  /// Its rows, where cells have their photos' shapes.
  private let justified: JustifiedRows?

  /// A player has the photos and their shapes once for all of its grids.
  private enum CodingKeys: CodingKey { case width, height, columns, spacing, axis, sections, refreshRate }

  /// A cell on the screen, with its upper left corner.
  struct Cell: Hashable {
    let item: Int
    let x: Double
    let y: Double
    let width: Double
    let height: Double
  }

  private var isSideways: Bool { axis == .horizontal }

  /// The length of the screen along the way that the grid scrolls.
  var screenful: Double { isSideways ? width : height }

  /// The side of a cell that is square, or how high rows of cells are at most that have their photos' shapes.
  var side: Double {
    ((isSideways ? height : width) - spacing * Double(columns - 1)) / Double(columns)
  }

  /// The cells that are on the screen at an offset, in order.
  ///
  /// - Complexity: O(items + sections that are listed).
  func cells(at offset: Double) -> [Cell] {
    if let justified { return cells(of: justified, at: offset) }
    let pitch = side + spacing
    return rows(at: offset).flatMap { items, along in
      items.map { item in
        cell(item, across: Double(item - items.lowerBound) * pitch, along: along, side, side)
      }
    }
  }

  private func cells(of justified: JustifiedRows, at offset: Double) -> [Cell] {
    justified.rows(from: offset, length: screenful).flatMap { row in
      var across = 0.0
      return row.items.map { item in
        let breadth = Self.across(item, aspectRatios ?? [1], isSideways: isSideways) * row.height
        defer { across += breadth + spacing }
        return cell(item, across: across, along: row.top - offset, breadth, row.height)
      }
    }
  }

  private func cell(_ item: Int, across: Double, along: Double, _ breadth: Double, _ length: Double) -> Cell {
    isSideways
      ? Cell(item: item, x: along, y: across, width: length, height: breadth)
      : Cell(item: item, x: across, y: along, width: breadth, height: length)
  }

  /// A photo's measure across the way that the grid scrolls, over that along it.
  private static func across(_ item: Int, _ ratios: [Double], isSideways: Bool) -> Double {
    let ratio = ratios[item % ratios.count]
    return isSideways ? 1 / ratio : ratio
  }

  /// The rows on the screen: the items of each, and where it begins along the way that the grid scrolls.
  private func rows(at offset: Double) -> [(items: Range<Int>, along: Double)] {
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
  private static let mostCells = 20_000
  /// No library has more photos.
  private static let mostPhotos = 10_000_000
  /// The shapes that cells have.
  private static let ratios = 0.05...20.0

  /// The grid of a scenario over so many photos; `nil` if its record was made before spacing was noted, or tells what no
  /// scenario can.
  public init?(_ scenario: ScenarioRecord, photos: Int) {
    guard let spacing = scenario.spacing, scenario.screen.count == 2 else { return nil }
    self.init(
      width: scenario.screen[0], height: scenario.screen[1], columns: scenario.columns, spacing: spacing,
      axis: scenario.axis, sections: scenario.sections, aspectRatios: scenario.aspectRatios, photos: photos,
      refreshRate: scenario.refreshRate)
  }

  /// `nil` where no scenario has such a grid.
  private init?(
    width: Double, height: Double, columns: Int, spacing: Double, axis: ScrollAxis?,
    sections: SectionsRecord?, aspectRatios: [Double]?, photos: Int, refreshRate: Int
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
    self.aspectRatios = aspectRatios
    self.photos = photos
    let isSideways = axis == .horizontal
    let (breadth, length) = isSideways ? (height, width) : (width, height)
    let side = (breadth - spacing * Double(columns - 1)) / Double(columns)
    guard side > 0, Double(columns) * (length / side + 1) <= Double(Self.mostCells) else { return nil }
    guard let aspectRatios else {
      justified = nil
      return
    }
    guard !aspectRatios.isEmpty, aspectRatios.allSatisfy(Self.ratios.contains),
      (0...Self.mostPhotos).contains(photos)
    else { return nil }
    let rows = JustifiedRows(
      count: photos, across: { Self.across($0, aspectRatios, isSideways: isSideways) }, breadth: breadth,
      height: side, spacing: spacing, sections: sections)
    guard rows.neverShow(moreThan: Self.mostCells, on: length) else { return nil }
    justified = rows
  }

  fileprivate func laidOut(as layout: PlaybackRecord.Layout) -> ScreenGrid? {
    ScreenGrid(
      width: layout.width, height: layout.height, columns: layout.columns, spacing: spacing,
      axis: axis, sections: sections, aspectRatios: aspectRatios, photos: photos, refreshRate: refreshRate)
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
