/// A grid of cells in columns, in closed form: O(1) from an offset to the items there, however many, and O(log n) in a grid of n
/// sections, or of n rows whose cells have the shapes of their photos.
///
/// Without sections, row r occupies the points from r·(side + spacing) to that plus side; there is no spacing before the first row
/// or after the last one. A grid that scrolls sideways is the same on its side: its rows stand upright, one to the right of
/// the other, their cells one below the other, and what is down or a top here is to the right or a left edge there.
///
/// With ``aspectRatios``, rows are justified, as Flickr and Google Photos have them: a cell is as wide as its photo's shape asks, a
/// row takes photos until they reach across, and is then made as low as it takes for them to fill it exactly. ``side``, which
/// ``columns`` give, is the nominal height: no row is higher, and one that the content or a section ends before has it.
public struct GridLayout: Sendable {
  /// A width and a height in points.
  public struct Viewport: Hashable, Sendable {
    /// Points across.
    public var width: Double
    /// Points down.
    public var height: Double

    package var longerSide: Double { max(width, height) }

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
  public enum Axis: String, Codable, Hashable, Sendable, CaseIterable {
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
  /// The shapes of its photos, which cells have, too; `nil` if cells are square.
  public let aspectRatios: AspectRatios?
  private let table: SectionTable?
  private let justified: JustifiedRows?

  /// Makes a layout whose columns fill the viewport's width, or its height if it scrolls sideways.
  ///
  /// Beyond the photos of `aspectRatios` it goes on with square cells, without sections.
  ///
  /// - Complexity: O(sections that are listed), or O(photos) with `aspectRatios`.
  public init(
    viewport: Viewport, columns: Int, spacing: Double, axis: Axis = .vertical, sections: Sections? = nil,
    aspectRatios: AspectRatios? = nil
  ) {
    precondition(columns > 0, "a grid needs at least one column")
    precondition(
      viewport.breadth(across: axis) > spacing * Double(columns - 1), "the spacing leaves no room for cells")
    self.viewport = viewport
    self.columns = columns
    self.spacing = spacing
    self.axis = axis
    self.sections = sections
    self.aspectRatios = aspectRatios
    let breadth = viewport.breadth(across: axis)
    let side = (breadth - spacing * Double(columns - 1)) / Double(columns)
    if let ratios = aspectRatios {
      table = nil
      justified = JustifiedRows(
        count: ratios.count, across: { Self.across(ratios, $0, axis) }, breadth: breadth, height: side,
        spacing: spacing, sections: sections)
    } else {
      table = sections.map { SectionTable($0, columns: columns, pitch: side + spacing, spacing: spacing) }
      justified = nil
    }
  }

  /// Points of the viewport along the way that the grid scrolls.
  public var screenful: Double { viewport.length(along: axis) }

  /// The side of a square cell, or the nominal height of a row, in points.
  public var side: Double {
    (viewport.breadth(across: axis) - spacing * Double(columns - 1)) / Double(columns)
  }

  /// Points from the top of one row of this height to the top of the next.
  public var rowPitch: Double { side + spacing }

  /// The length of the whole content in points.
  public func contentLength(itemCount: Int) -> Double {
    guard table == nil, justified == nil else {
      return itemCount > 0 ? edges(ofItem: itemCount - 1).bottom : 0
    }
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
    if let justified {
      let listed = rounding == .down ? justified.item(below: offset) : justified.item(from: offset)
      let rest = beyond(justified)
      return listed ?? rest.items.lowerBound + max(0, row(offset - rest.top)) * columns
    }
    guard let section = table?.section(at: offset) else { return row(offset) * columns }
    return min(
      section.items.lowerBound + max(0, row(offset - section.top)) * columns, section.items.upperBound)
  }

  /// A row: its items, where its top is, and how high it is.
  typealias Row = (items: Range<Int>, top: Double, height: Double)

  /// The row that an item is in.
  func row(ofItem item: Int) -> Row {
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

  /// Whether the viewport never shows more of the items whose shapes are known, or of any where cells are square.
  ///
  /// - Complexity: O(rows) where cells have the shapes of their photos, else O(1).
  package func neverShows(moreThan items: Int) -> Bool {
    Double(columns) * (screenful / side + 1) <= Double(items)
      && justified?.neverShow(moreThan: items, on: screenful) ?? true
  }

  /// What lies beyond the photos whose shapes are known.
  private func beyond(_ rows: JustifiedRows) -> SectionTable.Place {
    SectionTable.Place(
      items: rows.itemCount..<Int.max, top: rows.itemCount > 0 ? rows.end + spacing : 0)
  }
}

extension GridLayout: Hashable {
  /// Whether two grids are laid out alike.
  ///
  /// - Complexity: O(1) where they share a list of aspect ratios, else O(ratios).
  public static func == (one: GridLayout, other: GridLayout) -> Bool {
    one.viewport == other.viewport && one.columns == other.columns && one.spacing == other.spacing
      && one.axis == other.axis && one.sections == other.sections
      && one.aspectRatios == other.aspectRatios
  }

  /// Hashes what a grid is made of, which its tables follow from.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(viewport)
    hasher.combine(columns)
    hasher.combine(spacing)
    hasher.combine(axis)
    hasher.combine(sections)
    hasher.combine(aspectRatios)
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
      axis: axis, sections: sections, aspectRatios: aspectRatios)
  }

  /// The same grid with so many cells in a row.
  ///
  /// - Precondition: the spacing leaves room for them.
  public func with(columns: Int) -> GridLayout {
    GridLayout(
      viewport: viewport, columns: columns, spacing: spacing, axis: axis, sections: sections,
      aspectRatios: aspectRatios)
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
    let (row, nextRow) = (row(ofItem: anchor), next.row(ofItem: anchor))
    let share = (offset - row.top) / row.height
    return min(max(0, nextRow.top + share * nextRow.height), next.maximumOffset(itemCount: itemCount))
  }
}
