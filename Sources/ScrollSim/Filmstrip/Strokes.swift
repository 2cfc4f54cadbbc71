internal import Foundation

/// Lines of a round pen, with smooth edges.
struct Strokes {
  typealias Point = SIMD2<Double>

  /// The lines, each from point to point.
  let lines: [[Point]]

  init(_ lines: [[Point]]) { self.lines = lines }

  /// The share of each pixel of a box that the pen covers, row by row, 0…1.
  fileprivate func coverage(thickness: Double, of box: Picture.Area) -> [Float] {
    let width = box.columns.count
    var coverage = [Float](repeating: 0, count: width * box.rows.count)
    let reach = thickness / 2 + 0.5
    for line in lines {
      for (start, end) in zip(line, line.dropFirst()) {
        let (low, high) = (pointwiseMin(start, end) - reach, pointwiseMax(start, end) + reach)
        let columns = Self.pixels(low.x, high.x).clamped(to: box.columns)
        for y in Self.pixels(low.y, high.y).clamped(to: box.rows) {
          for x in columns {
            let distance = Self.distance(from: Point(Double(x) + 0.5, Double(y) + 0.5), start, end)
            let place = (y - box.rows.lowerBound) * width + x - box.columns.lowerBound
            coverage[place] = max(coverage[place], Float(min(1, max(0, reach - distance))))
          }
        }
      }
    }
    return coverage
  }

  /// The area that the pen may touch.
  fileprivate func box(thickness: Double) -> Picture.Area {
    let points = lines.joined()
    let low = points.reduce(Point(repeating: .infinity), pointwiseMin) - thickness / 2 - 0.5
    let high = points.reduce(Point(repeating: -.infinity), pointwiseMax) + thickness / 2 + 0.5
    return Picture.Area(columns: Self.pixels(low.x, high.x), rows: Self.pixels(low.y, high.y))
  }

  private static func pixels(_ low: Double, _ high: Double) -> Range<Int> {
    low <= high ? Int(low.rounded(.down))..<Int(high.rounded(.up)) : 0..<0
  }

  private static func distance(from point: Point, _ start: Point, _ end: Point) -> Double {
    let (line, way) = (end - start, point - start)
    let length = (line * line).sum()
    let share = length > 0 ? min(1, max(0, (line * way).sum() / length)) : 0
    let gap = way - line * share
    return (gap * gap).sum().squareRoot()
  }

  private static let steps = 10

  /// Points of a quadratic curve after its first.
  static func curve(from start: Point, by control: Point, to end: Point) -> [Point] {
    (1...steps).map { step in
      let t = Double(step) / Double(steps)
      return start * (1 - t) * (1 - t) + control * 2 * t * (1 - t) + end * t * t
    }
  }

  /// Points of a quarter of an ellipse, a little fuller than round, after its first.
  static func quarter(from start: Point, to end: Point, leavesHorizontally: Bool) -> [Point] {
    let fullness = 2 / 2.25
    return (1...steps).map { step in
      let angle = Double(step) / Double(steps) * .pi / 2
      let (along, across) = (pow(sin(angle), fullness), 1 - pow(max(0, cos(angle)), fullness))
      let share = leavesHorizontally ? Point(along, across) : Point(across, along)
      return start + (end - start) * share
    }
  }
}

extension Picture {
  /// Draws the parts of lines that lie within the frame.
  ///
  /// - Parameter share: the lines' opacity, 0…1.
  mutating func draw(
    _ strokes: Strokes, thickness: Double, colour: Colour, share: Float = 1, within frame: Area? = nil
  ) {
    guard strokes.lines.contains(where: { !$0.isEmpty }) else { return }
    var box = strokes.box(thickness: thickness).clamped(to: whole)
    if let frame { box = box.clamped(to: frame) }
    let coverage = strokes.coverage(thickness: thickness, of: box)
    var place = 0
    for y in box.rows {
      for x in box.columns {
        if coverage[place] > 0 { self[x, y] = self[x, y].mixed(with: colour, share: share * coverage[place]) }
        place += 1
      }
    }
  }
}

extension Picture.Colour {
  /// The same colour with another alpha.
  init(_ colour: Self, alpha: UInt8) { self.init(colour.x, colour.y, colour.z, alpha) }

  /// A colour between two opaque ones.
  func mixed(with other: Self, share: Float) -> Self {
    let mix = SIMD4<Float>(self) * (1 - share) + SIMD4<Float>(other) * share
    return Self(mix.rounded(.toNearestOrAwayFromZero))
  }
}
