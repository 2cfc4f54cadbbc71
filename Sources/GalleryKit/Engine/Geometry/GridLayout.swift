/// A grid of cells in columns, in closed form.
///
/// It finds the items at an offset in O(1), however many there are, and in O(log n) with n sections or n justified rows.
///
/// Without sections, row r occupies the points from r·(side + spacing) to that plus side; no spacing precedes the first row or
/// follows the last one. A grid that scrolls sideways swaps the axes: its rows are vertical and follow each other from left to
/// right, their cells run downwards, and a top is a left edge.
///
/// With ``aspectRatios``, rows are justified, as in Flickr and Google Photos: a cell has its photo's shape, and a row takes
/// photos until they reach across, then shrinks to the height at which they fill it exactly. ``side``, derived from ``columns``,
/// is the nominal height: no row is higher, and an incomplete row at the end of the content or of a section has it.
///
/// A viewport without room for cells, such as a view's before its first layout, makes the grid empty: it shows no items, and its
/// content has no length.
public struct GridLayout: Hashable, Sendable {
  /// A width and a height in points.
  public struct Size: Hashable, Sendable {
    /// The width.
    public var width: Double
    /// The height.
    public var height: Double

    package var longerSide: Double { max(width, height) }

    /// Points along the scroll axis: one screenful.
    public func length(along axis: Axis) -> Double { axis == .vertical ? height : width }

    /// Points across the scroll axis.
    public func breadth(across axis: Axis) -> Double { axis == .vertical ? width : height }

    /// Makes a size.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// A grid's scroll axis.
  public enum Axis: String, Codable, Hashable, Sendable, CaseIterable {
    /// Down.
    case vertical
    /// Sideways, from the left to the right.
    case horizontal
  }

  /// The visible part of the content.
  public let viewport: Size
  /// Cells in a row; less than 1 counts as 1.
  public let columns: Int
  /// Points between neighbouring cells, on both axes; a value that is negative or not finite counts as 0.
  public let spacing: Double
  /// The grid's scroll axis.
  public let axis: Axis
  /// The sections of its photos; `nil` if the photos follow each other without a break.
  public let sections: Sections?
  /// The aspect ratios of its photos and cells; `nil` if cells are square.
  public let aspectRatios: AspectRatios?
  /// Whether the spacing leaves no room for cells across the viewport.
  public let isEmpty: Bool
  /// The side of a square cell, or the nominal height of a row, in points; 0 in an empty grid.
  public let side: Double
  private let table: SectionTable?
  private let justified: JustifiedRows?

  /// Makes a layout whose columns fill the viewport's width, or its height if it scrolls sideways.
  ///
  /// Beyond the photos of `aspectRatios`, cells are square, without sections. If the spacing leaves no room for cells, the grid is
  /// empty.
  ///
  /// - Complexity: O(listed sections), or O(photos) with `aspectRatios`.
  public init(
    viewport: Size, columns: Int, spacing: Double, axis: Axis = .vertical, sections: Sections? = nil,
    aspectRatios: AspectRatios? = nil
  ) {
    let columns = max(1, columns)
    let spacing = spacing.isFinite ? max(0, spacing) : 0
    self.viewport = viewport
    self.columns = columns
    self.spacing = spacing
    self.axis = axis
    self.sections = sections?.photos.isEmpty == true ? nil : sections
    self.aspectRatios = aspectRatios
    let breadth = viewport.breadth(across: axis)
    let room = (breadth - spacing * Double(columns - 1)) / Double(columns)
    isEmpty = !(room.isFinite && room >= Self.leastSide)
    let side = isEmpty ? 0 : room
    self.side = side
    if isEmpty {
      (table, justified) = (nil, nil)
    } else if let ratios = aspectRatios {
      table = nil
      justified = JustifiedRows(
        count: ratios.count, across: { Self.across(ratios, $0, axis) }, breadth: breadth, height: side,
        spacing: spacing, sections: self.sections)
    } else {
      table = self.sections.map {
        SectionTable($0, columns: columns, pitch: side + spacing, spacing: spacing)
      }
      justified = nil
    }
  }

  /// The viewport's length along the scroll axis, in points.
  public var screenful: Double { viewport.length(along: axis) }

  /// Points from the top of a row of height ``side`` to the top of the next.
  public var rowPitch: Double { side + spacing }

  /// The length of the whole content in points.
  public func contentLength(itemCount: Int) -> Double {
    guard !isEmpty, itemCount > 0 else { return 0 }
    guard table == nil, justified == nil else { return edges(ofItem: itemCount - 1).bottom }
    return Double((itemCount - 1) / columns + 1) * rowPitch - spacing
  }

  /// The largest offset at which the content still fills the viewport; 0 if it is shorter.
  public func maximumOffset(itemCount: Int) -> Double {
    max(0, contentLength(itemCount: itemCount) - screenful)
  }

