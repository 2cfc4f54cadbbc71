internal import Support

/// The justified rows of a grid whose cells have their photos' shapes, as in Flickr and Google Photos.
///
/// A row takes photos until they reach across the grid at the nominal height, then shrinks to the height at which they fill it
/// exactly. An incomplete row at the end of the content or of a section has the nominal height, and so does a row in which the
/// next spacing would leave no room for a cell.
///
/// Copies share their tables, which hold only the listed photos; a look-up is O(log rows).
struct JustifiedRows: Hashable, Sendable {
  /// The first item of each row, then the item count.
  private var starts: [Int] = []
  private var tops: [Double] = []
  private var heights: [Double] = []

  /// Lays out photos whose extents across the scroll axis, divided by those along it, are `across`, on `breadth` points.
  init(
    count: Int, across: (Int) -> Double, breadth: Double, height nominal: Double, spacing: Double,
    sections: GridLayout.Sections?
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
          // These spacings leave no room for a cell.
          guard gaps < breadth || item == first else { break }
          sum += across(item)
          item += 1
          if sum * nominal + gaps >= breadth {
            height = min(nominal, (breadth - gaps) / sum)
            break
          }
        }
        starts.append(first)
        tops.append(top)
        heights.append(height)
        top += height + (item < end ? spacing : 0)
      }
      section += 1
    }
    starts.append(count)
  }

  /// Hashes nothing, since rows follow from a grid's other properties, and there may be as many rows as photos in a library.
  func hash(into hasher: inout Hasher) {}

  private var rowCount: Int { tops.count }

  var itemCount: Int { starts[rowCount] }

  var end: Double { rowCount > 0 ? tops[rowCount - 1] + heights[rowCount - 1] : 0 }

  func row(ofItem item: Int) -> GridLayout.Row? {
    guard item >= 0, item < itemCount else { return nil }
    let row = (0..<rowCount).partitioningIndex { starts[$0] > item } - 1
    return (starts[row]..<starts[row + 1], tops[row], heights[row])
  }

  /// The first item of the first row that ends below an offset; `nil` if no listed row does.
  func item(below offset: Double) -> Int? {
    item(ofRow: (0..<rowCount).partitioningIndex { tops[$0] + heights[$0] > offset })
  }

  /// The first item of the first row that begins at or below an offset; `nil` if no listed row does.
  func item(from offset: Double) -> Int? {
    item(ofRow: (0..<rowCount).partitioningIndex { tops[$0] >= offset })
  }

  /// Whether no interval of `length` has more than `items` items in its rows.
  func neverShow(moreThan items: Int, on length: Double) -> Bool {
    var first = 0
    return (0..<rowCount).allSatisfy { row in
      while tops[first] + heights[first] < tops[row] - length { first += 1 }
      return starts[row + 1] - starts[first] <= items
    }
  }

  private func item(ofRow row: Int) -> Int? { row < rowCount ? starts[row] : nil }
}
