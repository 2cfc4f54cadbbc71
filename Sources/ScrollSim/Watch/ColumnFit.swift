internal import GalleryKit

/// Measures the photos of a map by what those of one column have in common.
///
/// A blurred tag is read as a little larger or smaller than it is. A grid shows all photos of one shape in one size, so that each
/// takes the median of those in its column that are about as large.
struct ColumnFit {
  typealias Place = PositionMap.Place

  /// Places that differ by less are in one column, and have one size, as a share of the size.
  private static let (sameColumn, sameSize) = (0.02, 0.06)

  /// Without columns, a place that differs by more than a pixel, or by these shares of its width, is another: across, and in width.
  private static let misread = (x: 0.01, width: 0.02)

  private var sightings: [Int: [Place]] = [:]

  mutating func note(_ place: Place) { sightings[place.number, default: []].append(place) }

  /// Moves places to where their columns are.
  func align(_ places: [Int: Place]) -> [Int: Place] {
    let isGrid = PositionMap.evenColumns(Array(places.values)) != nil
    var aligned = places
    for (number, seen) in sightings {
      aligned[number]?.x = seen.map(\.x).middle
      aligned[number]?.width = seen.map(\.width).middle
      aligned[number]?.height = seen.map(\.height).middle
    }
    let all = sightings.keys.compactMap { aligned[$0] }
    for column in Self.groups(all, by: \.x, apart: Self.sameColumn) {
      for alike in Self.groups(column, by: \.width, apart: Self.sameSize) {
        let (x, width) = (alike.map(\.x).middle, alike.map(\.width).middle)
        for same in Self.groups(alike, by: \.height, apart: Self.sameSize) {
          let height = same.map(\.height).middle
          // Cells of justified rows may lie and measure nearly alike.
          for place in same
          where isGrid
            || abs(place.x - x) <= max(1, Self.misread.x * width)
              && abs(place.width - width) <= max(1, Self.misread.width * width)
          {
            aligned[place.number]?.x = x
            aligned[place.number]?.width = width
            aligned[place.number]?.height = height
          }
        }
      }
    }
    return aligned
  }

  /// Places in order of a value, parted where it grows by more than a share of the width.
  private static func groups(_ places: [Place], by value: (Place) -> Double, apart: Double) -> [[Place]] {
    var groups: [[Place]] = []
    for place in places.sorted(by: { (value($0), $0.number) < (value($1), $1.number) }) {
      if let last = groups.last?.last, value(place) - value(last) < apart * last.width {
        groups[groups.count - 1].append(place)
      } else {
        groups.append([place])
      }
    }
    return groups
  }
}
