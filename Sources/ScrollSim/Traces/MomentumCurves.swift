internal import Foundation

/// Exponential deceleration: v(t) = v₀ e^(kt), x(t) = x₀ + (e^(kt) − 1) v₀ / k.
struct DecelerationCurve: ScrollCurve {
  /// x₀ in points.
  let start: Double
  /// v₀ in points a second.
  let velocity: Double
  /// k, per second; negative.
  let decay: Double

  func offset(at time: Double) -> Double { start + expm1(decay * time) / decay * velocity }

  func velocity(at time: Double) -> Double { velocity * exp(decay * time) }

  /// When the content passes `offset`, which must lie on its way.
  func time(at offset: Double) -> Double { log1p(decay * (offset - start) / velocity) / decay }
}

/// A critically damped spring: x(t) = target + (c₁ + c₂t) e^(−βt).
struct SpringCurve: ScrollCurve {
  /// Where the spring pulls to.
  let target: Double
  /// c₁: how far from there the motion starts.
  let displacement: Double
  /// The velocity at which it starts.
  let velocity: Double
  /// β, per second.
  let rate: Double

  /// c₂.
  private var slope: Double { velocity + rate * displacement }

  func offset(at time: Double) -> Double {
    target + (displacement + slope * time) * exp(-rate * time)
  }

  func velocity(at time: Double) -> Double {
    (slope - rate * (displacement + slope * time)) * exp(-rate * time)
  }

  /// When the motion passes through the target, or `nil` if it only ever comes closer.
  var crossingTime: Double? {
    guard displacement != 0, displacement.sign != slope.sign, slope != 0 else { return nil }
    return -displacement / slope
  }

  /// A time after which the motion stays within `threshold` of the target.
  ///
  /// Each of the two terms has then fallen under half of it: e^(−βt) by itself, and t e^(−βt), which is at
  /// most 2 e^(−βt/2) / eβ.
  func settlingTime(threshold: Double) -> Double {
    let first = log(2 * abs(displacement) / threshold) / rate
    let second = 2 / rate * log(4 * abs(slope) / (M_E * rate * threshold))
    return max(0, first, second)
  }
}

/// A motion that would approach its target for ever, brought there in time.
///
/// What is left at the end, under a point, is added little by little: with the square of time, so that the
/// velocity at the start stays what it was.
struct LandingCurve: ScrollCurve {
  /// The motion without the addition.
  let curve: any ScrollCurve
  /// When to arrive, in seconds.
  let duration: Double
  /// Where to arrive.
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
