internal import Foundation

/// The physics of Android's `OverScroller`, in density-independent pixels: a fling follows a spline.
///
/// With the friction F = 0.015 · g · 39.37 in/m · 160 ppi · 0.84 and D = ln 0.78 ÷ ln 0.9, a fling at v lasts
/// e^(l ÷ (D − 1)) seconds and goes F · e^(l · D ÷ (D − 1)) points, where l = ln(0.35 v ÷ F). Views fling at no less than
/// 50 and no more than 8000 dp a second (`ViewConfiguration`). Content stops at its ends, as in a `RecyclerView`; positions
/// are not rounded to whole pixels. Source: `core/java/android/widget/OverScroller.java`.
package struct OverScrollerPhysics: EdgeStopping {
  package let name = "overscroller"

  private static let slowest = 50.0
  private static let fastest = 8000.0
  private static let friction = 0.015 * 9.80665 * 39.37 * 160 * 0.84
  private static let rate = log(0.78) / log(0.9)

  func glide(from offset: Double, velocity: Double) -> Glide? {
    let speed = min(abs(velocity), Self.fastest)
    guard speed >= Self.slowest else { return nil }
    let pull = log(SplineCurve.inflexion * speed / Self.friction)
    let duration = exp(pull / (Self.rate - 1))
    let distance = Self.friction * exp(pull * Self.rate / (Self.rate - 1))
    return Glide(
      curve: SplineCurve(start: offset, distance: velocity < 0 ? -distance : distance, duration: duration),
      duration: duration)
  }
}

/// The motion of an `OverScroller`: a hundred straight lines through points of two cubic curves.
struct SplineCurve: ScrollCurve {
  /// The point at which the tension lines of the two curves cross.
  static let inflexion = 0.35
  private static let startTension = 0.5
  private static let endTension = 1.0

  let start: Double
  let distance: Double
  let duration: Double

  func offset(at time: Double) -> Double {
    let (index, share) = place(at: time)
    let way = Self.ways[index] + share * (Self.ways[index + 1] - Self.ways[index])
    return start + distance * way
  }

  func velocity(at time: Double) -> Double {
    let index = place(at: time).index
    return distance * (Self.ways[index + 1] - Self.ways[index]) * Double(Self.ways.count - 1) / duration
  }

  private func place(at time: Double) -> (index: Int, share: Double) {
    let lines = Self.ways.count - 1
    let place = min(max(time / duration, 0), 1) * Double(lines)
    let index = min(Int(place), lines - 1)
    return (index, place - Double(index))
  }

  /// The share of the way after each hundredth of the time.
  private static let ways: [Double] = {
    let times = CubicBezier(first: startTension * inflexion, second: 1 - endTension * (1 - inflexion))
    let ways = CubicBezier(first: startTension, second: 1)
    return (0..<100).map { ways.value(at: times.parameter(where: Double($0) / 100)) } + [1]
  }()
}
