internal import GalleryKit

/// Builds a trace from successive events.
///
/// Segments always lead up to rest; the next event cuts off those that begin after it.
struct TraceBuilder: Sendable {
  private let physics: any ScrollPhysics
  private var limits: ScrollLimits
  private var segments: [ScrollTrace.Segment]
  private var lapEnds: [Double] = []
  private var jumps: [Double] = []
  private var layouts: [ScrollTrace.Layout]
  /// The time of the next event, in seconds.
  private(set) var now = 0.0

  /// Starts at rest, at an offset that is kept within the limits.
  init(physics: any ScrollPhysics, limits: ScrollLimits, offset: Double = 0) {
    (self.physics, self.limits) = (physics, limits)
    layouts = limits.grid.map { [ScrollTrace.Layout(start: 0, grid: $0.layout)] } ?? []
    segments = [
      ScrollTrace.Segment(start: 0, curve: RestCurve(offset: limits.clamp(offset)), phase: .idle)
    ]
  }

  mutating func perform(_ gesture: Gesture) {
    switch gesture {
    case .drag(let distance, let duration):
      drag(along: MinimumJerkCurve(distance: distance, duration: duration), for: duration)
    case .fling(let velocity, let carries):
      let duration = Gesture.launchDuration
      let carried = carries ? Gesture.carriedVelocity(sample.velocity, into: velocity) : 0
      drag(
        along: LaunchCurve(releaseVelocity: velocity, duration: duration), for: duration,
        releaseVelocity: carried == 0 ? nil : velocity + carried)
    case .pause(let seconds):
      wait(seconds)
    case .touch(let seconds):
      drag(along: RestCurve(offset: 0), for: seconds)
    case .wheel(let distance):
      turnWheel(by: distance)
    case .jump(.offset(let offset)):
      jump(to: offset)
    case .jump(.fraction(let fraction)):
      jump(to: fraction * limits.maximumOffset)
    case .rotate(let orientation):
      layOut { ($0.viewport.width > $0.viewport.height) == (orientation == .landscape) ? $0 : $0.turned }
    case .columns(let count):
      layOut { $0.with(columns: count) }
    }
  }

  /// Lets a finger take hold of the content, move along a path that starts at 0, and let go, at the content's
  /// velocity unless one is given.
  mutating func drag(
    along finger: any ScrollCurve, for duration: Double, releaseVelocity: Double? = nil
  ) {
    let curve = physics.drag(finger, from: offset, within: limits)
    interrupt(with: curve, phase: .dragging)
    wait(duration)
    let (end, velocity) = (curve.offset(at: duration), releaseVelocity ?? curve.velocity(at: duration))
    let glides = physics.momentum(from: end, velocity: velocity, within: limits)
    glide(along: glides, from: end, isExponential: physics.isExponential)
  }

  /// Lets the content follow a recording that starts at its offset and keeps within the limits, and stop at the recording's end.
  mutating func follow(_ curve: RecordedCurve, phase: ScrollState.Phase) {
    interrupt(with: curve, phase: phase)
    wait(curve.duration)
    append(RestCurve(offset: curve.offset(at: curve.duration)), at: now, phase: .idle)
  }

  mutating func wait(_ seconds: Double) { now += seconds }

  mutating func comeToRest() { now = max(now, segments[segments.count - 1].start) }

  mutating func endLap() {
    comeToRest()
    lapEnds.append(now)
  }

  var offset: Double { sample.offset }

  private var sample: ScrollSample { trace(until: now).sample(at: now) }

  consuming func finish(settle: Double) -> ScrollTrace {
    comeToRest()
    return trace(until: now + settle)
  }

  private func trace(until duration: Double) -> ScrollTrace {
    ScrollTrace(duration: duration, lapEnds: lapEnds, jumps: jumps, layouts: layouts, segments: segments)
  }

  private mutating func jump(to target: Double) {
    interrupt(with: RestCurve(offset: limits.clamp(target)), phase: .idle)
    jumps.append(now)
  }

  /// Lays the grid out again if that changes it, which stops the content; the top of the screen keeps its
  /// content.
  private mutating func layOut(_ change: (GridLayout) -> GridLayout) {
    guard let grid = limits.grid else { preconditionFailure("only a grid can be laid out anew") }
    let next = change(grid.layout)
    guard next != grid.layout else { return }
    let target = grid.layout.offset(limits.clamp(offset), in: next, itemCount: grid.itemCount)
    limits = ScrollLimits(next, itemCount: grid.itemCount)
    jump(to: target)
    layouts.append(ScrollTrace.Layout(start: now, grid: next))
  }

  /// Lets the content glide by a distance from its offset, or from the target of its glide.
  private mutating func turnWheel(by distance: Double) {
    let sample = self.sample
    var target = sample.offset
    if case .decelerating(let restingOffset) = sample.phase { target = restingOffset }
    let curve = WheelCurve(
      from: sample.offset, to: limits.clamp(target + distance), velocity: sample.velocity)
    guard curve.distance != 0 else { return }
    cutOff()
    glide(along: [Glide(curve: curve, duration: curve.duration)], from: sample.offset, isExponential: false)
  }

  private mutating func glide(along glides: [Glide], from offset: Double, isExponential: Bool) {
    let restingOffset = limits.clamp(glides.last.map { $0.curve.offset(at: $0.duration) } ?? offset)
    var start = now
    for glide in glides {
      segments.append(
        ScrollTrace.Segment(
          start: start, curve: glide.curve, phase: .decelerating(restingOffset: restingOffset),
          foreseenSeconds: isExponential ? 0 : glide.duration))
      start += (glide.duration * 0x1p30).rounded() * 0x1p-30
    }
    append(RestCurve(offset: restingOffset), at: start, phase: .idle)
  }

  /// Cuts off the segments from now on and starts another motion.
  private mutating func interrupt(with curve: any ScrollCurve, phase: ScrollState.Phase) {
    cutOff()
    append(curve, at: now, phase: phase)
  }

  private mutating func cutOff() {
    while let last = segments.last, last.start >= now { segments.removeLast() }
  }

  private mutating func append(_ curve: any ScrollCurve, at start: Double, phase: ScrollState.Phase) {
    segments.append(ScrollTrace.Segment(start: start, curve: curve, phase: phase))
  }
}
