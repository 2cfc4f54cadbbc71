internal import Foundation

/// The physics of `UIScrollView`: exponential deceleration, a rubber band past the ends, a spring back.
///
/// After a release at velocity v₀ the velocity falls by the factor `decelerationRate` every millisecond:
/// v(t) = v₀ e^(kt) with k = 1000 ln(rate), so content travels −v₀/k in all. It arrives once only half a point
/// is left. A critically damped spring of stiffness 100 and mass 1 brings it back from past an end.
package struct UIScrollViewPhysics: ScrollPhysics {
  /// `UIScrollView.DecelerationRate.normal`: a fling travels 0.4995 s × v₀.
  package static let normal = UIScrollViewPhysics(name: "uiscrollview", decelerationRate: 0.998)
  /// `UIScrollView.DecelerationRate.fast`: a fling travels 0.0995 s × v₀.
  package static let fast = UIScrollViewPhysics(name: "uiscrollview-fast", decelerationRate: 0.99)

  /// Distance in points below which content counts as at rest.
  package static let restThreshold = 0.5

  /// The spring's √(stiffness / mass), per second.
  static let springRate = 10.0

  package let name: String
  package var isExponential: Bool { true }
  package let decelerationRate: Double

  /// k: the change of the velocity's logarithm in a second; negative.
  private var decay: Double { 1000 * log(decelerationRate) }

  package func drag(
    _ finger: any ScrollCurve, from offset: Double, within limits: ScrollLimits
  ) -> any ScrollCurve {
    let excess = limits.excess(of: offset)
    // A bounce can throw content farther out than a finger could pull it; the band must reach there too.
    let band = RubberBand(dimension: max(limits.viewportLength, 2 * abs(excess)))
    return PulledCurve(
      finger: finger, start: limits.clamp(offset) + band.pull(for: excess), limits: limits, band: band)
  }

  package func momentum(from offset: Double, velocity: Double, within limits: ScrollLimits) -> [Glide] {
    if limits.excess(of: offset) != 0 { return bounce(from: offset, velocity: velocity, within: limits) }
    let restingOffset = offset - velocity / decay
    let end = limits.clamp(restingOffset)
    let curve = DecelerationCurve(start: offset, velocity: velocity, decay: decay)
    if end != restingOffset {
      let duration = curve.time(at: end)
      let spring = bounce(from: end, velocity: curve.velocity(at: duration), within: limits)
      return [Glide(curve: curve, duration: duration)] + spring
    }
    let slowest = -decay * Self.restThreshold
    guard abs(velocity) > slowest else { return [] }
    let duration = log(slowest / abs(velocity)) / decay
    let landing = LandingCurve(curve: curve, duration: duration, target: restingOffset)
    return [Glide(curve: landing, duration: duration)]
  }

  /// The spring's motion from outside the limits, or through an end.
  private func bounce(from offset: Double, velocity: Double, within limits: ScrollLimits) -> [Glide] {
    let edge = limits.clamp(offset)
    let spring = SpringCurve(
      target: edge, displacement: offset - edge, velocity: velocity, rate: Self.springRate)
    // Content that is fast enough passes the end and glides on inside.
    if let crossing = spring.crossingTime {
      let inside = momentum(from: edge, velocity: spring.velocity(at: crossing), within: limits)
      return [Glide(curve: spring, duration: crossing)] + inside
    }
    let settling = spring.settlingTime(threshold: Self.restThreshold)
    guard settling > 0 || offset != edge else { return [] }
    let duration = max(settling, 1 / Self.springRate)
    let landing = LandingCurve(curve: spring, duration: duration, target: edge)
    return [Glide(curve: landing, duration: duration)]
  }
}
