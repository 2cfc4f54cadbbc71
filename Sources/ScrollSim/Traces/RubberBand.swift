/// The motion of content past its end under a finger: it follows less and less, and never by more than `dimension`.
///
/// f(x) = (1 − 1 / (xc/d + 1)) d, with c = 0.55.
struct RubberBand: Hashable, Sendable {
  /// c: the share by which content follows at first.
  static let coefficient = 0.55

  /// d: the length in points that content never exceeds; usually the viewport's.
  let dimension: Double

  /// The distance that content gives under a pull past its end; both may be negative.
  func give(for pull: Double) -> Double {
    let tension = abs(pull) * Self.coefficient / dimension
    let give = tension / (tension + 1) * dimension
    return pull < 0 ? -give : give
  }

  /// The pull under which content gives a distance: the inverse of ``give(for:)``.
  func pull(for give: Double) -> Double { give * dimension / ((dimension - abs(give)) * Self.coefficient) }

  /// The change of give with the pull: the derivative of ``give(for:)``.
  func slope(at pull: Double) -> Double {
    let tension = abs(pull) * Self.coefficient / dimension
    return Self.coefficient / ((tension + 1) * (tension + 1))
  }
}

/// Content under a finger: it follows inside the limits; past them through a rubber band, or not at all.
struct PulledCurve: ScrollCurve {
  let finger: any ScrollCurve
  /// The content's offset when the finger lands, as if there were no limits.
  let start: Double
  let limits: ScrollLimits
  var band: RubberBand?

  func offset(at time: Double) -> Double {
    let free = start + finger.offset(at: time)
    return limits.clamp(free) + (band?.give(for: limits.excess(of: free)) ?? 0)
  }

  func velocity(at time: Double) -> Double {
    let excess = limits.excess(of: start + finger.offset(at: time))
    guard excess != 0 else { return finger.velocity(at: time) }
    return band.map { finger.velocity(at: time) * $0.slope(at: excess) } ?? 0
  }
}
