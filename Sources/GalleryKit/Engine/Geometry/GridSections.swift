internal import Support

extension GridLayout {
  /// Sections of a grid, each with a header and its own rows; the list of photo counts repeats until no photos remain.
  public struct Sections: Codable, Hashable, Sendable {
    /// Photos of each section, at least one and at most 2³¹ − 1 each; a grid whose list is empty has no sections.
    public let photos: [Int]
    /// The length of a header along the scroll axis, in points.
    public let header: Double

    private enum CodingKeys: String, CodingKey { case photos, header }

    /// Makes sections; those without photos are left out, and a header length that is negative or not finite counts as 0.
    public init(photos: [Int], header: Double) {
      self.photos = photos.filter { $0 > 0 }.map { min($0, Int(Int32.max)) }
      self.header = header.isFinite ? max(0, header) : 0
    }

    /// Reads sections, and makes them as ``init(photos:header:)`` does.
    public init(from decoder: any Decoder) throws {
      let values = try decoder.container(keyedBy: CodingKeys.self)
      self.init(
        photos: try values.decode([Int].self, forKey: .photos),
        header: try values.decode(Double.self, forKey: .header))
    }
  }
}

/// The positions of a grid's sections: the first item and the top of each one in the list; a look-up is O(log sections).
struct SectionTable: Hashable, Sendable {
  struct Place {
    let items: Range<Int>
    /// The top of its first row, below its header.
    let top: Double
  }

  private let header: Double
  /// The first item of each section of the list, then the list's item count.
  private var starts = [0]
  /// The top of each header, then the list's length.
  private var tops = [0.0]

  init(_ sections: GridLayout.Sections, columns: Int, pitch: Double, spacing: Double) {
    header = sections.header
    for (place, count) in sections.photos.enumerated() {
      let rows = (count + columns - 1) / columns
      starts.append(starts[place] + count)
      tops.append(tops[place] + header + Double(rows) * pitch - spacing)
    }
  }

  func section(ofItem item: Int) -> Place {
    let items = starts[starts.count - 1]
    let round = item >= 0 ? item / items : (item - items + 1) / items
    return place(starts.partitioningIndex { $0 > item - round * items } - 1, in: round)
  }

  /// The section whose header or rows contain an offset; at an edge, the section that begins there.
  func section(at offset: Double) -> Place {
    let length = tops[tops.count - 1]
    let round = (offset / length).rounded(.down)
    return place(tops.partitioningIndex { !($0 <= offset - round * length) } - 1, in: Int(round))
  }

  private func place(_ index: Int, in round: Int) -> Place {
    let (items, length) = (starts[starts.count - 1], tops[tops.count - 1])
    let index = min(max(index, 0), starts.count - 2)
    return Place(
      items: round * items + starts[index]..<round * items + starts[index + 1],
      top: Double(round) * length + tops[index] + header)
  }
}
