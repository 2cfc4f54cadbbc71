internal import Foundation

/// Tells a screen on which no photo is drawn from one that cannot be read.
///
/// Photos differ from each other. So a screen on which every column of a grid shows the same, line by line,
/// shows none, whatever placeholders look like: plain, patterned, or each in its own colour.
struct EmptyScreen {
  /// Where the inner modules of the columns' tags begin, and how wide one is.
  private let columns: [(left: Double, module: Double)]
  private let viewport: ClosedRange<Double>
  private let tagHeight: Double

  /// Modules of a column that are looked at; the outermost lie under rounded corners.
  private static let modules = TagPattern.side - 2
  private static let leastContrast = 6.0
  /// The most that may differ, for labels below the photos: the share of all lines, and of a tag's height in a row.
  private static let (mostLines, mostInRow) = (0.2, 0.3)
  private static let lineHeight = 2.0

  init(_ map: PositionMap, part: Int, viewport: ClosedRange<Double>, width: Int) {
    let places = (map.rows[part] ?? []).sorted { ($0.x, $0.number) < ($1.x, $1.number) }
    var columns: [PositionMap.Place] = []
    for place in places where columns.last.map({ place.x - $0.x > 0.5 * $0.width }) ?? true {
      columns.append(place)
    }
    self.columns = columns.map { place in
      let module = place.width / Double(TagPattern.side)
      return (place.x - place.width / 2 + module, module)
    }.filter { $0.left >= 0 && $0.left + Double(Self.modules) * $0.module <= Double(width) }
    self.viewport = viewport
    tagHeight = places.isEmpty ? 0 : places.map(\.height).middle
  }

  /// Where the lines begin.
  private var tops: StrideThrough<Double> {
    stride(from: viewport.lowerBound, through: viewport.upperBound - Self.lineHeight, by: Self.lineHeight)
  }

  func isSeen(in frame: AreaMeans) -> Bool {
    guard !columns.isEmpty, tagHeight > 0 else { return false }
    var (lines, differing, inRow) = (0, 0, 0)
    for top in tops {
      lines += 1
      if areAlike(frame, top) {
        inRow = 0
      } else {
        differing += 1
        inRow += 1
        if Double(inRow) * Self.lineHeight > Self.mostInRow * tagHeight { return false }
      }
    }
    return lines > 0 && Double(differing) < Self.mostLines * Double(lines)
  }

  /// Whether the rows of the grid are seen, as placeholders with gaps between them.
  func hasRows(in frame: AreaMeans) -> Bool {
    guard let column = columns.first else { return false }
    let means = tops.map { frame.mean(column.left, $0, column.left + column.module, $0 + Self.lineHeight) }
    return (means.max() ?? 0) - (means.min() ?? 0) > Self.leastContrast
  }

  /// Whether all columns show the same in a line, but for their brightness.
  private func areAlike(_ frame: AreaMeans, _ top: Double) -> Bool {
    let profiles = columns.map { column in
      let means = (0..<Self.modules).map { index in
        let left = column.left + Double(index) * column.module
        return frame.mean(left, top, left + column.module, top + Self.lineHeight)
      }
      let mean = means.reduce(0, +) / Double(means.count)
      return means.map { $0 - mean }
    }
    // A single column is compared with nothing at all.
    let first = profiles.count > 1 ? profiles[0] : profiles[0].map { _ in 0 }
    return profiles.allSatisfy { profile in
      let squares = zip(profile, first).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
      return (squares / Double(profile.count)).squareRoot() < Self.leastContrast
    }
  }
}
