/// The rows of a screen's grid whose cells have their photos' shapes.
///
/// It is the same rule as that of GalleryKit's grid, in the same order of sums, so that both give the same numbers.
struct JustifiedRows: Hashable, Sendable {
  /// A row: its items, where it begins along the way that the grid scrolls, and how much of that it takes.
  struct Row: Hashable {
    let items: Range<Int>
    let top: Double
    let height: Double
  }

  private(set) var rows: [Row] = []

  /// Lays out so many photos.
  ///
  /// - Parameters:
  ///   - across: of each photo, its cell's measure across the way that the grid scrolls over that along it.
  ///   - height: of a row that is not full, and of all at most.
  /// - Complexity: O(`count`).
  init(
    count: Int, across: (Int) -> Double, breadth: Double, height nominal: Double, spacing: Double,
    sections: SectionsRecord?
  ) {
    var (item, top, section) = (0, 0.0, 0)
    while item < count {
      var end = count
      if let sections {
        end = min(count, item + sections.photos[section % sections.photos.count])
        top += sections.header
      }
      while item < end {
        let first = item
        var (sum, height) = (0.0, nominal)
        while item < end {
          let gaps = spacing * Double(item - first)
          guard gaps < breadth || item == first else { break }
          sum += across(item)
          item += 1
          if sum * nominal + gaps >= breadth {
            height = min(nominal, (breadth - gaps) / sum)
            break
          }
        }
        rows.append(Row(items: first..<item, top: top, height: height))
        top += height + (item < end ? spacing : 0)
      }
      section += 1
    }
  }

  /// The rows that a screen of that length shows at an offset, in order.
  ///
  /// - Complexity: O(log rows + rows on screen).
  func rows(from offset: Double, length: Double) -> ArraySlice<Row> {
    // A damaged record may say any offset.
    guard offset.isFinite else { return [] }
    var (low, high) = (0, rows.count)
    while low < high {
      let middle = (low + high) / 2
      if rows[middle].top + rows[middle].height > offset { high = middle } else { low = middle + 1 }
    }
    return rows[low...].prefix { $0.top < offset + length }
  }

  /// Whether no screen of that length shows more cells.
  func neverShow(moreThan cells: Int, on length: Double) -> Bool {
    var first = 0
    return rows.allSatisfy { row in
      while rows[first].top + rows[first].height < row.top - length { first += 1 }
      return row.items.upperBound - rows[first].items.lowerBound <= cells
    }
  }
}
