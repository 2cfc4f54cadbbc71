internal import Foundation

/// Exponential deceleration: v(t) = v₀ e^(kt), x(t) = x₀ + (e^(kt) − 1) v₀ / k.
struct DecelerationCurve: ScrollCurve {
  let start: Double
  let velocity: Double
  /// k, per second; negative.
  let decay: Double

  func offset(at time: Double) -> Double { start + expm1(decay * time) / decay * velocity }

  func velocity(at time: Double) -> Double { velocity * exp(decay * time) }

  /// The time at which the content passes `offset`, which must lie on its way.
  func time(at offset: Double) -> Double { log1p(decay * (offset - start) / velocity) / decay }
}

/// A critically damped spring: x(t) = target + (c₁ + c₂t) e^(−βt).
struct SpringCurve: ScrollCurve {
  let target: Double
  /// c₁: the displacement from the target at the start.
  let displacement: Double
  let velocity: Double
  /// β, per second.
  let rate: Double

  /// c₂.
  private var slope: Double { velocity + rate * displacement }

  func offset(at time: Double) -> Double { target + (displacement + slope * time) * exp(-rate * time) }

  func velocity(at time: Double) -> Double {
    (slope - rate * (displacement + slope * time)) * exp(-rate * time)
  }

  /// The time at which the motion passes through the target, or `nil` if it only comes closer.
  var crossingTime: Double? {
    guard displacement != 0, displacement.sign != slope.sign, slope != 0 else { return nil }
    return -displacement / slope
  }

  /// A time after which the motion stays within `threshold` of the target.
  ///
  /// Each of the two terms is then below half the threshold: e^(−βt) directly, and t e^(−βt) by its bound 2 e^(−βt/2) / eβ.
  func settlingTime(threshold: Double) -> Double {
    let first = log(2 * abs(displacement) / threshold) / rate
    let second = 2 / rate * log(4 * abs(slope) / (M_E * rate * threshold))
    return max(0, first, second)
  }
}

/// A motion that approaches its target asymptotically, made to arrive in time.
///
/// The remainder at the end, under a point, is added with the square of time, so that the velocity at the start does not change.
struct LandingCurve: ScrollCurve {
  let curve: any ScrollCurve
  let duration: Double
  let target: Double

  private var remainder: Double { target - curve.offset(at: duration) }

  func offset(at time: Double) -> Double {
    let share = time / duration
    return curve.offset(at: time) + remainder * share * share
  }

  func velocity(at time: Double) -> Double {
    curve.velocity(at: time) + 2 * remainder * time / (duration * duration)
  }
}
