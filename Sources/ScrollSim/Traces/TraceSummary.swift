internal import GalleryKit

/// The figures of a trace in seconds, points, and points a second, for `scrollsim trace info`.
///
/// It measures 240 moments a second and where one motion follows another, so that gestures and recordings are treated alike.
package struct TraceSummary: Hashable, Sendable {
  package private(set) var duration: Double
  /// Points travelled in all, back and forth; jumps and layouts do not count.
  package private(set) var distance = 0.0
  package private(set) var screenfuls = 0.0
  package private(set) var offsets: ClosedRange<Double>
  package private(set) var maximumVelocity = 0.0
  package private(set) var idleSeconds = 0.0
  /// Seconds under a finger, or driven by a recorded offset.
  package private(set) var draggingSeconds = 0.0
  package private(set) var deceleratingSeconds = 0.0
  package private(set) var flings = 0
  package private(set) var directionChanges = 0
  package private(set) var jumps: Int
  package private(set) var layouts: Int
  package private(set) var laps: Int

  /// Whether the content stays where it is, in one layout.
  var isStill: Bool { offsets.lowerBound == offsets.upperBound && layouts == 0 }

  package init(_ trace: ScrollTrace, viewportLength: Double) {
    duration = trace.duration
    layouts = max(0, trace.layouts.count - 1)
    jumps = trace.jumps.count - layouts
    laps = trace.lapEnds.count
    let rate = 240
    let regular = (0..<trace.frameCount(refreshRate: rate)).map { Double($0) / Double(rate) }
    let moments = (regular + trace.segments.map(\.start) + [trace.duration]).sorted()
    let jumps = Set(trace.jumps)

    var last = (time: 0.0, sample: trace.sample(at: 0))
    var direction = 0.0
    offsets = last.sample.offset...last.sample.offset
    for time in moments {
      let sample = trace.sample(at: time)
      let seconds = time - last.time
      switch last.sample.phase {
      case .idle: idleSeconds += seconds
      case .dragging: draggingSeconds += seconds
      case .decelerating: deceleratingSeconds += seconds
      }
      if case .decelerating = sample.phase {
        if case .decelerating = last.sample.phase {} else { flings += 1 }
      }
      let move = sample.offset - last.sample.offset
      if move != 0, !jumps.contains(time) {
        distance += abs(move)
        if move * direction < 0 { directionChanges += 1 }
        direction = move
      }
      offsets = min(offsets.lowerBound, sample.offset)...max(offsets.upperBound, sample.offset)
      maximumVelocity = max(maximumVelocity, abs(sample.velocity))
      last = (time, sample)
    }
    screenfuls = distance / viewportLength
  }
}
