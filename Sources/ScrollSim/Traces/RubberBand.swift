/// How content past its end follows a finger: less and less, and never by more than `dimension`.
///
/// f(x) = (1 − 1 / (xc/d + 1)) d, with c = 0.55.
struct RubberBand: Hashable, Sendable {
  /// c: the share by which content follows at first.
  static let coefficient = 0.55

  /// d: the length in points that content never exceeds; the viewport's as a rule.
  let dimension: Double

  /// How far content gives when it is pulled by that much past its end; both may be negative.
  func give(for pull: Double) -> Double {
    let tension = abs(pull) * Self.coefficient / dimension
    let give = tension / (tension + 1) * dimension
    return pull < 0 ? -give : give
  }

  /// The pull under which content gives that much: the inverse of ``give(for:)``.
  func pull(for give: Double) -> Double { give * dimension / ((dimension - abs(give)) * Self.coefficient) }

  /// By how much content gives for a little more pull: the derivative of ``give(for:)``.
  func slope(at pull: Double) -> Double {
    let tension = abs(pull) * Self.coefficient / dimension
    return Self.coefficient / ((tension + 1) * (tension + 1))
  }
}

/// Content under a finger: it follows inside the limits, and through a rubber band past them.
struct RubberBandCurve: ScrollCurve {
  /// How far the finger has moved.
  let finger: any ScrollCurve
  /// Where the content would be, were there no limits, when the finger lands.
  let start: Double
  /// How far the content scrolls.
  let limits: ScrollLimits
  /// What it hangs on past them.
  let band: RubberBand

  func offset(at time: Double) -> Double {
    let free = start + finger.offset(at: time)
    return limits.clamp(free) + band.give(for: limits.excess(of: free))
  }

  func velocity(at time: Double) -> Double {
    let excess = limits.excess(of: start + finger.offset(at: time))
    return finger.velocity(at: time) * (excess == 0 ? 1 : band.slope(at: excess))
  }
}
