/// A grid of square cells in columns, in closed form: O(1) from an offset to the items there, however many, and O(log n) in a
/// grid of n sections.
///
/// Without sections, row r occupies the points from r·(side + spacing) to that plus side; there is no spacing before the first row
/// or after the last one. A grid that scrolls sideways is the same on its side: its rows stand upright, one to the right of
/// the other, their cells one below the other, and what is down or a top here is to the right or a left edge there.
public struct GridLayout: Hashable, Sendable {
  /// A width and a height in points.
  public struct Viewport: Hashable, Sendable {
    /// Points across.
    public var width: Double
    /// Points down.
    public var height: Double

    var longerSide: Double { max(width, height) }

    /// Points along the way that a grid scrolls: one screenful.
    public func length(along axis: Axis) -> Double { axis == .vertical ? height : width }

    /// Points across that way.
    public func breadth(across axis: Axis) -> Double { axis == .vertical ? width : height }

    /// Makes a viewport.
    public init(width: Double, height: Double) {
      self.width = width
      self.height = height
    }
  }

  /// The way that a grid scrolls.
  public enum Axis: String, Hashable, Sendable, CaseIterable {
    /// Down.
    case vertical
    /// Sideways, from the left to the right.
    case horizontal
  }

  /// The visible part of the content.
  public let viewport: Viewport
  /// Cells in a row; at least 1.
  public let columns: Int
  /// Points between neighbouring cells, both ways.
  public let spacing: Double
  /// The way that the grid scrolls.
  public let axis: Axis
  /// What its photos are divided into; `nil` if they follow each other without a break.
  public let sections: Sections?
  private let table: SectionTable?

  /// Makes a layout whose columns fill the viewport's width, or its height if it scrolls sideways.
  ///
  /// - Complexity: O(sections that are listed).
  public init(
    viewport: Viewport, columns: Int, spacing: Double, axis: Axis = .vertical, sections: Sections? = nil
  ) {
    precondition(columns > 0, "a grid needs at least one column")
    precondition(
      viewport.breadth(across: axis) > spacing * Double(columns - 1), "the spacing leaves no room for cells")
    self.viewport = viewport
    self.columns = columns
    self.spacing = spacing
    self.axis = axis
    self.sections = sections
    table = sections.map { sections in
      let side = (viewport.breadth(across: axis) - spacing * Double(columns - 1)) / Double(columns)
      return SectionTable(sections, columns: columns, pitch: side + spacing, spacing: spacing)
    }
  }

  /// Points of the viewport along the way that the grid scrolls.
  public var screenful: Double { viewport.length(along: axis) }

  /// The side of a cell in points.
  public var side: Double {
    (viewport.breadth(across: axis) - spacing * Double(columns - 1)) / Double(columns)
  }

  /// Points from the top of one row to the top of the next.
  public var rowPitch: Double { side + spacing }

  /// The length of the whole content in points.
  public func contentLength(itemCount: Int) -> Double {
    guard table == nil else { return itemCount > 0 ? top(ofItem: itemCount - 1) + side : 0 }
    return max(0, Double((itemCount + columns - 1) / columns) * rowPitch - spacing)
  }

  /// The largest offset at which the content still fills the viewport; 0 if it is shorter.
  public func maximumOffset(itemCount: Int) -> Double {
    max(0, contentLength(itemCount: itemCount) - screenful)
  }

  /// The items whose cells overlap the interval from `top` to `bottom`, within the content.
  public func items(from top: Double, to bottom: Double, itemCount: Int) -> Range<Int> {
    guard bottom > top else { return 0..<0 }
    let first = min(max(self.item(at: top, or: .down), 0), itemCount)
    return first..<min(max(self.item(at: bottom, or: .up), first), itemCount)
  }

  /// The first item that is not above a place in the content, as if there were endlessly many either way: of the row there,
  /// or of the one after it.
  private func item(at offset: Double, or rounding: FloatingPointRoundingRule) -> Int {
    func row(_ way: Double) -> Int {
      // A row is still there at its cells' lower edge if its cells, not only the spacing after them, reach below it.
      Int(((rounding == .down ? way + spacing : way) / rowPitch).rounded(rounding))
    }
    guard let section = table?.section(at: offset) else { return row(offset) * columns }
    return min(
      section.items.lowerBound + max(0, row(offset - section.top)) * columns, section.items.upperBound)
  }

  /// The row that an item is in: its first item, that of the next one, and where its top is.
  private func row(ofItem item: Int) -> (items: Range<Int>, top: Double) {
    let section = table?.section(ofItem: item)
    let start = section?.items.lowerBound ?? 0
    let row = (item - start) / columns
    let first = start + row * columns
    return (
      first..<min(first + columns, section?.items.upperBound ?? .max),
      (section?.top ?? 0) + Double(row) * rowPitch
    )
  }

  /// Where the top of an item's cell is.
  public func top(ofItem item: Int) -> Double { row(ofItem: item).top }

  /// Where the upper left corner of an item's cell is in a viewport at `offset`.
  public func corner(ofItem item: Int, offset: Double) -> (x: Double, y: Double) {
    let row = row(ofItem: item)
    let (across, along) = (Double(item - row.items.lowerBound) * rowPitch, row.top - offset)
    return axis == .vertical ? (across, along) : (along, across)
  }

  /// The share of the item's cell, 0…1, that a viewport at `offset` shows.
  public func visibleShare(ofItem item: Int, offset: Double) -> Double {
    let top = top(ofItem: item)
    let visible = min(top + side, offset + screenful) - max(top, offset)
    return min(max(visible / side, 0), 1)
  }

  /// How many cells' worth of area a viewport at `offset` shows of these items, which must be neighbours.
  ///
  /// - Complexity: O(rows).
  public func visibleArea(of items: Range<Int>, offset: Double) -> Double {
    var area = 0.0
    var item = items.lowerBound
    while item < items.upperBound {
      let end = min(row(ofItem: item).items.upperBound, items.upperBound)
      area += Double(end - item) * visibleShare(ofItem: item, offset: offset)
      item = end
    }
    return area
  }
}

// MARK: Laid out anew

extension GridLayout {
  /// The same grid on a viewport that was turned by a quarter: width and height change places, a row has as many cells, and
  /// it scrolls the same way.
  ///
  /// - Precondition: the spacing leaves room for cells across the new width, or the new height if it scrolls sideways.
  public var turned: GridLayout {
    GridLayout(
      viewport: Viewport(width: viewport.height, height: viewport.width), columns: columns, spacing: spacing,
      axis: axis, sections: sections)
  }

  /// The same grid with so many cells in a row.
  ///
  /// - Precondition: the spacing leaves room for them.
  public func with(columns: Int) -> GridLayout {
    GridLayout(viewport: viewport, columns: columns, spacing: spacing, axis: axis, sections: sections)
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
    let anchor = items(from: offset, to: offset + screenful, itemCount: itemCount).lowerBound
    let share = (offset - top(ofItem: anchor)) / side
    return min(
      max(0, next.top(ofItem: anchor) + share * next.side), next.maximumOffset(itemCount: itemCount))
  }
}
