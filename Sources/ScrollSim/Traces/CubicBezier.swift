/// One coordinate of a Bézier curve from 0 to 1, given the coordinates of its two control points.
struct CubicBezier {
  let first: Double
  let second: Double

  init(_ first: Double, _ second: Double) { (self.first, self.second) = (first, second) }

  /// The coordinate at a parameter from 0 to 1.
  func value(at s: Double) -> Double {
    3 * s * (1 - s) * ((1 - s) * first + s * second) + s * s * s
  }

  /// The coordinate's derivative by the parameter.
  func slope(at s: Double) -> Double {
    3 * ((1 - s) * (1 - s) * first + 2 * s * (1 - s) * (second - first) + s * s * (1 - second))
  }

  /// The parameter at which a growing coordinate has a value from 0 to 1.
  func parameter(where value: Double) -> Double {
    var (below, above) = (0.0, 1.0)
    for _ in 0..<50 {
      let middle = (below + above) / 2
      if self.value(at: middle) < value { below = middle } else { above = middle }
    }
    return above
  }
}
