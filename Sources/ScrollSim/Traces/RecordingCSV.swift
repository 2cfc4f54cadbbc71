internal import Foundation

extension Recording {
  /// The recording as a CSV file, to the microsecond and the ten-thousandth of a point; its times begin with 0.
  ///
  /// Times are written in full if points are less than a microsecond apart: the first of two may be where the scroll begins.
  /// A finger is written as it was read for a grid that scrolls down; its x is 0 where it is not known.
  package var csv: String {
    switch content {
    case .offsets(let points):
      let times = WrittenTimes(of: [points])
      let rows = times.distinct(points).map { "\($0.time),\(Self.length($0.point.offset))" }
      return "time_s,offset_pt\n" + rows.joined(separator: "\n") + "\n"
    case .strokes(let strokes):
      let times = WrittenTimes(of: strokes.map(\.points))
      var rows: [String] = []
      for (index, stroke) in strokes.enumerated() {
        let points = times.distinct(stroke.points)
        rows += points.enumerated().map { place, point in
          let (x, y) = (Self.length(point.point.across), Self.length(-point.point.offset))
          return "\(point.time),\(place == 0 ? "down" : "move"),\(x),\(y)"
        }
        if isCutOff && index + 1 == strokes.count { continue }
        let last = stroke.points.last
        let (x, y) = (Self.length(last?.across ?? 0), Self.length(-(last?.offset ?? 0)))
        let phase = stroke.isCancelled ? "cancel" : "up"
        rows.append("\(times.text(stroke.end)),\(phase),\(x),\(y)")
      }
      return "time_s,phase,x_pt,y_pt\n" + rows.joined(separator: "\n") + "\n"
    }
  }

  private static func length(_ points: Double) -> String { String(format: "%.4f", points) }
}

/// The times of a recording in its file, which begin with 0.
private struct WrittenTimes {
  private let start: Double
  private var isExact = false

  init(of paths: [[Recording.OffsetPoint]]) {
    start = paths.first?.first?.time ?? 0
    var exact = self
    exact.isExact = true
    for path in paths where distinct(path).count < exact.distinct(path).count { isExact = true }
  }

  func text(_ time: Double) -> String {
    isExact ? "\(time - start)" : String(format: "%.6f", time - start)
  }

  /// Keeps the last of the points whose times are written alike.
  func distinct(_ points: [Recording.OffsetPoint]) -> [(time: String, point: Recording.OffsetPoint)] {
    var result: [(time: String, point: Recording.OffsetPoint)] = []
    for point in points {
      let time = text(point.time)
      if result.last?.time == time { result.removeLast() }
      result.append((time, point))
    }
    return result
  }
}
