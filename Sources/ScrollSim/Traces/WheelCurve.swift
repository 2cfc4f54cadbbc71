/// A mouse wheel's notch as Chromium animates it: to its target in 0.1 to 0.2 s, slow at both ends.
///
/// Distance over time is the Bézier curve (0.42, y) (0.58, 1). From rest y is 0; on moving content it keeps
/// the speed, as far as possible without passing the target. A distance of up to 120 points takes 12
/// sixtieths of a second, one of 480 or more takes 6. Source:
/// `cc/animation/scroll_offset_animation_curve.cc`.
struct WheelCurve: ScrollCurve {
  private static let startX = 0.42
  private static let times = CubicBezier(first: startX, second: 0.58)

  let start: Double
  let distance: Double
  let duration: Double
  private let ways: CubicBezier

  /// - Parameter velocity: the content's velocity at the start of the notch, in points a second.
  init(from start: Double, to target: Double, velocity: Double) {
    self.start = start
    distance = target - start
    duration = min(max(12 - (abs(distance) - 120) / 60, 6), 12) / 60
    let slope = distance == 0 ? 0 : velocity * duration / distance
    ways = CubicBezier(first: min(max(Self.startX * slope, 0), 1), second: 1)
  }

  func offset(at time: Double) -> Double {
    start + distance * ways.value(at: Self.times.parameter(where: min(max(time / duration, 0), 1)))
  }

  func velocity(at time: Double) -> Double {
    let place = Self.times.parameter(where: min(max(time / duration, 0), 1))
    return distance * ways.slope(at: place) / (Self.times.slope(at: place) * duration)
  }
}

/// One coordinate of a Bézier curve from 0 to 1, given the coordinates of its two control points.
struct CubicBezier {
  let first: Double
  let second: Double

  /// The coordinate at a parameter from 0 to 1.
  func value(at s: Double) -> Double { 3 * s * (1 - s) * ((1 - s) * first + s * second) + s * s * s }

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
