/// A motion in closed form: offset and velocity at any time since it began.
package protocol ScrollCurve: Sendable {
  /// Points, at `time` seconds after the motion began.
  func offset(at time: Double) -> Double
  /// Points a second: the offset's derivative.
  func velocity(at time: Double) -> Double
}

/// No motion.
struct RestCurve: ScrollCurve {
  /// Where the content rests.
  let offset: Double

  func offset(at time: Double) -> Double { offset }

  func velocity(at time: Double) -> Double { 0 }
}

/// A finger that moves from rest to rest the way arms do, along the path of least jerk.
///
/// x(s) = distance · (10s³ − 15s⁴ + 6s⁵) with s = time / duration; the velocity peaks half-way at 1.875
/// times its mean (Flash and Hogan 1985).
struct MinimumJerkCurve: ScrollCurve {
  /// Points from start to end.
  let distance: Double
  /// Seconds from start to end; more than 0.
  let duration: Double

  func offset(at time: Double) -> Double {
    let s = min(max(time / duration, 0), 1)
    return distance * s * s * s * (10 + s * (6 * s - 15))
  }

  func velocity(at time: Double) -> Double {
    let s = min(max(time / duration, 0), 1)
    return distance / duration * 30 * s * s * (1 - s) * (1 - s)
  }
}

/// A finger that accelerates evenly from rest to the velocity at which it lets go.
///
/// x(t) = velocity · t² / 2·duration.
struct LaunchCurve: ScrollCurve {
  /// Points a second at the end.
  let releaseVelocity: Double
  /// Seconds until the finger lets go; more than 0.
  let duration: Double

  func offset(at time: Double) -> Double { releaseVelocity * time * time / (2 * duration) }

  func velocity(at time: Double) -> Double { releaseVelocity * time / duration }
}
