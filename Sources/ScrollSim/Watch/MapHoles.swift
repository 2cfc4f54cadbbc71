/// Cells of one row whose photos no frame shows, so that nobody knows which belong there.
struct MapHole: Hashable, Sendable {
  /// The middle of the row.
  var y: Double
  /// The height of a tag in that grid.
  var height: Double
  var cells: Int
}

extension PositionMap {
  /// Columns and rows are evenly spaced if their distances differ by at most this share.
  private static let mostUneven = 0.05
  /// The fewest rows that must be one pitch apart, and the share of all that they must be.
  private static let leastAlike = (count: 3, share: 0.25)

  /// The cells of each part that must be there, and whose photos no frame shows: all of a row, or some of it.
  ///
  /// Only plain grids have them. Headers, the row that ends a section, and rows of unequal heights are not
  /// whole pitches apart.
  var holes: [Int: [MapHole]] { rows.mapValues(Self.holes) }

  private static func holes(_ places: [Place]) -> [MapHole] {
    var rows: [(y: Double, cells: Int)] = []
    for place in places {
      if let row = rows.last, place.y - row.y <= place.height / 2 {
        rows[rows.count - 1].cells += 1
      } else {
        rows.append((place.y, 1))
      }
    }
    let steps = zip(rows, rows.dropFirst()).map { $1.y - $0.y }
    guard let columns = evenColumns(places, holding: 0), let pitch = Self.pitch(of: steps) else { return [] }
    let height = places.map(\.height).middle
    var holes: [MapHole] = []
    for (index, step) in steps.enumerated() {
      let pitches = (step / pitch).rounded()
      guard pitches > 0, abs(step - pitches * pitch) < mostUneven * pitch else { continue }
      let (y, cells) = rows[index]
      // Some grids begin with a cell that opens the camera.
      if index > 0, cells < columns { holes.append(MapHole(y: y, height: height, cells: columns - cells)) }
      for row in 1..<Int(pitches) {
        holes.append(MapHole(y: y + Double(row) * pitch, height: height, cells: columns))
      }
    }
    return holes
  }

  /// How many columns there are, of those with at least a share of the photos that the fullest has; `nil` if they are not evenly
  /// spaced.
  static func evenColumns(_ places: [Place], holding share: Double = 0.25) -> Int? {
    var columns: [(x: Double, count: Int)] = []
    for place in places.sorted(by: { ($0.x, $0.number) < ($1.x, $1.number) }) {
      if let last = columns.last, place.x - last.x <= 0.1 * place.width {
        columns[columns.count - 1].count += 1
      } else {
        columns.append((place.x, 1))
      }
    }
    let most = Double(columns.map(\.count).max() ?? 0)
    columns.removeAll { Double($0.count) < share * most }
    let gaps = zip(columns, columns.dropFirst()).map { $1.x - $0.x }
    guard let least = gaps.min(), let most = gaps.max() else { return columns.isEmpty ? nil : 1 }
    return most - least < mostUneven * least ? columns.count : nil
  }

  /// The distance of two rows, as most have it.
  private static func pitch(of steps: [Double]) -> Double? {
    let alike = Dictionary(grouping: steps) { Int($0.rounded()) }
    guard let usual = alike.max(by: { ($0.value.count, $1.key) < ($1.value.count, $0.key) })?.value,
      usual.count >= leastAlike.count, Double(usual.count) >= leastAlike.share * Double(steps.count)
    else { return nil }
    return usual.reduce(0, +) / Double(usual.count)
  }
}
