internal import Foundation

extension Recording {
  /// The recording as a CSV file, to the microsecond and the ten-thousandth of a point; its times begin with 0.
  ///
  /// A finger is written as it was read for a grid that scrolls down; its x is 0 where it is not known.
  package var csv: String {
    switch content {
    case .offsets(let points):
      let start = points.first?.time ?? 0
      let rows = Self.distinct(points, since: start).map { "\($0.time),\(Self.length($0.point.offset))" }
      return "time_s,offset_pt\n" + rows.joined(separator: "\n") + "\n"
    case .strokes(let strokes):
      let start = strokes.first?.points.first?.time ?? 0
      var rows: [String] = []
      for (index, stroke) in strokes.enumerated() {
        let points = Self.distinct(stroke.points, since: start)
        rows += points.enumerated().map { place, point in
          let (x, y) = (Self.length(point.point.across), Self.length(-point.point.offset))
          return "\(point.time),\(place == 0 ? "down" : "move"),\(x),\(y)"
        }
        if isCutOff && index + 1 == strokes.count { continue }
        let last = stroke.points.last
        let (x, y) = (Self.length(last?.across ?? 0), Self.length(-(last?.offset ?? 0)))
        let phase = stroke.isCancelled ? "cancel" : "up"
        rows.append("\(Self.time(stroke.end - start)),\(phase),\(x),\(y)")
      }
      return "time_s,phase,x_pt,y_pt\n" + rows.joined(separator: "\n") + "\n"
    }
  }

  /// Keeps the last of the points whose times are written alike.
  private static func distinct(
    _ points: [OffsetPoint], since start: Double
  ) -> [(time: String, point: OffsetPoint)] {
    var result: [(time: String, point: OffsetPoint)] = []
    for point in points {
      let time = time(point.time - start)
      if result.last?.time == time { result.removeLast() }
      result.append((time, point))
    }
    return result
  }

  private static func time(_ seconds: Double) -> String { String(format: "%.6f", seconds) }

  private static func length(_ points: Double) -> String { String(format: "%.4f", points) }
}
