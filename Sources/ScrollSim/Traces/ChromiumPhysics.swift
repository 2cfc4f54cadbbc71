internal import Foundation

/// The physics of Chromium's fling on touch screens and touchpads.
///
/// All flings follow one curve, P(t) = α e^(−γt) − βt − α with α = −5707.62, β = 172, γ = 3.7, from the point with the
/// finger's velocity to the point with velocity 0; none is faster than the curve's start, 20,946 points a second.
/// Content stops at its ends. Source: `ui/events/gestures/fling_curve.cc`.
package struct ChromiumPhysics: EdgeStopping {
  package let name = "chromium"

  func glide(from offset: Double, velocity: Double) -> Glide? {
    guard velocity != 0 else { return nil }
    let begin = FlingCurve.time(at: abs(velocity))
    return Glide(
      curve: FlingCurve(start: offset, direction: velocity < 0 ? -1 : 1, begin: begin),
      duration: FlingCurve.time(at: 0) - begin)
  }
}

private struct FlingCurve: ScrollCurve {
  private static let alpha = -5707.62
  private static let beta = 172.0
  private static let gamma = 3.7

  let start: Double
  let direction: Double
  /// The time on the curve at which it begins, in seconds.
  let begin: Double

  func offset(at time: Double) -> Double {
    start + direction * (Self.way(at: begin + time) - Self.way(at: begin))
  }

  func velocity(at time: Double) -> Double {
    direction * (-Self.alpha * Self.gamma * exp(-Self.gamma * (begin + time)) - Self.beta)
  }

  /// The time at which the curve has a velocity; 0 if it never does.
  static func time(at velocity: Double) -> Double {
    max(0, -log((velocity + beta) / (-alpha * gamma)) / gamma)
  }

  private static func way(at time: Double) -> Double { alpha * exp(-gamma * time) - beta * time - alpha }
}
