/// A grid of square cells in columns, in closed form: O(1) from an offset to the items there, however many.
///
/// Row r occupies the points from r·(side + spacing) to that plus side; there is no spacing before the first row
/// or after the last one.
public struct GridLayout: Hashable, Sendable {
  /// A width and a height in points.
  public struct Viewport: Hashable, Sendable {
    /// Points across.
    public var width: Double
    /// Points down; one screenful.
    public var height: Double

    var longerSide: Double { max(width, height) }

    /// Makes a viewport.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// The visible part of the content.
  public let viewport: Viewport
  /// Cells in a row; at least 1.
  public let columns: Int
  /// Points between neighbouring cells, both ways.
  public let spacing: Double

  /// Makes a layout whose columns fill the viewport's width.
  public init(viewport: Viewport, columns: Int, spacing: Double) {
    precondition(columns > 0, "a grid needs at least one column")
    precondition(
      viewport.width > spacing * Double(columns - 1), "the spacing leaves no room for cells")
    self.viewport = viewport
    self.columns = columns
    self.spacing = spacing
  }

  /// The side of a cell in points.
  public var side: Double { (viewport.width - spacing * Double(columns - 1)) / Double(columns) }

  /// Points from the top of one row to the top of the next.
  public var rowPitch: Double { side + spacing }

  /// Rows that `itemCount` items need.
  public func rowCount(itemCount: Int) -> Int { (itemCount + columns - 1) / columns }

  /// The length of the whole content in points.
  public func contentHeight(itemCount: Int) -> Double {
    max(0, Double(rowCount(itemCount: itemCount)) * rowPitch - spacing)
  }

  /// The largest offset at which the content still fills the viewport; 0 if it is shorter.
  public func maximumOffset(itemCount: Int) -> Double {
    max(0, contentHeight(itemCount: itemCount) - viewport.height)
  }

  /// The rows whose cells overlap the open interval from `top` to `bottom`, as if there were endlessly many
  /// either way.
  public func rows(from top: Double, to bottom: Double) -> Range<Int> {
    guard bottom > top else { return 0..<0 }
    // A row is still there at `top` if its cells, not only the spacing after them, reach below it.
    let first = Int(((top + spacing) / rowPitch).rounded(.down))
    let end = Int((bottom / rowPitch).rounded(.up))
    return first..<max(first, end)
  }

  /// The items whose cells overlap the interval from `top` to `bottom`, within the content.
  public func items(from top: Double, to bottom: Double, itemCount: Int) -> Range<Int> {
    let rows = rows(from: top, to: bottom)
    let first = min(max(rows.lowerBound * columns, 0), itemCount)
    let end = min(max(rows.upperBound * columns, first), itemCount)
    return first..<end
  }

  /// Where the top of an item's cell is.
  public func top(ofItem item: Int) -> Double { Double(item / columns) * rowPitch }

  /// The share of the item's cell, 0…1, that a viewport at `offset` shows.
  public func visibleShare(ofItem item: Int, offset: Double) -> Double {
    let top = top(ofItem: item)
    let visible = min(top + side, offset + viewport.height) - max(top, offset)
    return min(max(visible / side, 0), 1)
  }

  /// How many cells' worth of area a viewport at `offset` shows of these items, which must be neighbours.
  ///
  /// - Complexity: O(rows).
  public func visibleArea(of items: Range<Int>, offset: Double) -> Double {
    var area = 0.0
    var item = items.lowerBound
    while item < items.upperBound {
      let end = min((item / columns + 1) * columns, items.upperBound)
      area += Double(end - item) * visibleShare(ofItem: item, offset: offset)
      item = end
    }
    return area
  }
}

// MARK: Laid out anew

extension GridLayout {
  /// The same grid on a viewport that was turned by a quarter: width and height change places, and a row has as many cells.
  ///
  /// - Precondition: the spacing leaves room for cells across the new width.
  public var turned: GridLayout {
    GridLayout(
      viewport: Viewport(width: viewport.height, height: viewport.width), columns: columns, spacing: spacing)
  }

  /// The same grid with so many cells in a row.
  ///
  /// - Precondition: the spacing leaves room for them.
  public func with(columns: Int) -> GridLayout {
    GridLayout(viewport: viewport, columns: columns, spacing: spacing)
  }

  /// The offset at which another layout of the same items has at its top what this one has there.
  ///
  /// The first item in view stays the anchor, and as large a share of its row remains scrolled off; only the content's end
  /// may hold it farther down. Compose's `LazyGridState` keeps that item, too, with an offset in pixels.
  ///
  /// - Parameters:
  ///   - offset: where this layout is scrolled to.
  ///   - next: the other layout.
  ///   - itemCount: how many items there are.
  public func offset(_ offset: Double, in next: GridLayout, itemCount: Int) -> Double {
    let anchor = items(from: offset, to: offset + viewport.height, itemCount: itemCount).lowerBound
    let share = (offset - top(ofItem: anchor)) / side
    return min(
      max(0, next.top(ofItem: anchor) + share * next.side), next.maximumOffset(itemCount: itemCount))
  }
}
