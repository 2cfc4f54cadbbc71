/// The velocity of a finger at its release, estimated as in Android and Flutter.
///
/// A parabola is fitted by least squares to the positions of the last 100 ms; its slope at the last position is the
/// velocity. A finger that had stopped, or that has too few positions, lets go at 0.
enum ReleaseVelocity {
  /// Seconds before the last position in which positions count.
  static let horizon = 0.1
  /// A gap between positions, in seconds, after which the finger had stopped.
  static let stopGap = 0.04
  static let minimumPoints = 3

  /// The velocity in points a second of a finger that was at `points`, in order of time, and let go at `end`.
  static func estimate(_ points: [Recording.OffsetPoint], end: Double) -> Double {
    guard let last = points.last else { return 0 }
    var considered: [(age: Double, offset: Double)] = []
    var next = end
    for point in points.reversed() {
      guard next - point.time <= stopGap, last.time - point.time <= horizon else { break }
      // In units of the horizon, so that all sums have a similar size.
      considered.append(((point.time - last.time) / horizon, point.offset - last.offset))
      next = point.time
    }
    return considered.count < minimumPoints ? 0 : slopeOfParabola(considered)
  }

  /// The slope at age 0 of the parabola a + b·age + c·age² that fits best: b, from the normal equations.
  private static func slopeOfParabola(_ points: [(age: Double, offset: Double)]) -> Double {
    func sum(_ term: (Double, Double) -> Double) -> Double {
      points.reduce(0) { $0 + term($1.age, $1.offset) }
    }
    let s0 = Double(points.count)
    let s1 = sum { age, _ in age }
    let s2 = sum { age, _ in age * age }
    let s3 = sum { age, _ in age * age * age }
    let s4 = sum { age, _ in age * age * age * age }
    let y0 = sum { _, offset in offset }
    let y1 = sum { age, offset in age * offset }
    let y2 = sum { age, offset in age * age * offset }
    // Cramer's rule.
    let determinant = s0 * (s2 * s4 - s3 * s3) - s1 * (s1 * s4 - s3 * s2) + s2 * (s1 * s3 - s2 * s2)
    // Three moments, two of them the same, fit any number of parabolas.
    guard abs(determinant) > 1e-9 else { return 0 }
    let numerator = s0 * (y1 * s4 - s3 * y2) - y0 * (s1 * s4 - s3 * s2) + s2 * (s1 * y2 - y1 * s2)
    return numerator / determinant / horizon
  }
}
