extension GridLayout {
  /// Sections of a grid, each below a header and with rows of its own: so many photos each, the list over and over until
  /// there are no more.
  public struct Sections: Encodable, Hashable, Sendable {
    /// Photos of each section, at least one each.
    public let photos: [Int]
    /// Points of a header, along the way that the grid scrolls.
    public let header: Double

    /// Makes sections.
    public init(photos: [Int], header: Double) {
      precondition(!photos.isEmpty && photos.allSatisfy { $0 > 0 }, "a section needs at least one photo")
      precondition(header >= 0, "a header cannot be shorter than nothing")
      self.photos = photos
      self.header = header
    }
  }
}

/// Where sections lie in a grid: of one after the other through the list, the first item and the top.
struct SectionTable: Hashable, Sendable {
  /// One section as it lies in the content.
  struct Place {
    let items: Range<Int>
    /// Where its first row begins, below its header.
    let top: Double
  }

  private let header: Double
  /// The first item of each section of the list, and how many items the list has.
  private let starts: [Int]
  /// The top of each header, and the list's length.
  private let tops: [Double]

  /// Lays the list out in rows of so many cells.
  init(_ sections: GridLayout.Sections, columns: Int, pitch: Double, spacing: Double) {
    header = sections.header
    var (starts, tops) = ([0], [0.0])
    for (place, count) in sections.photos.enumerated() {
      let rows = (count + columns - 1) / columns
      starts.append(starts[place] + count)
      tops.append(tops[place] + header + Double(rows) * pitch - spacing)
    }
    (self.starts, self.tops) = (starts, tops)
  }

  /// The section that an item is in.
  ///
  /// - Complexity: O(log sections).
  func section(ofItem item: Int) -> Place {
    let items = starts[starts.count - 1]
    let round = item >= 0 ? item / items : (item - items + 1) / items
    return place(starts.lastPlace { $0 <= item - round * items }, in: round)
  }

  /// The section whose header or rows a place in the content is in; at an edge, the one that begins there.
  ///
  /// - Complexity: O(log sections).
  func section(at offset: Double) -> Place {
    let length = tops[tops.count - 1]
    let round = (offset / length).rounded(.down)
    return place(tops.lastPlace { $0 <= offset - round * length }, in: Int(round))
  }

  private func place(_ index: Int, in round: Int) -> Place {
    let (items, length) = (starts[starts.count - 1], tops[tops.count - 1])
    let index = min(index, starts.count - 2)
    return Place(
      items: round * items + starts[index]..<round * items + starts[index + 1],
      top: Double(round) * length + tops[index] + header)
  }
}

extension Array {
  /// The last place of those that are reached, which all come first; 0 if none is.
  fileprivate func lastPlace(where isReached: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low + 1 < high {
      let middle = (low + high) / 2
      if isReached(self[middle]) { low = middle } else { high = middle }
    }
    return low
  }
}
