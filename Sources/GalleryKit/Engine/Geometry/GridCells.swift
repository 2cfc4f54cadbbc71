extension GridLayout {
  /// A cell in a viewport, with its upper left corner, in points.
  public struct Cell: Hashable, Sendable {
    /// The index of its photo.
    public let item: Int
    /// Points from the viewport's left edge.
    public let x: Double
    /// Points below the viewport's upper edge.
    public let y: Double
    /// The width.
    public let width: Double
    /// The height.
    public let height: Double
  }

  /// The cells that a viewport at `offset` shows, in order.
  ///
  /// - Complexity: O(cells · log rows).
  public func cells(at offset: Double, itemCount: Int) -> [Cell] {
    let items = items(from: offset, to: offset + screenful, itemCount: itemCount)
    var cells: [Cell] = []
    while cells.count < items.count {
      let row = row(ofItem: items.lowerBound + cells.count)
      var across = 0.0
      for item in row.items.clamped(to: items) {
        if aspectRatios == nil { across = Double(item - row.items.lowerBound) * rowPitch }
        let (along, breadth) = (row.top - offset, breadth(ofItem: item, height: row.height))
        let (x, y) = axis == .vertical ? (across, along) : (along, across)
        let size = cellSize(across: breadth, along: row.height)
        cells.append(Cell(item: item, x: x, y: y, width: size.width, height: size.height))
        across += breadth + spacing
      }
    }
    return cells
  }

  /// The upper bound of all cell sizes: a square cell's size, or with ``aspectRatios`` a row's full breadth and greatest height.
  ///
  /// A photo that fits into it (``ContentMode/aspectFit``) is large enough for its cell in any row. An app thus requests every
  /// photo in this one size, and cached images stay usable when photos before them come or go.
  public var largestCell: Size {
    cellSize(across: aspectRatios == nil || isEmpty ? side : viewport.breadth(across: axis), along: side)
  }

  private func cellSize(across: Double, along: Double) -> Size {
    axis == .vertical ? Size(width: across, height: along) : Size(width: along, height: across)
  }

  /// A cell's extent across the scroll axis, in points, in a row of this height.
  private func breadth(ofItem item: Int, height: Double) -> Double {
    guard let aspectRatios else { return height }
    return Self.across(aspectRatios, item, axis) * height
  }

  /// A photo's extent across the scroll axis, divided by its extent along it.
  static func across(_ ratios: AspectRatios, _ item: Int, _ axis: Axis) -> Double {
    axis == .vertical ? ratios[item] : 1 / ratios[item]
  }

  /// The top of an item's cell.
  public func top(ofItem item: Int) -> Double { row(ofItem: item).top }

  package func edges(ofItem item: Int) -> (top: Double, bottom: Double) {
    let row = row(ofItem: item)
    return (row.top, row.top + row.height)
  }

  /// The share of the item's cell, 0…1, that a viewport at `offset` shows.
  public func visibleShare(ofItem item: Int, offset: Double) -> Double {
    visibleShare(of: row(ofItem: item), offset: offset)
  }

  private func visibleShare(of row: Row, offset: Double) -> Double {
    guard !isEmpty else { return 0 }
    let visible = min(row.top + row.height, offset + screenful) - max(row.top, offset)
    return min(max(visible / row.height, 0), 1)
  }

  /// The visible area of an item's cell in a viewport at `offset`, in squares of ``side``; for a square cell, its visible share.
  public func visibleArea(ofItem item: Int, offset: Double) -> Double {
    visibleArea(ofItem: item, in: row(ofItem: item), offset: offset)
  }

  private func visibleArea(ofItem item: Int, in row: Row, offset: Double) -> Double {
    let share = visibleShare(of: row, offset: offset)
    guard aspectRatios != nil, !isEmpty else { return share }
    return share * (breadth(ofItem: item, height: row.height) / side) * (row.height / side)
  }

  /// The visible area of neighbouring cells in a viewport at `offset`, in squares of ``side``.
  ///
  /// - Complexity: O(rows), or O(items) with ``aspectRatios``.
  public func visibleArea(of items: Range<Int>, offset: Double) -> Double {
    var area = 0.0
    var item = items.lowerBound
    while item < items.upperBound {
      let row = row(ofItem: item)
      let end = min(row.items.upperBound, items.upperBound)
      if aspectRatios == nil {
        area += Double(end - item) * visibleShare(of: row, offset: offset)
      } else {
        for item in item..<end { area += visibleArea(ofItem: item, in: row, offset: offset) }
      }
      item = end
    }
    return area
  }
}