  /// The items whose cells overlap the interval from `top` to `bottom`, within the content; none if either is NaN.
  public func items(from top: Double, to bottom: Double, itemCount: Int) -> Range<Int> {
    guard bottom > top, !isEmpty else { return 0..<0 }
    let itemCount = max(0, itemCount)
    let (top, bottom) = (near(top), near(bottom))
    let first = min(max(self.item(at: top, or: .down), 0), itemCount)
    return first..<min(max(self.item(at: bottom, or: .up), first), itemCount)
  }

  /// Farther than any content reaches, in points, yet near enough that the numbers of rows and items fit into an `Int`.
  private func near(_ offset: Double) -> Double {
    let farthest = min(1e12, 1e18 / Double(columns) * rowPitch)
    return min(max(offset, -farthest), farthest)
  }

  /// No cell of a smaller side, in points, can be seen.
  private static let leastSide = 1e-3

  /// The first item of the first row that ends below an offset (`.down`), or begins at or below it (`.up`), in endless content.
  private func item(at offset: Double, or rounding: FloatingPointRoundingRule) -> Int {
    func row(_ way: Double) -> Int {
      // A row is at an offset if its cells, not only the spacing after them, reach below the offset.
      Int(((rounding == .down ? way + spacing : way) / rowPitch).rounded(rounding))
    }
    if let justified {
      let listed = rounding == .down ? justified.item(below: offset) : justified.item(from: offset)
      let rest = beyond(justified)
      return listed ?? rest.items.lowerBound + max(0, row(offset - rest.top)) * columns
    }
    guard let section = table?.section(at: offset) else { return row(offset) * columns }
    return min(
      section.items.lowerBound + max(0, row(offset - section.top)) * columns, section.items.upperBound)
  }

  typealias Row = (items: Range<Int>, top: Double, height: Double)

  func row(ofItem item: Int) -> Row {
    // No content has more items, and the numbers of those in the same row and section fit into an `Int`.
    let farthest = Int.max / 2
    let item = min(max(item, -farthest), farthest)
    if let row = justified?.row(ofItem: item) { return row }
    let section = justified.map(beyond) ?? table?.section(ofItem: item)
    let start = section?.items.lowerBound ?? 0
    let row = (item - start) / columns
    let first = start + row * columns
    return (
      first..<min(first + columns, section?.items.upperBound ?? .max),
      (section?.top ?? 0) + Double(row) * rowPitch, side
    )
  }

  /// Whether the viewport never shows more than `items` items, with known aspect ratios or in square cells.
  ///
  /// - Complexity: O(rows) with ``aspectRatios``, else O(1).
  package func neverShows(moreThan items: Int) -> Bool {
    // Rows at both ends may be cut off.
    isEmpty
      || Double(columns) * ((screenful / side).rounded(.up) + 1) <= Double(items)
        && justified?.neverShow(moreThan: items, on: screenful) ?? true
  }

  /// The items beyond the photos with known shapes.
  private func beyond(_ rows: JustifiedRows) -> SectionTable.Place {
    SectionTable.Place(
      items: rows.itemCount..<Int.max, top: rows.itemCount > 0 ? rows.end + spacing : 0)
  }

  /// The same grid in a viewport rotated by 90°: width and height swap, while the columns and the scroll axis stay.
  public var turned: GridLayout {
    GridLayout(
      viewport: Size(width: viewport.height, height: viewport.width), columns: columns, spacing: spacing,
      axis: axis, sections: sections, aspectRatios: aspectRatios)
  }

  /// The same grid with `columns` cells in a row.
  public func with(columns: Int) -> GridLayout {
    GridLayout(
      viewport: viewport, columns: columns, spacing: spacing, axis: axis, sections: sections,
      aspectRatios: aspectRatios)
  }

  /// The offset in another layout of the same items that keeps this layout's first visible item at the top.
  ///
  /// The same share of the item's row stays scrolled off, or the same length of the header or spacing above it stays in view,
  /// unless the end of the content keeps the row farther down. Compose's `LazyGridState` keeps that item, too, with an offset in
  /// pixels.
  public func offset(_ offset: Double, in next: GridLayout, itemCount: Int) -> Double {
    // Neither layout of an empty grid has a row to keep.
    guard !isEmpty, !next.isEmpty else { return 0 }
    let anchor = items(from: offset, to: offset + screenful, itemCount: itemCount).lowerBound
    let (row, nextRow) = (row(ofItem: anchor), next.row(ofItem: anchor))
    let passed = offset - row.top
    let nextPassed = passed < 0 ? passed : passed / row.height * nextRow.height
    return min(max(0, nextRow.top + nextPassed), next.maximumOffset(itemCount: itemCount))
  }
}
