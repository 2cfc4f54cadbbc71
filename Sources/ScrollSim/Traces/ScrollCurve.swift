internal import Support

/// A motion in closed form: offset and velocity at any time since it began.
package protocol ScrollCurve: Sendable {
  /// The offset in points, `time` seconds after the motion began.
  func offset(at time: Double) -> Double
  /// The velocity in points a second.
  func velocity(at time: Double) -> Double
}

/// No motion.
struct RestCurve: ScrollCurve {
  let offset: Double

  func offset(at time: Double) -> Double { offset }

  func velocity(at time: Double) -> Double { 0 }
}

/// A finger that moves from rest to rest as arms do, along the path of least jerk.
///
/// x(s) = distance · (10s³ − 15s⁴ + 6s⁵) with s = time / duration; the velocity peaks half-way at 1.875
/// times its mean (Flash and Hogan 1985).
struct MinimumJerkCurve: ScrollCurve {
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
  let releaseVelocity: Double
  /// Seconds until the finger lets go; more than 0.
  let duration: Double

  func offset(at time: Double) -> Double { releaseVelocity * time * time / (2 * duration) }

  func velocity(at time: Double) -> Double { releaseVelocity * time / duration }
}

/// A motion known at some moments, with straight lines between them.
///
/// The velocity is the difference quotient over 50 ms around the moment, three frames at 60 Hz: a recorded offset comes
/// in whole points at uneven times, so that differences of successive samples would be noise.
struct RecordedCurve: ScrollCurve {
  /// The span of the difference quotient in seconds.
  static let velocitySpan = 0.05

  /// At least one point, in order of time; the first is at 0.
  let points: [Recording.OffsetPoint]

  /// Takes points in order of time, and counts the time from the first.
  init(_ points: some Collection<Recording.OffsetPoint>) {
    let start = points.first?.time ?? 0
    self.points = points.map { Recording.OffsetPoint(time: $0.time - start, offset: $0.offset) }
  }

  var duration: Double { points.last?.time ?? 0 }

  func offset(at time: Double) -> Double {
    let next = points.partitioningIndex { $0.time > time }
    guard next > 0 else { return points[0].offset }
    guard next < points.count else { return points[next - 1].offset }
    let (before, after) = (points[next - 1], points[next])
    let share = (time - before.time) / (after.time - before.time)
    return before.offset + share * (after.offset - before.offset)
  }

  func velocity(at time: Double) -> Double {
    let start = max(0, time - Self.velocitySpan / 2)
    let end = min(duration, time + Self.velocitySpan / 2)
    return end > start ? (offset(at: end) - offset(at: start)) / (end - start) : 0
  }
}
