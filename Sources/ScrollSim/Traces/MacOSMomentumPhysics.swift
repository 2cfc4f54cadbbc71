internal import Foundation

/// The momentum of a Mac's trackpad.
///
/// Every 8 ms the velocity falls to a share of 0.975 (0.99684 a millisecond); below 250 points a second the share
/// decreases, down to 0.91 near 0. Momentum ends where less than half a point would remain. Content stops at its ends;
/// the bounce there is not modelled. Source: WebKit's `MomentumEventDispatcher.cpp`.
///
/// Recorded trackpad momentum ended sooner: after 193 points from 1080 points a second, against 300 here.
package struct MacOSMomentumPhysics: EdgeStopping {
  package let name = "macos-momentum"

  /// Seconds between two changes of the rate.
  static let step = 0.008
  private static let fastShare = 0.975
  private static let slowShare = 0.91
  private static let slowdownSpeed = 250.0

  func glide(from offset: Double, velocity: Double) -> Glide? {
    var steps: [DecelerationCurve] = []
    var (offset, velocity) = (offset, velocity)
    while true {
      let slowness = max(0, 1 - abs(velocity) / Self.slowdownSpeed)
      let share = Self.fastShare - (Self.fastShare - Self.slowShare) * slowness
      let curve = DecelerationCurve(start: offset, velocity: velocity, decay: log(share) / Self.step)
      guard abs(velocity) > -curve.decay * UIScrollViewPhysics.restThreshold else { break }
      steps.append(curve)
      (offset, velocity) = (curve.offset(at: Self.step), curve.velocity(at: Self.step))
    }
    guard !steps.isEmpty else { return nil }
    return Glide(curve: SteppedCurve(steps: steps), duration: Double(steps.count) * Self.step)
  }
}

/// Decelerations one after the other, each for ``MacOSMomentumPhysics/step``.
private struct SteppedCurve: ScrollCurve {
  let steps: [DecelerationCurve]

  func offset(at time: Double) -> Double { place(at: time) { $0.offset(at: $1) } }

  func velocity(at time: Double) -> Double { place(at: time) { $0.velocity(at: $1) } }

  private func place(at time: Double, _ value: (DecelerationCurve, Double) -> Double) -> Double {
    let index = min(Int(time / MacOSMomentumPhysics.step), steps.count - 1)
    return value(steps[index], time - Double(index) * MacOSMomentumPhysics.step)
  }
}
