/// Physics of content that stops at its ends, without a rubber band and a bounce.
///
/// A finger that pulls past an end has to come back as far before the content follows it again, as where Android
/// stretches the edge.
protocol EdgeStopping: ScrollPhysics {
  /// The glide of content without ends after a finger lets go; `nil` if it stays.
  func glide(from offset: Double, velocity: Double) -> Glide?
}

extension EdgeStopping {
  package var isExponential: Bool { false }

  package func drag(
    _ finger: any ScrollCurve, from offset: Double, within limits: ScrollLimits
  ) -> any ScrollCurve {
    PulledCurve(finger: finger, start: limits.clamp(offset), limits: limits)
  }

  package func momentum(from offset: Double, velocity: Double, within limits: ScrollLimits) -> [Glide] {
    guard let glide = glide(from: limits.clamp(offset), velocity: velocity) else { return [] }
    guard limits.excess(of: glide.curve.offset(at: glide.duration)) != 0 else { return [glide] }
    // Finds the time at which it meets the end; all of these motions go one way.
    var (before, after) = (0.0, glide.duration)
    for _ in 0..<50 {
      let middle = (before + after) / 2
      if limits.excess(of: glide.curve.offset(at: middle)) == 0 { before = middle } else { after = middle }
    }
    return after > 0x1p-30 ? [Glide(curve: glide.curve, duration: after)] : []
  }
}
